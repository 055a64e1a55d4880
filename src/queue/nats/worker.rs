//! `ludogen worker`: takes pieces of whatever runs a broker knows, and sends outcomes back.

use super::super::desk::Desk;
use super::super::documents::{Done, Piece, Run};
use super::super::population::{STRETCH, Stretch};
use super::super::wire::{MESSAGE, WireError, pack, unpack};
use super::link::{BrokerOptions, GAMES, Link, QueueError, RUN, WORK, broker, subject, without_password};
use super::parts::{Label, split};
use crate::evolution::{Cache, pool};
use async_nats::HeaderMap;
use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::{AckKind, Message};
use futures_util::StreamExt;
use rayon::ThreadPool;
use serde::Serialize;
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How often a worker looks for runs.
const LOOK: Duration = Duration::from_secs(3);

/// The most runs that a worker keeps populations of.
const MOST_RUNS: usize = 8;

/// What a worker is told.
#[derive(Clone, Debug)]
pub struct WorkerOptions {
    /// The broker.
    pub broker: BrokerOptions,
    /// How many pieces are done at once; 0 for one per processor.
    pub threads: usize,
    /// Ends after that long without work; `None`: never.
    pub idle: Option<Duration>,
    /// What it is called in messages.
    pub name: String,
    /// Where measurements of known games are kept.
    pub cache: Option<Cache>,
    /// Ends the worker when it is raised: what is being done is finished, nothing more is taken.
    pub stop: Arc<AtomicBool>,
}

/// What happens to a worker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum WorkerEvent {
    /// The broker is reached.
    Connected {
        /// Its address.
        broker: String,
    },
    /// It works for a run from now on.
    Run {
        /// The run.
        run: String,
    },
    /// It does not work for a run.
    Refused {
        /// The run.
        run: String,
        /// Why.
        why: String,
    },
    /// A piece is done, and its outcome kept by the broker.
    Done {
        /// The run.
        run: String,
        /// The piece, in words.
        piece: String,
        /// How often it had been delivered.
        deliveries: u64,
    },
    /// Something went wrong that may go right the next time.
    Trouble {
        /// What.
        message: String,
    },
    /// It ends.
    Stopped {
        /// How many pieces it has done.
        done: u64,
    },
}

/// Who is told of everything.
type Listener = Box<dyn FnMut(&WorkerEvent) + Send>;

/// What the tasks of a worker share.
struct Shared {
    link: Link,
    name: String,
    pool: ThreadPool,
    /// One for each thread that has nothing to do.
    free: Arc<Semaphore>,
    threads: usize,
    listener: Mutex<Listener>,
    /// When a piece was taken or done the last time, and how many are done.
    last: Mutex<(Instant, u64)>,
}

impl Shared {
    fn last(&self) -> MutexGuard<'_, (Instant, u64)> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tell(&self, event: &WorkerEvent) {
        (self.listener.lock().unwrap_or_else(PoisonError::into_inner))(event);
    }

    fn trouble(&self, message: impl std::fmt::Display) {
        self.tell(&WorkerEvent::Trouble { message: message.to_string() });
    }

    /// Tells the coordinator of a run.
    async fn note(&self, run: &str, text: String) {
        // Nobody may be there to hear it.
        let _ = self.link.client.publish(subject("note", run), text.into()).await;
    }
}

/// Works until it is stopped; `listener` is told of everything. Returns how many pieces were done.
///
/// # Errors
/// If it cannot connect or start its threads. A broker that is not there yet, or goes away, is waited for.
pub fn work(options: &WorkerOptions, listener: impl FnMut(&WorkerEvent) + Send + 'static) -> Result<u64, QueueError> {
    let pool = pool(options.threads).map_err(broker)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let runtime = runtime.map_err(broker)?;
    let done = runtime.block_on(async {
        let link = Link::connect(&options.broker, "ludogen worker", true).await?;
        let threads = pool.current_num_threads();
        let shared = Arc::new(Shared {
            link,
            name: options.name.clone(),
            pool,
            free: Arc::new(Semaphore::new(threads)),
            threads,
            listener: Mutex::new(Box::new(listener)),
            last: Mutex::new((Instant::now(), 0)),
        });
        let connected = serve(&shared, options).await;
        let done = shared.last().1;
        if !connected {
            let url = without_password(&options.broker.url);
            return Err(QueueError::Connect { url, why: "no broker has answered there".into() });
        }
        shared.tell(&WorkerEvent::Stopped { done });
        // The last acknowledgements are on their way.
        let _ = tokio::time::timeout(Duration::from_secs(2), shared.link.client.flush()).await;
        Ok(done)
    });
    runtime.shutdown_timeout(Duration::from_millis(200));
    done
}

/// How soon it is said that a broker does not answer.
const SILENCE: Duration = Duration::from_secs(3);

