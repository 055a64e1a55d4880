//! The hands of `evolve --queue`: pieces are published, and outcomes taken from the broker until they are stored.

use super::super::books::Books;
use super::super::documents::{Done, Piece, Run};
use super::super::population::{STRETCH, stretch};
use super::super::wire::{MESSAGE, pack, unpack};
use super::link::{BrokerOptions, DONE, GAMES, Link, MEASURED, QueueError, RUN, WORK, broker, is_hopeless, subject};
use super::parts::{Label, Parts};
use crate::evolution::{EvolveError, Hands, Life, Outcome, Task};
use crate::store::ChildRecord;
use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::message::Acker;
use async_nats::jetstream::stream::LastRawMessageErrorKind;
use futures_util::StreamExt;
use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::{Duration, Instant};
use tokio::runtime::Runtime;

/// How often a piece is published that gets lost or that workers refuse.
const ROUNDS: u32 = 20;

/// How pieces are delivered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueueSettings {
    /// A worker that is not heard of for that long is taken for dead, and its pieces are delivered to another. Workers call three times as often.
    pub ack_wait: Duration,
    /// After so many deliveries without an outcome a piece is given up, as one that crashes whoever evaluates it.
    pub deliveries: u32,
}

impl Default for QueueSettings {
    fn default() -> Self {
        QueueSettings { ack_wait: Duration::from_secs(30), deliveries: 5 }
    }
}

impl QueueSettings {
    /// An outcome that is not acknowledged for that long comes again; it is then held already, and nothing happens.
    fn result_wait(&self) -> Duration {
        2 * self.ack_wait
    }

    /// How long a request for outcomes waits at the broker before it is renewed.
    fn request(&self) -> Duration {
        (self.ack_wait / 2).clamp(Duration::from_millis(500), Duration::from_secs(15))
    }

    /// How often the broker is looked after when nothing comes, and is to say that it is there.
    fn look(&self) -> Duration {
        self.request() / 3
    }
}

/// What comes from the broker.
enum Arrival {
    /// A part of an outcome.
    Part { label: Option<Label>, payload: Vec<u8>, acker: Box<Acker> },
    /// A worker says something.
    Note(String),
}

/// A piece that was published.
struct Waiting {
    piece: Piece,
    id: String,
    task: Task,
    /// How often it has been published; 0: not yet.
    round: u32,
    /// Whether that has succeeded the last time.
    sent: bool,
}

/// The workers of a broker, as the hands of a run.
pub struct QueueHands<'a> {
    runtime: Runtime,
    link: Link,
    run: Run,
    books: Books<'a>,
    settings: QueueSettings,
    arrivals: Receiver<Arrival>,
    parts: Parts<Acker>,
    /// How many stretches of the newest population are published.
    stretches: u64,
    waiting: BTreeMap<u64, Waiting>,
    numbers: HashMap<String, u64>,
    /// Outcomes that have come and are not stored yet.
    held: HashMap<String, (u64, Vec<Acker>)>,
    ready: VecDeque<(u64, Option<Outcome>)>,
    warn: Box<dyn FnMut(String) + 'a>,
    warned: HashSet<String>,
    heard: Instant,
    polled: Instant,
    /// How often in a row the broker knew nothing of what is waiting.
    missing: u32,
    /// Whether the broker answers when it is told, or asked, what was measured of known games.
    shares: bool,
}

