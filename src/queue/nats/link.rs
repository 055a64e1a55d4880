//! The connection to a broker, its streams, and messages.

use super::super::wire::WireError;
use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::context::{PublishError, PublishErrorKind};
use async_nats::jetstream::stream::{Config, DiscardPolicy, RetentionPolicy, Stream};
use async_nats::jetstream::{self, Context};
use async_nats::{Client, ConnectOptions, HeaderMap, ServerAddr};
use std::path::PathBuf;
use std::time::Duration;

/// What defines the runs.
pub(super) const RUN: &str = "LUDOGEN_RUN";
/// Games of populations.
pub(super) const GAMES: &str = "LUDOGEN_GAMES";
/// Pieces of work.
pub(super) const WORK: &str = "LUDOGEN_WORK";
/// Outcomes.
pub(super) const DONE: &str = "LUDOGEN_DONE";

/// What was measured of known games, by the keys under which it is kept: for other coordinators.
pub(super) const MEASURED: &str = "LUDOGEN_MEASURED";

/// What nobody has asked for this long is forgotten: an abandoned run leaves nothing behind.
const KEPT: Duration = Duration::from_secs(30 * 24 * 3_600);

/// Messages with the same id within this time are one.
const WINDOW: Duration = Duration::from_secs(600);

/// A publication is given up after that long, and tried again.
const PATIENCE: Duration = Duration::from_secs(5);

/// Where the broker is, and who we are to it.
#[derive(Clone, Debug, Default)]
pub struct BrokerOptions {
    /// Its address: `nats://host:4222`, or `tls://host:4222`; with `user:password@` before the host if it asks for that.
    pub url: String,
    /// A credentials file (`.creds`).
    pub credentials: Option<PathBuf>,
    /// Certificates (PEM) that vouch for the broker, besides those of the system.
    pub authority: Option<PathBuf>,
    /// Our own certificate and its key (PEM).
    pub certificate: Option<(PathBuf, PathBuf)>,
}

/// Why a broker cannot be worked with.
#[derive(Debug, thiserror::Error)]
pub enum QueueError {
    /// It cannot be reached, or does not let us in.
    #[error("{url}: {why}")]
    Connect {
        /// Its address.
        url: String,
        /// What is the matter.
        why: String,
    },
    /// It does not do what it is asked.
    #[error("the broker: {0}")]
    Broker(String),
    /// Somebody else breeds the same run by it.
    #[error(
        "another `ludogen evolve` breeds this run ({run}: the same recipe, profile, games and seed) with this broker; wait until it ends, or take \
         another seed"
    )]
    Taken {
        /// The run.
        run: String,
    },
    /// What it delivers cannot be used.
    #[error(transparent)]
    Wire(#[from] WireError),
}

/// The error of whatever the client says.
pub(super) fn broker(error: impl std::fmt::Display) -> QueueError {
    QueueError::Broker(error.to_string())
}

/// The subject of a run's outcomes, and the like.
pub(super) fn subject(what: &str, run: &str) -> String {
    format!("ludogen.{what}.{run}")
}

/// A connection.
#[derive(Clone)]
pub(super) struct Link {
    pub client: Client,
    pub context: Context,
}

impl Link {
    /// Connects; `patient` waits for a broker that is not there yet.
    pub async fn connect(options: &BrokerOptions, name: &str, patient: bool) -> Result<Link, QueueError> {
        let form = if options.url.contains("://") { "" } else { "; an address is written nats://HOST:4222" };
        let refused =
            |why: String| QueueError::Connect { url: without_password(&options.url), why: format!("{why}{form}") };
        let mut connect = ConnectOptions::new().name(name).request_timeout(Some(PATIENCE));
        if patient {
            connect = connect.retry_on_initial_connect();
        }
        // A broker that has gone comes back, and until then it is tried again: soon at first, then every two seconds.
        connect = connect
            .max_reconnects(None)
            .reconnect_delay_callback(|attempts| Duration::from_millis((50 << attempts.min(6)).min(2_000)))
            .ping_interval(Duration::from_secs(10));
        // The client takes no heed of a name and a password in the address.
        let address: ServerAddr = options.url.parse().map_err(|e: std::io::Error| refused(e.to_string()))?;
        if let (Some(user), Some(password)) = (address.username(), address.password()) {
            connect = connect.user_and_password(user.into(), password.into());
        }
        if let Some(path) = &options.credentials {
            let read = connect.credentials_file(path).await;
            connect = read.map_err(|e| refused(format!("the credentials in {}: {e}", path.display())))?;
        }
        if let Some(path) = &options.authority {
            connect = connect.add_root_certificates(path.clone()).require_tls(true);
        }
        if let Some((certificate, key)) = &options.certificate {
            connect = connect.add_client_certificate(certificate.clone(), key.clone()).require_tls(true);
        }
        let client = connect.connect(options.url.as_str()).await.map_err(|e| refused(e.to_string()))?;
        let mut context = jetstream::new(client.clone());
        context.set_timeout(PATIENCE);
        Ok(Link { client, context })
    }