/// Looks for runs again and again, and works for those that are its own. Returns whether the broker was ever reached, or it was stopped before.
async fn serve(shared: &Arc<Shared>, options: &WorkerOptions) -> bool {
    let mut connected = false;
    let (begin, mut missed) = (Instant::now(), false);
    let mut runs: HashMap<String, tokio::task::JoinHandle<()>> = HashMap::new();
    let mut refused: HashSet<String> = HashSet::new();
    loop {
        runs.retain(|_, task| !task.is_finished());
        if !connected && shared.link.client.connection_state() == async_nats::connection::State::Connected {
            connected = true;
            shared.tell(&WorkerEvent::Connected { broker: without_password(&options.broker.url) });
        }
        // Before the first run the broker has no streams.
        for (id, document) in documents(&shared.link).await.unwrap_or_default() {
            if runs.contains_key(&id) || refused.contains(&id) || runs.len() >= MOST_RUNS {
                continue;
            }
            let desk = unpack::<Run>(&document, MESSAGE).and_then(|run| match run.id() == id {
                true => Desk::new(&run, options.cache.clone()),
                false => Err(WireError::Malformed("the run has another name than its digest".into())),
            });
            match desk {
                Ok(desk) => {
                    shared.tell(&WorkerEvent::Run { run: id.clone() });
                    let task = tokio::spawn(work_for(Arc::clone(shared), Arc::new(desk), Arc::clone(&options.stop)));
                    runs.insert(id, task);
                }
                Err(error) => {
                    let why = error.to_string();
                    shared.note(&id, format!("a worker on {} does not work for this run: {why}", shared.name)).await;
                    shared.tell(&WorkerEvent::Refused { run: id.clone(), why });
                    refused.insert(id);
                }
            }
        }
        let begun = Instant::now();
        while begun.elapsed() < LOOK {
            if !connected && !missed && begin.elapsed() >= SILENCE {
                missed = true;
                let url = without_password(&options.broker.url);
                let message = format!("no broker answers at {url} yet; it is waited for");
                shared.tell(&WorkerEvent::Trouble { message });
            }
            let idle = shared.free.available_permits() + runs.len() >= shared.threads;
            let since = shared.last().0.elapsed();
            let over = options.idle.is_some_and(|idle_for| idle && since > idle_for);
            let told = options.stop.load(Ordering::Relaxed);
            if over || told {
                options.stop.store(true, Ordering::Relaxed);
                // Every thread comes back before the end.
                for (_, task) in runs {
                    let _ = task.await;
                }
                let _ = shared.free.acquire_many(shared.threads as u32).await;
                return connected || told;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }
}

/// The documents of all runs that a broker knows, by name.
async fn documents(link: &Link) -> Result<Vec<(String, Vec<u8>)>, QueueError> {
    let stream = link.stream(RUN).await?;
    let mut subjects = stream.info_with_subjects(subject("run", "*")).await.map_err(broker)?;
    let mut found = Vec::new();
    while let Some(Ok((subject, _))) = subjects.next().await {
        let Some(id) = subject.rsplit('.').next() else { continue };
        if let Ok(message) = stream.get_last_raw_message_by_subject(&subject).await {
            found.push((id.to_owned(), message.payload.to_vec()));
        }
    }
    found.sort();
    Ok(found)
}

/// Takes pieces of a run and does them, as many at once as there are threads, until the run is over.
async fn work_for(shared: Arc<Shared>, desk: Arc<Desk>, stop: Arc<AtomicBool>) {
    let name = format!("work-{}", desk.run());
    let mut gone = 0;
    while !stop.load(Ordering::Relaxed) {
        let consumer: Result<PullConsumer, _> = shared.link.context.get_consumer_from_stream(name.as_str(), WORK).await;
        let Ok(consumer) = consumer else {
            // The run is over, or the broker is away.
            gone += 1;
            let there = documents(&shared.link).await;
            if gone > 2 && there.is_ok_and(|runs| runs.iter().all(|(id, _)| id != desk.run())) {
                return;
            }
            tokio::time::sleep(Duration::from_secs(1)).await;
            continue;
        };
        gone = 0;
        // A while with one consumer; then it is looked whether there is still such a run.
        for _ in 0..10 {
            let Ok(permit) = Arc::clone(&shared.free).acquire_owned().await else { return };
            if stop.load(Ordering::Relaxed) {
                return;
            }
            let batch = consumer.batch().max_messages(1).expires(Duration::from_secs(1)).messages().await;
            let Ok(mut batch) = batch else { break };
            match batch.next().await {
                Some(Ok(message)) => take(&shared, &desk, &consumer, message, permit),
                Some(Err(_)) => break,
                None => {}
            }
        }
    }
}

/// Begins a piece; the permit goes with it.
fn take(
    shared: &Arc<Shared>,
    desk: &Arc<Desk>,
    consumer: &PullConsumer,
    message: Message,
    permit: OwnedSemaphorePermit,
) {
    shared.last().0 = Instant::now();
    let config = &consumer.cached_info().config;
    let (wait, most) = (config.ack_wait, config.max_deliver);
    let (shared, desk) = (Arc::clone(shared), Arc::clone(desk));
    tokio::spawn(async move {
        let deliveries = message.info().map_or(1, |info| info.delivered);
        let message = Arc::new(message);
        // While the piece is being done, the broker hears of it three times as often as it must.
        let beating = {
            let message = Arc::clone(&message);
            tokio::spawn(async move {
                let every = (wait / 3).max(Duration::from_millis(100));
                loop {
                    tokio::time::sleep(every).await;
                    let _ = message.ack_with(AckKind::Progress).await;
                }
            })
        };
        let ended = handle(&shared, &desk, &message, deliveries, deliveries >= most && most > 0).await;
        beating.abort();
        match ended {
            Ok(piece) => {
                let _ = message.ack().await;
                let mut last = shared.last();
                *last = (Instant::now(), last.1 + 1);
                drop(last);
                let (run, deliveries) = (desk.run().to_owned(), deliveries.max(1) as u64);
                shared.tell(&WorkerEvent::Done { run, piece, deliveries });
            }
            Err(error) => {
                shared.note(desk.run(), format!("a worker on {} has trouble: {error}", shared.name)).await;
                shared.trouble(&error);
                // Another may do better. What is not the piece's fault must not count among its deliveries, so it is sent anew.
                tokio::time::sleep(Duration::from_secs(1)).await;
                let to = subject("work", desk.run());
                let innocent = matches!(error, QueueError::Broker(_) | QueueError::Wire(WireError::Population { .. }));
                let _ = match innocent && shared.link.publish_anew(to, message.payload.to_vec()).await.is_ok() {
                    true => message.ack().await,
                    false => message.ack_with(AckKind::Nak(None)).await,
                };
            }
        }
        drop(permit);
    });
}

/// Does a piece and publishes its outcome; the name of the piece.
async fn handle(
    shared: &Arc<Shared>,
    desk: &Arc<Desk>,
    message: &Message,
    deliveries: i64,
    give_up: bool,
) -> Result<String, QueueError> {
    let piece: Piece = unpack(&message.payload, MESSAGE)?;
    let (name, id) = (piece.name(), piece.id());
    supply(shared, desk, &piece).await?;
    let (sender, receiver) = tokio::sync::oneshot::channel();
    {
        let desk = Arc::clone(desk);
        shared.pool.spawn(move || {
            let done = match give_up {
                // As many have taken it before, and none came back.
                true => desk.give_up(&piece, &format!("crashed the evaluator {} times", deliveries - 1)),
                false => desk.perform(&piece),
            };
            // Nobody waits any more if the worker ends.
            let _ = sender.send(done);
        });
    }
    let lost = |_| WireError::Malformed("the work on a piece has ended without an outcome".into());
    let done: Done = receiver.await.map_err(lost)??;
    publish(shared, desk.run(), &id, &pack(&done)?).await?;
    Ok(name)
}

/// Fetches the games that a piece needs and the desk does not have.
async fn supply(shared: &Arc<Shared>, desk: &Arc<Desk>, piece: &Piece) -> Result<(), QueueError> {
    let Some(mark) = &piece.mark else { return Ok(()) };
    let whole = mark.games / STRETCH * STRETCH;
    for attempt in 0..10 {
        let mut missing = None;
        if desk.games() < whole {
            let stream = shared.link.stream(GAMES).await?;
            while desk.games() < whole {
                let number = desk.games() / STRETCH;
                let at = format!("{}.{number}", subject("games", desk.run()));
                match stream.get_last_raw_message_by_subject(&at).await {
                    Ok(found) => desk.tell(unpack::<Stretch>(&found.payload, MESSAGE)?)?,
                    Err(_) => {
                        missing = Some(desk.games());
                        break;
                    }
                }
            }
        }
        match (missing, desk.task(piece)) {
            (None, Ok(_)) => return Ok(()),
            // What was told is another population: an earlier run of the same name. Once more from the beginning.
            (None, Err(WireError::Population { .. })) if attempt < 2 => desk.forget(),
            (None, Err(error)) => return Err(error.into()),
            (Some(after), _) => {
                shared.note(desk.run(), format!("missing {after}")).await;
                tokio::time::sleep(Duration::from_millis(300 * (attempt + 1))).await;
            }
        }
    }
    Err(QueueError::Broker("games of the population are missing".into()))
}

/// Publishes an outcome, and does not come back before the broker has it.
async fn publish(shared: &Arc<Shared>, run: &str, piece: &str, bytes: &[u8]) -> Result<(), QueueError> {
    // Headers take a few hundred bytes of each message.
    let most = (shared.link.max_payload() - 4_096).min(512 << 10);
    for (label, part) in split(piece, bytes, most)? {
        let mut attempt = 0;
        loop {
            let mut headers = HeaderMap::new();
            headers.insert(Label::HEADER, label.print().as_str());
            let id = format!("{run}-{}-{}", label.whole, label.part);
            match shared.link.publish_with(&subject("done", run), &id, headers, part.clone()).await {
                Ok(()) => break,
                // The broker may be away for a while; the piece is not acknowledged before.
                Err(error) if attempt < 60 => {
                    if attempt == 3 {
                        shared.trouble(format!("an outcome cannot be sent yet: {error}"));
                    }
                    attempt += 1;
                    tokio::time::sleep(Duration::from_millis(500)).await;
                }
                Err(error) => return Err(broker(error)),
            }
        }
    }
    Ok(())
}