impl<'a> QueueHands<'a> {
    /// Connects to a broker and announces the run; `warn` is told what a person should know.
    ///
    /// # Errors
    /// If the broker cannot be reached or has no JetStream.
    pub fn new(
        options: &BrokerOptions,
        settings: QueueSettings,
        run: Run,
        life: &'a dyn Life,
        warn: impl FnMut(String) + 'a,
    ) -> Result<QueueHands<'a>, QueueError> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.map_err(broker)?;
        let books = Books::new(&run, life);
        let (sender, arrivals) = mpsc::channel();
        let link = runtime.block_on(Link::connect(options, "ludogen evolve", false))?;
        runtime.block_on(alone(&link, books.run()))?;
        let hands = QueueHands {
            runtime,
            link,
            run,
            books,
            settings,
            arrivals,
            parts: Parts::new(),
            stretches: 0,
            waiting: BTreeMap::new(),
            numbers: HashMap::new(),
            held: HashMap::new(),
            ready: VecDeque::new(),
            warn: Box::new(warn),
            warned: HashSet::new(),
            heard: Instant::now(),
            polled: Instant::now(),
            missing: 0,
            shares: true,
        };
        hands.runtime.block_on(async {
            // A consumer of an earlier session holds back what it has delivered.
            let _ = hands.link.context.delete_consumer_from_stream(format!("done-{}", hands.books.run()), DONE).await;
            hands.announce().await
        })?;
        hands.runtime.spawn(listen(hands.link.clone(), hands.books.run().to_owned(), settings, sender.clone()));
        hands.runtime.spawn(notes(hands.link.clone(), hands.books.run().to_owned(), sender));
        Ok(hands)
    }

    /// Makes what the run needs of the broker, as far as it is not there.
    async fn announce(&self) -> Result<PullConsumer, QueueError> {
        self.link.make_streams().await?;
        let wait = self.settings.ack_wait;
        // One delivery more than pieces get: with it goes the outcome that says so.
        let deliveries = i64::from(self.settings.deliveries) + 1;
        let work = Link::consumer_config(
            format!("work-{}", self.books.run()),
            subject("work", self.books.run()),
            wait,
            deliveries,
        );
        let consumer = self.link.consumer(WORK, work).await?;
        self.link.consumer(DONE, done_config(self.books.run(), &self.settings)).await?;
        let run = pack(&self.run)?;
        self.link.publish_anew(subject("run", self.books.run()), run).await.map_err(broker)?;
        Ok(consumer)
    }

    /// Tells what a person should know, once.
    fn warn(&mut self, message: String) {
        if self.warned.insert(message.clone()) {
            (self.warn)(message);
        }
    }

    /// Publishes what is not published yet, as far as the broker takes it.
    fn publish(&mut self) -> Result<(), EvolveError> {
        if self.waiting.values().all(|waiting| waiting.sent) {
            return Ok(());
        }
        let (link, id) = (self.link.clone(), self.books.run().to_owned());
        if let Some(view) = self.books.newest().cloned() {
            while (self.stretches + 1) * STRETCH <= view.last().0 {
                let number = self.stretches;
                let packed = pack(&stretch(&view, number * STRETCH, STRETCH)).map_err(hands)?;
                let to = format!("{}.{number}", subject("games", &id));
                match self.runtime.block_on(link.publish_anew(to, packed)) {
                    Ok(()) => self.stretches += 1,
                    Err(e) => return self.not_published(e),
                }
            }
        }
        for number in self.waiting.iter().filter(|(_, w)| !w.sent).map(|(&n, _)| n).collect::<Vec<_>>() {
            let Some(waiting) = self.waiting.get_mut(&number) else { continue };
            let packed = pack(&waiting.piece).map_err(hands)?;
            let message = format!("{}-{}-{}", id, waiting.id, waiting.round);
            match self.runtime.block_on(link.publish(&subject("work", &id), &message, packed)) {
                Ok(()) => waiting.sent = true,
                Err(e) => return self.not_published(e),
            }
        }
        Ok(())
    }

    /// What was not published is tried again later, unless that is hopeless.
    fn not_published(&mut self, error: async_nats::jetstream::context::PublishError) -> Result<(), EvolveError> {
        if is_hopeless(&error) {
            return Err(hands("a piece of work is larger than the broker's max_payload: raise that"));
        }
        self.warn(format!("the broker takes no work ({error}); it is tried again"));
        Ok(())
    }

    fn arrived(&mut self, arrival: Arrival) -> Result<(), EvolveError> {
        self.heard = Instant::now();
        match arrival {
            Arrival::Note(text) => self.note(&text),
            Arrival::Part { label: None, acker, .. } => self.acknowledge(vec![*acker]),
            Arrival::Part { label: Some(label), payload, acker } => {
                let acker = *acker;
                if let Some((_, ackers)) = self.held.get_mut(&label.piece) {
                    // It has come before, and has not been stored in time.
                    ackers.push(acker);
                    return Ok(());
                }
                if !self.numbers.contains_key(&label.piece) {
                    // Stored already, done twice, or of another time.
                    let mut ackers = self.parts.drop_piece(&label.piece);
                    ackers.push(acker);
                    self.acknowledge(ackers);
                    return Ok(());
                }
                if let Some((bytes, ackers)) = self.parts.add(&label, payload, acker) {
                    return self.outcome(&label.piece, &bytes, ackers);
                }
            }
        }
        Ok(())
    }

    /// A whole outcome of a piece that is waited for.
    fn outcome(&mut self, piece: &str, bytes: &[u8], mut ackers: Vec<Acker>) -> Result<(), EvolveError> {
        let Some(&number) = self.numbers.get(piece) else { return Ok(()) };
        let Some(waiting) = self.waiting.get(&number) else { return Ok(()) };
        let done = unpack::<Done>(bytes, MESSAGE).map_err(|e| e.to_string()).and_then(|done| {
            let right = done.piece == piece;
            let sound = right.then(|| self.books.accept(&waiting.task, done.outcome)).flatten();
            sound.ok_or_else(|| "it does not answer the piece".to_string())
        });
        match done {
            Ok(outcome) => {
                if let Some(waiting) = self.waiting.remove(&number) {
                    self.share(&waiting.task, &outcome);
                }
                self.numbers.remove(piece);
                ackers.extend(self.parts.drop_piece(piece));
                self.held.insert(piece.into(), (number, ackers));
                self.ready.push_back((number, Some(outcome)));
                Ok(())
            }
            Err(why) => {
                let name = waiting.piece.name();
                self.acknowledge(ackers);
                self.warn(format!("an outcome of {name} cannot be used: {why}"));
                self.again(number, &why)
            }
        }
    }

    /// Keeps what was found of a known game at the broker, for others who have measured nothing yet.
    fn share(&mut self, task: &Task, outcome: &Outcome) {
        let (true, Some(key), Outcome::Seed(found)) = (self.shares, self.books.kept_under(task), outcome) else {
            return;
        };
        // What the guard of the clock has ended may come out otherwise the next time.
        let packed = pack(&**found).ok().filter(|packed| !found.guard_fired && packed.len() < self.link.max_payload());
        let Some(packed) = packed else { return };
        // If it gets lost, others measure the game themselves; a broker that does not answer is not told of every game.
        self.shares = self.runtime.block_on(self.link.publish(&subject("measured", &key), &key, packed)).is_ok();
    }

    /// What another coordinator has found of a known game, by the same program with the same settings.
    fn shared(&mut self, task: &Task) -> Option<Outcome> {
        let key = self.books.kept_under(task).filter(|_| self.shares)?;
        let found = self.runtime.block_on(async {
            let stream = self.link.stream(MEASURED).await?;
            match stream.get_last_raw_message_by_subject(&subject("measured", &key)).await {
                Ok(found) => Ok(Some(found.payload)),
                Err(error) if error.kind() == LastRawMessageErrorKind::NoMessageFound => Ok(None),
                Err(error) => Err(broker(error)),
            }
        });
        self.shares &= found.is_ok();
        let record = unpack::<ChildRecord>(&found.ok()??, MESSAGE).ok()?;
        self.books.accept(task, Outcome::Seed(Box::new(record)))
    }

    /// Publishes a piece once more.
    fn again(&mut self, number: u64, why: &str) -> Result<(), EvolveError> {
        let Some(waiting) = self.waiting.get_mut(&number) else { return Ok(()) };
        waiting.round += 1;
        waiting.sent = false;
        if waiting.round > ROUNDS {
            return Err(hands(format!("nobody can do {}: {why}", waiting.piece.name())));
        }
        Ok(())
    }

    fn note(&mut self, text: &str) {
        match text.strip_prefix("missing ") {
            // A worker asks for games that the broker does not have any more.
            Some(after) => self.stretches = self.stretches.min(after.parse().unwrap_or(0) / STRETCH),
            None => self.warn(text.chars().filter(|c| !c.is_control()).take(500).collect()),
        }
    }

    fn acknowledge(&self, ackers: Vec<Acker>) {
        self.runtime.block_on(async {
            for acker in ackers {
                // If that gets lost the outcome comes again, and is acknowledged then.
                let _ = acker.ack().await;
            }
        });
    }

    /// Looks after the broker: whether it still has what is waited for, and whether anybody works.
    fn look(&mut self) -> Result<(), EvolveError> {
        self.polled = Instant::now();
        let found = self.runtime.block_on(async {
            let work =
                self.link.context.get_consumer_from_stream::<async_nats::jetstream::consumer::pull::Config, _, _>(
                    format!("work-{}", self.books.run()),
                    WORK,
                );
            let done = self
                .link
                .stream(DONE)
                .await?
                .consumer_info(format!("done-{}", self.books.run()))
                .await
                .map_err(broker)?;
            let work = work.await.map_err(broker)?.get_info().await.map_err(broker)?;
            Ok::<_, QueueError>((work, done))
        });
        let Ok((work, done)) = found else {
            // Gone, or not to be reached: in either case it is made again, which does no harm.
            match self.runtime.block_on(self.announce()) {
                Ok(_) => {
                    self.stretches = 0;
                    return self.lost("the broker has lost it");
                }
                Err(error) => self.warn(format!("{error}; it is tried again")),
            }
            return Ok(());
        };
        if work.num_waiting == 0 && work.num_ack_pending == 0 && self.heard.elapsed() > 6 * self.settings.look() {
            self.warn(format!(
                "nobody works for this run ({}); start `ludogen worker` with the same broker",
                self.books.run()
            ));
        }
        let nothing = work.num_pending == 0 && work.num_ack_pending == 0 && done.num_pending == 0;
        let here = self.held.values().map(|(_, ackers)| ackers.len()).sum::<usize>() + self.parts.len();
        // What comes is only counted as missing when it is not on its way either.
        self.missing = if nothing && done.num_ack_pending <= here { self.missing + 1 } else { 0 };
        if self.missing >= 2 {
            return self.lost("the broker does not have it any more");
        }
        Ok(())
    }

    /// Publishes all that is waited for once more.
    fn lost(&mut self, why: &str) -> Result<(), EvolveError> {
        self.missing = 0;
        let numbers: Vec<u64> = self.waiting.iter().filter(|(_, w)| w.sent).map(|(&n, _)| n).collect();
        numbers.into_iter().try_for_each(|number| self.again(number, why))?;
        self.publish()
    }

    /// Ends the run at the broker: nothing of it is wanted any more.
    pub fn finish(self) {
        let (link, id) = (self.link.clone(), self.books.run().to_owned());
        self.runtime.block_on(async {
            // What cannot be removed is forgotten by the broker in time.
            for (stream, what) in [(RUN, "run"), (GAMES, "games"), (WORK, "work"), (DONE, "done")] {
                let filter = if stream == GAMES { format!("{}.*", subject(what, &id)) } else { subject(what, &id) };
                if let Ok(stream) = link.stream(stream).await {
                    let _ = stream.purge().filter(filter).await;
                }
            }
            let _ = link.context.delete_consumer_from_stream(format!("work-{id}"), WORK).await;
            let _ = link.context.delete_consumer_from_stream(format!("done-{id}"), DONE).await;
        });
        self.leave();
    }

    /// Leaves the broker with what it has, for the next session.
    pub fn leave(self) {
        // Acknowledgements are on their way.
        let _ = self
            .runtime
            .block_on(async { tokio::time::timeout(Duration::from_secs(2), self.link.client.flush()).await });
        self.runtime.shutdown_timeout(Duration::from_millis(200));
    }
}

