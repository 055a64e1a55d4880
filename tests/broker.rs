//! Workers and a real broker: whoever dies when, the population is that of one thread.
#![cfg(feature = "queue")]

#[path = "broker/access.rs"]
mod access;
mod place;
#[path = "broker/proxy.rs"]
mod proxy;

use ludogen::criticism::Profile;
use ludogen::evolution::Recipe;
use ludogen::queue::{Run, pack};
use ludogen::store::{Fate, Reader, Step};
use place::{Place, RECIPE, SEED};
use proxy::Proxy;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// A NATS server with JetStream that can be killed and comes back with what it had.
struct Broker {
    port: u16,
    folder: PathBuf,
    process: Child,
}

impl Broker {
    fn start(place: &Place) -> Broker {
        // A port that was free a moment ago.
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let folder = place.path("broker");
        let process = Broker::spawn(port, &folder, None);
        Broker { port, folder, process }
    }

    /// One that asks who is there, as its configuration says.
    fn guarded(place: &Place, configuration: &str) -> Broker {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let (folder, file) = (place.path("broker"), place.path("broker.conf"));
        fs::write(&file, configuration).unwrap();
        let process = Broker::spawn(port, &folder, Some(&file));
        Broker { port, folder, process }
    }

    fn spawn(port: u16, folder: &PathBuf, configuration: Option<&PathBuf>) -> Child {
        let mut command = Command::new("nats-server");
        if let Some(file) = configuration {
            command.arg("-c").arg(file);
        }
        let mut process = command
            .args(["-a", "127.0.0.1", "-p", &port.to_string(), "-js", "-sd"])
            .arg(folder)
            .stdout(Stdio::null())
            .stderr(File::create(folder.with_extension("log")).unwrap())
            .spawn()
            .expect("nats-server, which tests/run installs: apt-get install nats-server");
        for _ in 0..200 {
            if TcpStream::connect(("127.0.0.1", port)).is_ok() {
                return process;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        process.kill().unwrap();
        process.wait().unwrap();
        panic!("the broker does not come up: {}", fs::read_to_string(folder.with_extension("log")).unwrap());
    }

    fn kill_and_restart(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
        self.process = Broker::spawn(self.port, &self.folder, None);
    }

    fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Publishes, as anybody can who gets at the broker.
    fn publish(&self, messages: &[(String, Vec<u8>)]) {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.write_all(b"CONNECT {\"verbose\":false}\r\n").unwrap();
        for (subject, payload) in messages {
            write!(stream, "PUB {subject} {}\r\n", payload.len()).unwrap();
            stream.write_all(payload).unwrap();
            stream.write_all(b"\r\n").unwrap();
        }
        // The answer to a ping comes after what was published.
        stream.write_all(b"PING\r\n").unwrap();
        let mut lines = BufReader::new(stream).lines();
        while !lines.next().unwrap().unwrap().contains("PONG") {}
    }

    /// Waits until a number that the broker tells of a run's consumer of `what` (work, done) is not 0.
    fn wait_until_some(&self, number: &str, what: &str, run: &str) {
        let stream = format!("LUDOGEN_{}", what.to_uppercase());
        let since = Instant::now();
        loop {
            let told = self.consumer(&stream, &format!("{what}-{run}"));
            if told[number].as_u64().unwrap_or(0) > 0 {
                return;
            }
            assert!(since.elapsed() < Duration::from_secs(100), "no {number} of {what}: {told}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// What the broker says of a consumer; an error where it is not there.
    fn consumer(&self, stream: &str, name: &str) -> serde_json::Value {
        let mut connection = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        let request = format!("SUB answer 1\r\nPUB $JS.API.CONSUMER.INFO.{stream}.{name} answer 0\r\n\r\n");
        connection.write_all(b"CONNECT {\"verbose\":false}\r\n").unwrap();
        connection.write_all(request.as_bytes()).unwrap();
        let mut lines = BufReader::new(connection).lines().map(Result::unwrap);
        lines.find(|line| line.starts_with("MSG answer")).unwrap();
        serde_json::from_str(&lines.next().unwrap()).unwrap()
    }
}

impl Drop for Broker {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A process that ends with the test.
struct Ends(Child);

impl Drop for Ends {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn worker(broker: &Broker, place: &Place, name: &str, more: &[&str]) -> Ends {
    let log = File::options().create(true).append(true).open(place.path(name)).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludogen"));
    command.args(["worker", &broker.url(), "--threads", "1", "--no-cache", "--json"]).args(more);
    Ends(command.stdout(log).stderr(Stdio::null()).spawn().unwrap())
}

fn coordinator(broker: &Broker, place: &Place, population: &str, children: u32, more: &[&str]) -> Command {
    let mut command = place.evolve(population, children, 1);
    command.args(["--queue", &broker.url(), "--ack-wait", "2"]).args(more);
    command
}

/// Waits for the end of a process; its standard error if it fails.
fn ended(mut process: Ends, within: Duration) -> bool {
    let since = Instant::now();
    loop {
        if let Some(status) = process.0.try_wait().unwrap() {
            let mut said = String::new();
            process.0.stderr.take().unwrap().read_to_string(&mut said).unwrap();
            assert!(status.success(), "{said}");
            return true;
        }
        if since.elapsed() > within {
            return false;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
}

fn run(place: &Place) -> Run {
    let recipe = Recipe::parse(RECIPE, "recipe").unwrap();
    let games = place.games();
    let games = games.iter().map(|game| (game.name.as_str(), game.text.as_str()));
    Run::new(&recipe, &Profile::of_new_games(), SEED, games).unwrap()
}

#[test]
fn a_run_with_workers_and_a_broker_that_are_killed_is_that_of_one_thread() {
    let place = Place::new();
    let children = 40;
    let alone = place.evolve("one.db", children, 1).output().unwrap();
    assert!(alone.status.success(), "{}", String::from_utf8_lossy(&alone.stderr));

    let mut broker = Broker::start(&place);
    let quiet = |mut command: Command| Ends(command.stdout(Stdio::null()).spawn().unwrap());
    let deliveries = ["--deliveries", "100"];
    let mut evolve = quiet(coordinator(&broker, &place, "killed.db", children, &deliveries));
    let mut workers = [worker(&broker, &place, "a", &[]), worker(&broker, &place, "b", &[])];
    // Everybody dies once or twice, the broker too, at moments that differ with the speed of the machine.
    let mut kills = 0;
    for victim in [0, 2, 1, 3, 0, 2, 1, 3] {
        std::thread::sleep(Duration::from_millis(700));
        if evolve.0.try_wait().unwrap().is_some() {
            break;
        }
        kills += 1;
        match victim {
            2 => broker.kill_and_restart(),
            3 => {
                // It lets the population go before the next takes it.
                evolve.0.kill().unwrap();
                evolve.0.wait().unwrap();
                evolve = quiet(coordinator(&broker, &place, "killed.db", children, &deliveries));
            }
            n => workers[n] = worker(&broker, &place, ["a", "b"][n], &[]),
        }
    }
    assert!(kills >= 3, "{kills} kills");
    assert!(ended(evolve, Duration::from_secs(400)), "the run does not end");
    assert!(place.report("killed.db") == place.report("one.db"), "the kills changed the population");
}

#[test]
fn what_one_coordinator_has_measured_another_need_not() {
    let place = Place::new();
    let broker = Broker::start(&place);
    let games = |broker: &Broker, population: &str, cache: &str| {
        let mut command = place.run(population, 0, 1);
        command.args(["--queue", &broker.url(), "--cache"]).arg(place.path(cache));
        Ends(command.stdout(Stdio::null()).spawn().unwrap())
    };
    let helper = worker(&broker, &place, "log", &[]);
    assert!(ended(games(&broker, "first.db", "here"), Duration::from_secs(200)), "the known games are not measured");
    drop(helper);
    // There is no worker any more, and nothing on this machine.
    assert!(ended(games(&broker, "second.db", "there"), Duration::from_secs(60)), "the second run waits for somebody");
    assert!(place.report("first.db") == place.report("second.db"));
    // From the folder it goes to a broker that knows nothing yet, and from there to a third.
    let folder = Place::new();
    let other = Broker::start(&folder);
    assert!(ended(games(&other, "third.db", "there"), Duration::from_secs(60)));
    assert!(ended(games(&other, "fourth.db", "elsewhere"), Duration::from_secs(60)));
    assert!(place.report("first.db") == place.report("fourth.db"));
}

/// Two would take each other's outcomes; the first goes on as if nothing had been.
#[test]
fn a_run_has_one_coordinator() {
    let place = Place::new();
    let broker = Broker::start(&place);
    let quiet = |mut command: Command| Ends(command.stdout(Stdio::null()).spawn().unwrap());
    let first = quiet(coordinator(&broker, &place, "first.db", 2, &[]));
    // It waits for outcomes.
    broker.wait_until_some("num_waiting", "done", &run(&place).id());
    let second = coordinator(&broker, &place, "second.db", 2, &[]).output().unwrap();
    let said = String::from_utf8_lossy(&second.stderr);
    assert!(!second.status.success() && said.contains("another `ludogen evolve` breeds this run"), "{said}");
    let helper = worker(&broker, &place, "log", &[]);
    assert!(ended(first, Duration::from_secs(200)));
    drop(helper);
}

#[test]
fn what_crashes_whoever_evaluates_it_is_given_up_with_its_rules() {
    let place = Place::new();
    let known = place.evolve("p.db", 1, 2).output().unwrap();
    assert!(known.status.success());
    let broker = Broker::start(&place);
    let mut command = coordinator(&broker, &place, "p.db", 12, &["--deliveries", "1"]);
    let evolve = Ends(command.stdout(Stdio::null()).spawn().unwrap());
    let first = worker(&broker, &place, "first", &[]);
    // It is stopped with a piece in its hands: from then on nobody hears of it.
    broker.wait_until_some("num_ack_pending", "work", &run(&place).id());
    let stopped = Command::new("kill").args(["-STOP", &first.0.id().to_string()]).status().unwrap();
    assert!(stopped.success());
    let _second = worker(&broker, &place, "second", &[]);
    assert!(ended(evolve, Duration::from_secs(200)), "the run does not end");
    let reader = Reader::open(&place.path("p.db")).unwrap();
    let games = reader.games().unwrap();
    let given_up: Vec<_> = games.iter().filter(|game| game.reason == "crashed the evaluator 1 times").collect();
    assert_eq!(given_up.len(), 1, "{:?}", games.iter().map(|game| &game.reason).collect::<Vec<_>>());
    assert_eq!(given_up[0].fate, Fate::Rejected(Step::Safety));
    let rules = reader.text(given_up[0].id).unwrap();
    assert!(ludogen::language::parse(&rules).is_ok(), "{rules}");
}

#[test]
fn what_anybody_sends_changes_nothing_and_other_versions_are_refused() {
    let place = Place::new();
    let alone = place.evolve("one.db", 3, 2).output().unwrap();
    assert!(alone.status.success());
    let broker = Broker::start(&place);
    let mut command = coordinator(&broker, &place, "p.db", 3, &[]);
    let mut evolve = Ends(command.stdout(File::create(place.path("events")).unwrap()).spawn().unwrap());
    let ours = run(&place);
    let newer = Run { program: "9.9.9 (sources 0)".into(), ..ours.clone() };
    // The streams are there, and the coordinator waits for outcomes.
    broker.wait_until_some("num_waiting", "done", &ours.id());
    let junk: Vec<u8> = (0..2_000u32).map(|n| (n * 7_919 % 251) as u8).collect();
    let bomb = pack(&vec![0u8; 40 << 20]).unwrap();
    let mut messages = vec![
        (format!("ludogen.run.{}", newer.id()), pack(&newer).unwrap()),
        ("ludogen.run.feedfacefeedface".into(), junk.clone()),
        (format!("ludogen.note.{}", ours.id()), b"missing 999999999999999999999".to_vec()),
    ];
    for what in ["work", "done", "note", "games"] {
        let subject = format!("ludogen.{what}.{}{}", ours.id(), if what == "games" { ".0" } else { "" });
        for payload in [&junk, &Vec::new(), &bomb, &pack(&(1, "x")).unwrap()] {
            messages.push((subject.clone(), payload.clone()));
        }
    }
    broker.publish(&messages);
    let _worker = worker(&broker, &place, "log", &[]);
    let since = Instant::now();
    while evolve.0.try_wait().unwrap().is_none() {
        assert!(since.elapsed() < Duration::from_secs(200), "the run does not end");
        std::thread::sleep(Duration::from_millis(100));
    }
    assert!(place.report("p.db") == place.report("one.db"));
    let log = fs::read_to_string(place.path("log")).unwrap();
    assert!(log.contains("the program is 9.9.9 (sources 0) there and"), "{log}");
    assert!(log.contains("\"event\":\"trouble\""), "{log}");
}

#[test]
fn a_broker_that_is_not_there_is_said_so() {
    let place = Place::new();
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let url = format!("nats://anna:secret@127.0.0.1:{port}");
    let output = place.evolve("p.db", 1, 1).args(["--queue", &url]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(message.contains(&format!("nats://127.0.0.1:{port}")) && !message.contains("secret"), "{message}");
    let output = place.evolve("p.db", 1, 1).args(["--queue", &url, "--creds", "no-such-file"]).output().unwrap();
    assert!(String::from_utf8_lossy(&output.stderr).contains("no-such-file"));
}

/// Runs three children by a worker and a coordinator that reach the broker by these arguments; the report.
fn run_by(place: &Place, population: &str, url: &str, access: &[&str]) -> Vec<(String, Vec<u8>)> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludogen"));
    command.args(["worker", url, "--threads", "1", "--no-cache", "--json"]).args(access);
    let _worker = Ends(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap());
    let mut command = place.evolve(population, 3, 1);
    command.args(["--queue", url, "--ack-wait", "2"]).args(access);
    let evolve = Ends(command.stdout(Stdio::null()).spawn().unwrap());
    assert!(ended(evolve, Duration::from_secs(200)), "the run does not end");
    place.report(population)
}

/// What `evolve` says to a broker that does not let it in.
fn refused(place: &Place, url: &str, access: &[&str]) -> String {
    let output = place.evolve("refused.db", 1, 1).args(["--queue", url]).args(access).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{access:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn who_is_who_is_said_by_certificates_and_credentials() {
    let place = Place::new();
    let alone = place.evolve("one.db", 3, 2).output().unwrap();
    assert!(alone.status.success());
    let wanted = place.report("one.db");
    access::certificates(place.folder.path());
    let of_operator = access::credentials(place.folder.path());
    let at = |name: &str| place.path(name).display().to_string();
    let [ca, other, certificate, key] = ["ca.pem", "other.pem", "client.pem", "client.key"].map(at);
    let [user, stranger] = ["user.creds", "stranger.creds"].map(at);
    let tls = format!(
        "tls {{ cert_file: {:?}, key_file: {:?}, ca_file: {ca:?}, verify: true }}\n",
        at("server.pem"),
        at("server.key")
    );

    // The broker and the others show certificates of one authority.
    {
        let broker = Broker::guarded(&place, &tls);
        let known = ["--tls-ca", &ca, "--tls-cert", &certificate, "--tls-key", &key];
        for scheme in ["tls", "nats"] {
            let url = format!("{scheme}://127.0.0.1:{}", broker.port);
            assert!(run_by(&place, &format!("{scheme}.db"), &url, &known) == wanted, "{scheme}");
        }
        let url = format!("tls://127.0.0.1:{}", broker.port);
        // Without a certificate of its own, and with another authority than the broker's.
        refused(&place, &url, &["--tls-ca", &ca]);
        let said = refused(&place, &url, &["--tls-ca", &other, "--tls-cert", &certificate, "--tls-key", &key]);
        assert!(said.contains(&url), "{said}");
        let said = refused(&place, &url, &["--tls-ca", &at("no-such-file")]);
        assert!(said.contains("no-such-file"), "{said}");
    }
    // A credentials file, with TLS and without.
    for (round, (tls, access)) in
        [(String::new(), vec![]), (tls.replace("verify: true", "verify: false"), vec!["--tls-ca", &ca])]
            .into_iter()
            .enumerate()
    {
        let _ = fs::remove_dir_all(place.path("broker"));
        let broker = Broker::guarded(&place, &format!("{of_operator}{tls}"));
        let url = broker.url();
        let with = |creds: &'_ str| -> Vec<String> {
            access.iter().map(|s| s.to_string()).chain(["--creds".into(), creds.into()]).collect()
        };
        let let_in = with(&user);
        let let_in: Vec<&str> = let_in.iter().map(String::as_str).collect();
        assert!(run_by(&place, &format!("creds-{round}.db"), &url, &let_in) == wanted, "round {round}");
        let kept_out = with(&stranger);
        let kept_out: Vec<&str> = kept_out.iter().map(String::as_str).collect();
        refused(&place, &url, &kept_out);
        refused(&place, &url, &access);
    }
    // A name and a password in the address.
    let _ = fs::remove_dir_all(place.path("broker"));
    let broker = Broker::guarded(&place, "authorization { user: anna, password: secret }\n");
    let url = format!("nats://anna:secret@127.0.0.1:{}", broker.port);
    assert!(run_by(&place, "password.db", &url, &[]) == wanted);
    let said = refused(&place, &url.replace("secret", "guess"), &[]);
    assert!(!said.contains("guess"), "{said}");
}

#[test]
fn messages_that_are_lost_or_late_change_nothing() {
    let place = Place::new();
    let children = 10;
    let alone = place.evolve("one.db", children, 2).output().unwrap();
    assert!(alone.status.success());
    let broker = Broker::start(&place);
    let proxy = Proxy::before(broker.port);
    let url = format!("nats://127.0.0.1:{}", proxy.port);
    let mut command = place.evolve("p.db", children, 1);
    command.args(["--queue", &url, "--ack-wait", "2", "--deliveries", "100"]);
    let evolve = Ends(command.stdout(File::create(place.path("events")).unwrap()).spawn().unwrap());
    // Once all are in, one message in twelve is lost, whatever it is: work, outcomes, acknowledgements, what is asked of the broker and its answers.
    let workers: Vec<Ends> = ["a", "b"]
        .into_iter()
        .map(|name| {
            let log = File::create(place.path(name)).unwrap();
            let mut command = Command::new(env!("CARGO_BIN_EXE_ludogen"));
            command.args(["worker", &url, "--threads", "1", "--no-cache", "--json"]);
            Ends(command.stdout(log).stderr(Stdio::null()).spawn().unwrap())
        })
        .collect();
    let id = run(&place).id();
    broker.wait_until_some("num_waiting", "done", &id);
    broker.wait_until_some("num_ack_pending", "work", &id);
    proxy.toll.late.store(400, Ordering::Relaxed);
    proxy.toll.lost.store(12, Ordering::Relaxed);
    assert!(ended(evolve, Duration::from_secs(500)), "the run does not end");
    drop(workers);
    let [lost, late] = [0, 1].map(|at| proxy.toll.counts[at].load(Ordering::Relaxed));
    println!("{lost} messages lost, {late} late");
    assert!(lost >= 5 && late >= 5, "{lost} lost, {late} late");
    assert!(place.report("p.db") == place.report("one.db"), "lost messages changed the population");
}