    /// Makes the streams that are not there.
    pub async fn make_streams(&self) -> Result<(), QueueError> {
        for (name, what, retention) in [
            (RUN, "run.*", RetentionPolicy::Limits),
            (GAMES, "games.*.*", RetentionPolicy::Limits),
            (WORK, "work.*", RetentionPolicy::WorkQueue),
            (DONE, "done.*", RetentionPolicy::WorkQueue),
            (MEASURED, "measured.*", RetentionPolicy::Limits),
        ] {
            let config = Config {
                name: name.into(),
                subjects: vec![format!("ludogen.{what}")],
                // Of runs, games and measurements the newest is kept.
                max_messages_per_subject: if retention == RetentionPolicy::Limits { 1 } else { -1 },
                retention,
                max_age: KEPT,
                duplicate_window: WINDOW,
                // A full stream refuses what is new, which is then published later.
                discard: if retention == RetentionPolicy::Limits { DiscardPolicy::Old } else { DiscardPolicy::New },
                ..Config::default()
            };
            self.context.get_or_create_stream(config).await.map_err(broker)?;
        }
        Ok(())
    }

    pub async fn stream(&self, name: &str) -> Result<Stream, QueueError> {
        self.context.get_stream(name).await.map_err(broker)
    }

    /// A consumer with these settings, made anew if one of its name has others.
    pub async fn consumer(&self, stream: &str, config: pull::Config) -> Result<PullConsumer, QueueError> {
        match self.context.create_consumer_on_stream(config.clone(), stream).await {
            Ok(consumer) => Ok(consumer),
            Err(_) => {
                let name = config.durable_name.clone().unwrap_or_default();
                // It may not be there at all.
                let _ = self.context.delete_consumer_from_stream(&name, stream).await;
                self.context.create_consumer_on_stream(config, stream).await.map_err(broker)
            }
        }
    }

    /// The consumer of a run's messages in a work stream.
    pub fn consumer_config(name: String, filter: String, ack_wait: Duration, deliveries: i64) -> pull::Config {
        pull::Config {
            durable_name: Some(name),
            filter_subject: filter,
            ack_policy: AckPolicy::Explicit,
            ack_wait,
            max_deliver: deliveries,
            // Enough for every thread of any number of workers.
            max_ack_pending: 100_000,
            ..pull::Config::default()
        }
    }

    /// Publishes to a stream, and waits until it is kept; however often: what was removed meanwhile is there again.
    pub async fn publish_anew(&self, subject: String, payload: Vec<u8>) -> Result<(), PublishError> {
        self.context.publish(subject, payload.into()).await?.await.map(|_| ())
    }

    /// Publishes to a stream, and waits until it is kept. Messages of one id are kept once.
    pub async fn publish(&self, subject: &str, id: &str, payload: Vec<u8>) -> Result<(), PublishError> {
        self.publish_with(subject, id, HeaderMap::new(), payload).await
    }

    /// [`publish`](Self::publish) with headers.
    pub async fn publish_with(
        &self,
        subject: &str,
        id: &str,
        mut headers: HeaderMap,
        payload: Vec<u8>,
    ) -> Result<(), PublishError> {
        headers.insert("Nats-Msg-Id", id);
        let sent = self.context.publish_with_headers(subject.to_owned(), headers, payload.into()).await?;
        // The client waits no longer than for its requests.
        sent.await.map(|_| ())
    }

    /// The largest message that the broker takes.
    pub fn max_payload(&self) -> usize {
        self.client.server_info().max_payload.max(64 << 10)
    }
}

/// Whether it is of no use to publish the same again.
pub(super) fn is_hopeless(error: &PublishError) -> bool {
    error.kind() == PublishErrorKind::MaxPayloadExceeded
}

/// An address as it may be shown.
pub(super) fn without_password(url: &str) -> String {
    match (url.split_once("://"), url.rsplit_once('@')) {
        (Some((scheme, _)), Some((_, host))) => format!("{scheme}://{host}"),
        (None, Some((_, host))) => host.into(),
        _ => url.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_not_shown() {
        assert_eq!(without_password("nats://anna:secret@host:4222"), "nats://host:4222");
        assert_eq!(without_password("anna:se@cret@host"), "host");
        assert_eq!(without_password("nats://host"), "nats://host");
    }
}
