//! Getting into a NATS server that asks who is there: passwords, tokens,
//! credentials, certificates.

use crate::program;
use crate::skipped::skipped;

use std::path::Path;
use std::process::{Command, Stdio};

use nkeys::KeyPair;
use program::run;
use program::server::{Server, Worker, files, text};
use sha2::{Digest as _, Sha256};

/// Tables of two pieces, built by a worker of this server.
fn is_let_in(place: &Path, url: &str, more: &[&str]) {
    let out = tempfile::tempdir_in(place).expect("a directory");
    let build = ["tables", "build", "darkchess", "--elements", "2", "--json"];
    let there = ["--dir", text(out.path()), "--nats", url];
    let mut worker = Worker::start(url, "one", more);
    let built = run(&[&build[..], &there, more].concat());
    assert_eq!(built.code, 0, "{built:?}");
    assert_eq!(worker.interrupt(), 0);
    let here = tempfile::tempdir_in(place).expect("a directory");
    let built = run(&[&build[..], &["--dir", text(here.path())]].concat());
    assert_eq!(built.code, 0, "{built:?}");
    assert!(files(here.path()) == files(out.path()), "other bytes");
}

/// Nobody is let in with these, and no password is told.
fn is_kept_out(url: &str, more: &[&str]) {
    for command in [&["jobs", "list"][..], &["worker", "--once"]] {
        let refused = run(&[command, &["--nats", url], more].concat());
        assert_eq!(refused.code, 2, "{refused:?}");
        assert!(refused.err.contains("NATS: cannot connect"), "{refused:?}");
        assert!(!refused.err.contains("secret"), "{refused:?}");
    }
}

#[test]
fn users_and_tokens_are_let_in() {
    let place = tempfile::tempdir().expect("a directory");
    for (number, (rule, right, wrong)) in [
        (
            r#"authorization { user: "me", password: "the-secret" }"#,
            "me:the-secret",
            "me:a-secret",
        ),
        (
            r#"authorization { token: "the-secret" }"#,
            "the-secret",
            "a-secret",
        ),
    ]
    .into_iter()
    .enumerate()
    {
        let dir = place.path().join(number.to_string());
        let Some(server) = Server::start_with(&dir, rule) else {
            return;
        };
        server.wait_as(&server.url_as(right), &[]);
        is_let_in(place.path(), &server.url_as(right), &[]);
        is_kept_out(&server.url_as(wrong), &[]);
        is_kept_out(&server.url(), &[]);
    }
}

/// A claim signed as NATS wants it.
fn signed(by: &KeyPair, about: &KeyPair, name: &str, claim: &serde_json::Value) -> String {
    let mut body = serde_json::json!({
        "iat": 1,
        "iss": by.public_key(),
        "name": name,
        "sub": about.public_key(),
        "nats": claim,
    });
    let digest = Sha256::digest(body.to_string());
    body["jti"] = base32(&digest).into();
    let head = r#"{"typ":"JWT","alg":"ed25519-nkey"}"#;
    let text = format!(
        "{}.{}",
        base64(head.as_bytes()),
        base64(body.to_string().as_bytes())
    );
    let signature = by.sign(text.as_bytes()).expect("a whole key");
    format!("{text}.{}", base64(&signature))
}

/// Bytes in groups of so many bits, each a letter.
fn letters(bytes: &[u8], bits: u32, alphabet: &[u8]) -> String {
    let (mut text, mut held, mut count) = (String::new(), 0_u32, 0);
    for &byte in bytes {
        (held, count) = (held << 8 | u32::from(byte), count + 8);
        while count >= bits {
            count -= bits;
            text.push(char::from(alphabet[(held >> count) as usize]));
            held &= (1 << count) - 1;
        }
    }
    if count > 0 {
        text.push(char::from(alphabet[(held << (bits - count)) as usize]));
    }
    text
}

fn base64(bytes: &[u8]) -> String {
    let alphabet = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    letters(bytes, 6, alphabet)
}

