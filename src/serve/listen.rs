//! The socket: connections, slow clients, an orderly end.

use super::assets::Engine;
use super::catalogue::Snapshot;
use super::options::ServeOptions;
use super::pace::Pace;
use super::pictures::Pictures;
use super::queue::Jobs;
use super::run::Night;
use super::studio::Studio;
use super::{feed, routes};
use crate::files;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, RwLock};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::time::Sleep;

/// The most connections at a time. Who comes later waits.
const CONNECTIONS: usize = 2048;
/// How long answers under way may take when the server ends.
const END_TIME: Duration = Duration::from_secs(3);
/// Threads for the database and pictures.
const BLOCKING: usize = 8;

/// Why there is no server.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Anybody on the network would be let in.
    #[error("{0} can be reached from other machines: give --token with a secret of 8 characters or more")]
    Open(SocketAddr),
    /// The token is too short, or has characters that a cookie cannot hold.
    #[error("a token has 8 to 200 letters, digits, `-`, `_` and `.`")]
    Token,
    /// The address cannot be listened at.
    #[error("cannot listen at {0}: {1}")]
    Bind(SocketAddr, #[source] io::Error),
    /// The system gives no threads.
    #[error("cannot start the server: {0}")]
    Start(#[from] io::Error),
}

/// A server that has its address.
#[derive(Debug)]
pub struct Server {
    runtime: tokio::runtime::Runtime,
    listener: TcpListener,
    options: ServeOptions,
}

impl Server {
    /// Takes the address.
    ///
    /// # Errors
    /// If it cannot be had, or if it can be reached from other machines and there is no good token.
    ///
    /// ```
    /// use ludogen::serve::{ServeOptions, Server, known_games};
    ///
    /// let server = Server::bind(ServeOptions::new("night.db".into(), known_games())).unwrap();
    /// assert!(server.address().unwrap().ip().is_loopback());
    /// ```
    pub fn bind(options: ServeOptions) -> Result<Server, ServeError> {
        let address = SocketAddr::new(options.host, options.port);
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        match &options.token {
            Some(token) if !(8..=200).contains(&token.len()) || !token.chars().all(plain) => {
                return Err(ServeError::Token);
            }
            None if !options.host.is_loopback() => return Err(ServeError::Open(address)),
            _ => {}
        }
        let runtime =
            tokio::runtime::Builder::new_multi_thread().enable_all().max_blocking_threads(BLOCKING).build()?;
        let listener = runtime.block_on(TcpListener::bind(address)).map_err(|e| ServeError::Bind(address, e))?;
        Ok(Server { runtime, listener, options })
    }

    /// Where it listens.
    ///
    /// # Errors
    /// If the system does not tell.
    pub fn address(&self) -> Result<SocketAddr, ServeError> {
        Ok(self.listener.local_addr()?)
    }

    /// Answers until the flag of the options is raised; then a run that is going on stops where it can be continued.
    pub fn run(self) {
        let Server { runtime, listener, options } = self;
        let stop = Arc::clone(&options.stop);
        let (feed, _) = watch::channel(Arc::from("{}"));
        let studio = Arc::new(Studio {
            snapshot: RwLock::new(Arc::new(Snapshot::of_known(&options.known))),
            engine: Engine::begin(options.engine),
            path: RwLock::new(options.population),
            known: options.known,
            cache: options.cache,
            token: options.token,
            survey: options.survey,
            night: Mutex::new(Night::default()),
            fitting: Mutex::default(),
            jobs: Jobs::default(),
            pictures: Pictures::default(),
            solutions: options.solutions,
            pace: Pace::default(),
            threads: options.threads,
            arrival: options.arrival,
            ending: watch::Sender::new(false),
            feed,
        });
        runtime.block_on(async {
            // What is there is shown from the first answer on.
            feed::begin(&studio).await;
            let told = tokio::spawn(feed::publish(Arc::clone(&studio)));
            let raised = async {
                while !stop.load(Ordering::Relaxed) {
                    tokio::time::sleep(Duration::from_millis(100)).await;
                }
            };
            accept(&studio, &listener, Waits { head: options.patience, stall: options.stall }, raised).await;
            told.abort();
        });
        runtime.shutdown_timeout(END_TIME);
        let running = studio.night().end();
        if let Some(thread) = running {
            if !thread.is_finished() {
                files::say("The run ends what it is at, and can then be continued; Ctrl-C again ends at once.");
            }
            // A thread that panicked has said so; what it stored is stored.
            let _ = thread.join();
        }
    }
}

/// How long is waited for a client.
#[derive(Clone, Copy)]
struct Waits {
    /// For the head of a request.
    head: Duration,
    /// While it takes nothing of an answer.
    stall: Duration,
}

async fn accept(studio: &Arc<Studio>, listener: &TcpListener, waits: Waits, raised: impl Future<Output = ()>) {
    let router = routes::router(Arc::clone(studio));
    let room = Arc::new(Semaphore::new(CONNECTIONS));
    let graceful = GracefulShutdown::new();
    let mut http = hyper::server::conn::http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(waits.head).max_buf_size(64 << 10);
    let mut raised = std::pin::pin!(raised);
    loop {
        let next = async {
            // The semaphore is never closed.
            let place = Arc::clone(&room).acquire_owned().await.ok();
            (listener.accept().await, place)
        };
        let (stream, place) = tokio::select! {
            (accepted, place) = next => match accepted {
                Ok((stream, _)) => (stream, place),
                // Out of files, or the client is gone already.
                Err(_) => {
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                }
            },
            () = &mut raised => break,
        };
        // Small answers are sent at once; where that cannot be had, a little later.
        let _ = stream.set_nodelay(true);
        let service = TowerToHyperService::new(router.clone());
        let connection =
            graceful.watch(http.serve_connection(TokioIo::new(Patient::new(stream, waits.stall)), service));
        tokio::spawn(async move {
            // How a connection ends is of no interest to the server.
            let _ = connection.await;
            drop(place);
        });
    }
    studio.ending.send_replace(true);
    let _ = tokio::time::timeout(END_TIME, graceful.shutdown()).await;
}

/// A stream that gives up on a client which takes nothing for a while.
struct Patient {
    stream: TcpStream,
    patience: Duration,
    stalled: Option<Pin<Box<Sleep>>>,
}

impl Patient {
    fn new(stream: TcpStream, patience: Duration) -> Patient {
        Patient { stream, patience, stalled: None }
    }

    /// Hands the outcome of a write on, unless nothing could be written for too long.
    fn wait<T>(&mut self, context: &mut Context<'_>, written: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.stalled = None;
            return written;
        }
        let patience = self.patience;
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(tokio::time::sleep(patience)));
        stalled.as_mut().poll(context).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Patient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Patient {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.wait(context, written)
    }

    /// Without this, hyper would copy an answer for each connection that it is sent to; so it sends what they share.
    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.wait(context, written)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(context);
        self.wait(context, flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let shut = Pin::new(&mut self.stream).poll_shutdown(context);
        self.wait(context, shut)
    }
}