fn hands(error: impl std::fmt::Display) -> EvolveError {
    EvolveError::Hands(error.to_string())
}

fn done_config(run: &str, settings: &QueueSettings) -> async_nats::jetstream::consumer::pull::Config {
    Link::consumer_config(format!("done-{run}"), subject("done", run), settings.result_wait(), -1)
}

/// How often the broker is asked who takes the outcomes of a run, and how often in succession the answer must be nobody: whoever takes them asks anew when a
/// request expires, and between two requests nobody seems to.
const LOOK: Duration = Duration::from_millis(250);
const FREE_LOOKS: u32 = 5;

/// Waits until nobody else takes the outcomes of a run: two that did would each miss what the other has taken.
async fn alone(link: &Link, run: &str) -> Result<(), QueueError> {
    let since = Instant::now();
    let mut free = 0;
    while free < FREE_LOOKS {
        let Ok(stream) = link.stream(DONE).await else { return Ok(()) };
        let Ok(there) = stream.consumer_info(format!("done-{run}")).await else { return Ok(()) };
        // What a coordinator that has died asked for is forgotten by then; it may have had other settings.
        let its = QueueSettings { ack_wait: there.config.ack_wait / 2, ..QueueSettings::default() };
        if there.num_waiting == 0 {
            free += 1;
        } else if since.elapsed() > its.request() + its.look() {
            return Err(QueueError::Taken { run: run.into() });
        } else {
            free = 0;
        }
        tokio::time::sleep(LOOK).await;
    }
    Ok(())
}

