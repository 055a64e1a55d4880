//! What a broker asks of those it lets in: certificates, made with openssl, and credentials, signed with keys of our own.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use nkeys::KeyPair;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::process::Command;

fn openssl(folder: &Path, args: &str) {
    let output = Command::new("openssl").args(args.split(' ')).current_dir(folder).output().expect("openssl");
    assert!(output.status.success(), "openssl {args}: {}", String::from_utf8_lossy(&output.stderr));
}

/// Makes an authority in a folder (`ca.pem`), and certificates with keys that it vouches for: `server` for this machine, and `client`.
/// `other.pem` is an authority that vouches for neither.
pub fn certificates(folder: &Path) {
    for (name, who) in [("ca", "Authority"), ("other", "Somebody")] {
        let subject = format!("/CN={who}");
        openssl(
            folder,
            &format!(
                "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj {subject} -keyout {name}.key -out {name}.pem"
            ),
        );
    }
    fs::write(folder.join("names"), "subjectAltName=IP:127.0.0.1,DNS:localhost\n").unwrap();
    for name in ["server", "client"] {
        openssl(
            folder,
            &format!(
                "req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN={name} -keyout {name}.key -out {name}.csr"
            ),
        );
        openssl(
            folder,
            &format!(
                "x509 -req -in {name}.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile names -out {name}.pem"
            ),
        );
    }
}

/// A claim, signed by whoever issues it.
fn token(issuer: &KeyPair, subject: &KeyPair, name: &str, claims: Value) -> String {
    let part = |value: &Value| BASE64_URL_SAFE_NO_PAD.encode(value.to_string());
    let head = part(&json!({ "typ": "JWT", "alg": "ed25519-nkey" }));
    let body = part(&json!({
        "jti": subject.public_key(),
        "iat": 1_700_000_000,
        "iss": issuer.public_key(),
        "sub": subject.public_key(),
        "name": name,
        "nats": claims,
    }));
    let signed = issuer.sign(format!("{head}.{body}").as_bytes()).unwrap();
    format!("{head}.{body}.{}", BASE64_URL_SAFE_NO_PAD.encode(signed))
}

/// A broker's operator with one account, and a user of it. Writes `user.creds`, and `stranger.creds` of a user whom nobody has let in; returns what
/// the broker's configuration says.
pub fn credentials(folder: &Path) -> String {
    let (operator, account) = (KeyPair::new_operator(), KeyPair::new_account());
    let (user, stranger, elsewhere) = (KeyPair::new_user(), KeyPair::new_user(), KeyPair::new_account());
    let said_by_operator = token(&operator, &operator, "operator", json!({ "type": "operator", "version": 2 }));
    let limits = json!({
        "subs": -1, "data": -1, "payload": -1, "imports": -1, "exports": -1, "wildcards": true, "conn": -1, "leaf": -1,
        "mem_storage": -1, "disk_storage": -1, "streams": -1, "consumer": -1,
    });
    let claims = json!({ "type": "account", "version": 2, "limits": limits });
    let of_account = token(&operator, &account, "runs", claims);
    // The broker's own account, which has to be there and has no JetStream itself.
    let system = KeyPair::new_account();
    let claims = json!({ "type": "account", "version": 2, "limits": { "subs": -1, "data": -1, "payload": -1, "conn": -1, "wildcards": true } });
    let of_system = token(&operator, &system, "system", claims);
    for (file, issuer, of) in [("user.creds", &account, &user), ("stranger.creds", &elsewhere, &stranger)] {
        let claims =
            json!({ "type": "user", "version": 2, "subs": -1, "data": -1, "payload": -1, "pub": {}, "sub": {} });
        let text = format!(
            "-----BEGIN NATS USER JWT-----\n{}\n------END NATS USER JWT------\n\n-----BEGIN USER NKEY SEED-----\n{}\n------END USER NKEY SEED------\n",
            token(issuer, of, "worker", claims),
            of.seed().unwrap()
        );
        fs::write(folder.join(file), text).unwrap();
    }
    let [account, system] = [account, system].map(|keys| keys.public_key());
    format!(
        "operator: {said_by_operator}\nsystem_account: {system}\nresolver: MEMORY\n\
        resolver_preload: {{ {account}: {of_account}, {system}: {of_system} }}\n"
    )
}