fn base32(bytes: &[u8]) -> String {
    letters(bytes, 5, b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
}

/// A file of credentials as `nsc` writes it.
fn credentials(jwt: &str, user: &KeyPair) -> String {
    let seed = user.seed().expect("our own key");
    format!(
        "-----BEGIN NATS USER JWT-----\n{jwt}\n------END NATS USER JWT------\n\n\
         -----BEGIN USER NKEY SEED-----\n{seed}\n------END USER NKEY SEED------\n"
    )
}

#[test]
fn files_of_credentials_are_let_in() {
    let place = tempfile::tempdir().expect("a directory");
    let [operator, account, system, user, stranger] = [
        KeyPair::new_operator(),
        KeyPair::new_account(),
        KeyPair::new_account(),
        KeyPair::new_user(),
        KeyPair::new_account(),
    ];
    let limits = serde_json::json!({
        "subs": -1, "data": -1, "payload": -1, "imports": -1, "exports": -1, "conn": -1,
        "leaf": -1, "wildcards": true, "mem_storage": -1, "disk_storage": -1, "streams": -1,
        "consumer": -1,
    });
    let none = serde_json::json!({
        "subs": -1, "data": -1, "payload": -1, "imports": -1, "exports": -1, "conn": -1,
        "leaf": -1, "wildcards": true,
    });
    let of_account = |limits: &serde_json::Value| serde_json::json!({ "type": "account", "version": 2, "limits": limits });
    let of_operator = serde_json::json!({ "type": "operator", "version": 2 });
    let of_user =
        serde_json::json!({ "type": "user", "version": 2, "subs": -1, "data": -1, "payload": -1 });
    let [account_key, system_key] = [&account, &system].map(KeyPair::public_key);
    let rule = format!(
        "operator: {}\nsystem_account: {system_key}\nresolver: MEMORY\nresolver_preload: {{\n\
         {account_key}: {}\n{system_key}: {}\n}}\n",
        signed(&operator, &operator, "operator", &of_operator),
        signed(&operator, &account, "account", &of_account(&limits)),
        signed(&operator, &system, "system", &of_account(&none)),
    );
    let Some(server) = Server::start_with(&place.path().join("nats"), &rule) else {
        return;
    };
    let file = |name: &str, by: &KeyPair| {
        let path = place.path().join(name);
        let jwt = signed(by, &user, "user", &of_user);
        std::fs::write(&path, credentials(&jwt, &user)).expect("a file");
        path
    };
    let (right, wrong) = (
        file("right.creds", &account),
        file("wrong.creds", &stranger),
    );
    server.wait_as(&server.url(), &["--creds", text(&right)]);
    is_let_in(place.path(), &server.url(), &["--creds", text(&right)]);
    is_kept_out(&server.url(), &["--creds", text(&wrong)]);
    is_kept_out(&server.url(), &[]);
    let missing = run(&[
        "jobs",
        "list",
        "--nats",
        &server.url(),
        "--creds",
        "no-file",
    ]);
    assert_eq!(missing.code, 2, "{missing:?}");
    assert!(missing.err.contains("credentials"), "{missing:?}");
}

/// Runs openssl in a directory; whether it is there.
fn openssl(dir: &Path, words: &str) -> bool {
    let mut command = Command::new("openssl");
    command.args(words.split(' ')).current_dir(dir);
    let ended = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
    ended.is_ok_and(|status| status.success())
}

#[test]
fn servers_with_certificates_are_trusted_when_told() {
    let place = tempfile::tempdir().expect("a directory");
    let dir = place.path();
    if !openssl(dir, "version") {
        skipped("there is no openssl to make certificates");
        return;
    }
    std::fs::write(dir.join("names"), "subjectAltName=IP:127.0.0.1\n").expect("a file");
    for words in [
        "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=ours -keyout ca.key -out ca.pem",
        "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=theirs -keyout x.key -out other.pem",
        "req -newkey rsa:2048 -nodes -subj /CN=server -keyout server.key -out server.csr",
        "x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 \
         -extfile names -out server.pem",
    ] {
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(openssl(dir, &words), "openssl {words}");
    }
    let file = |name: &str| text(&dir.join(name)).to_owned();
    let rule = format!(
        "tls {{ cert_file: \"{}\", key_file: \"{}\" }}\n\
         authorization {{ user: me, password: the-secret }}",
        file("server.pem"),
        file("server.key")
    );
    let Some(server) = Server::start_with(&dir.join("nats"), &rule) else {
        return;
    };
    let secure = |who: &str| server.url_as(who).replace("nats://", "tls://");
    let (ours, theirs) = (file("ca.pem"), file("other.pem"));
    server.wait_as(&secure("me:the-secret"), &["--ca", &ours]);
    is_let_in(dir, &secure("me:the-secret"), &["--ca", &ours]);
    is_kept_out(&secure("me:a-secret"), &["--ca", &ours]);
    is_kept_out(&secure("me:the-secret"), &["--ca", &theirs]);
    is_kept_out(&secure("me:the-secret"), &[]);
}