/// Takes outcomes from the broker as they come, whatever becomes of it meanwhile.
async fn listen(link: Link, run: String, settings: QueueSettings, sender: Sender<Arrival>) {
    loop {
        // The first look or the announcement makes it again where it is gone.
        if let Ok(consumer) = link.consumer(DONE, done_config(&run, &settings)).await {
            let messages = consumer.stream().max_messages_per_batch(64).heartbeat(settings.look());
            if let Ok(mut messages) = messages.expires(settings.request()).messages().await {
                while let Some(Ok(message)) = messages.next().await {
                    let header = message.headers.as_ref().and_then(|headers| headers.get(Label::HEADER));
                    let label = header.and_then(|label| Label::read(label.as_str()));
                    let (message, acker) = message.split();
                    let arrival = Arrival::Part { label, payload: message.payload.to_vec(), acker: Box::new(acker) };
                    if sender.send(arrival).is_err() {
                        return;
                    }
                }
            }
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
}

/// Listens to what workers say.
async fn notes(link: Link, run: String, sender: Sender<Arrival>) {
    let Ok(mut notes) = link.client.subscribe(subject("note", &run)).await else { return };
    while let Some(note) = notes.next().await {
        let text = String::from_utf8_lossy(&note.payload).into_owned();
        if sender.send(Arrival::Note(text)).is_err() {
            return;
        }
    }
}

impl Hands<Task, Outcome, EvolveError> for QueueHands<'_> {
    fn most(&self) -> usize {
        // As many as the lag lets be begun; known games wait for nothing.
        4_096
    }

    fn begin(&mut self, number: u64, task: Task) -> Result<(), EvolveError> {
        if let Some(kept) = self.books.recall(&task) {
            self.share(&task, &kept);
            self.ready.push_back((number, Some(kept)));
            return Ok(());
        }
        if let Some(kept) = self.shared(&task) {
            self.ready.push_back((number, Some(kept)));
            return Ok(());
        }
        let mut piece = self.books.piece(&task);
        // The games since the last stretch that is sent by itself.
        piece.tail = task.view().map(|view| stretch(view, view.last().0 / STRETCH * STRETCH, STRETCH));
        self.books.leave(&task);
        let id = piece.id();
        self.numbers.insert(id.clone(), number);
        self.waiting.insert(number, Waiting { piece, id, task, round: 0, sent: false });
        self.publish()
    }

    fn finished(&mut self, wait: Duration) -> Result<Option<(u64, Option<Outcome>)>, EvolveError> {
        if let Some(ready) = self.ready.pop_front() {
            return Ok(Some(ready));
        }
        if let Ok(arrival) = self.arrivals.recv_timeout(wait) {
            self.arrived(arrival)?;
            while let Ok(arrival) = self.arrivals.try_recv() {
                self.arrived(arrival)?;
            }
        }
        self.publish()?;
        if self.polled.elapsed().min(self.heard.elapsed()) > self.settings.look() && !self.waiting.is_empty() {
            self.look()?;
        }
        Ok(self.ready.pop_front())
    }

    fn admitted(&mut self, number: u64) -> Result<(), EvolveError> {
        // Committed: now, and not before, the outcome may be forgotten.
        let stored: Vec<String> =
            self.held.iter().filter(|(_, (of, _))| *of == number).map(|(piece, _)| piece.clone()).collect();
        for piece in stored {
            if let Some((_, ackers)) = self.held.remove(&piece) {
                self.acknowledge(ackers);
            }
        }
        Ok(())
    }

    fn close(&mut self) {
        // What is published stays: its outcome is kept for the next session.
        self.ready.extend(std::mem::take(&mut self.waiting).into_keys().map(|number| (number, None)));
        self.numbers.clear();
    }
}
