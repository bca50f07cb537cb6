//! Tests of database files: migration of older versions, rejection of newer or invalid files,
//! shared files and deleted files.

use std::path::PathBuf;

use crate::common::{PASSWORD, get, log_in, send_json, token};
use axum::http::StatusCode;
use rusqlite::Connection;
use sandbox::{Options, Sandbox};
use serde_json::Value;

/// A temporary folder that is deleted when the test ends.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("sandbox-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    fn file(&self) -> PathBuf {
        self.0.join("sandbox.db")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn options(folder: &Folder) -> Options {
    Options { database: Some(folder.file()), faults: true, ..Options::default() }
}

/// Returns the migrations in order.
fn migrations() -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/migrations");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files.iter().map(|file| std::fs::read_to_string(file).unwrap()).collect()
}

#[tokio::test]
async fn files_of_all_earlier_versions_are_migrated_and_keep_their_players() {
    let migrations = migrations();
    for version in 1..=migrations.len() {
        let folder = Folder::new(&format!("version-{version}"));
        let old = Connection::open(folder.file()).unwrap();
        migrations[..version].iter().for_each(|migration| old.execute_batch(migration).unwrap());
        old.execute_batch(&format!(
            "insert into players (pid, login, email, password_hash, player_class)
               values (7, 'older', 'older@example.com', '', 'Silver');
             insert into sessions (token, session_id, pid, expires_at) values ('T7', 'S7', 7, 9000000000000000);
             insert into ledger (pid, cents, reason, at) values (7, 123, 'seed', 0);
             pragma user_version = {version};"
        ))
        .unwrap();
        drop(old);
        for _ in 0..2 {
            let app = Sandbox::open(options(&folder)).unwrap().router();
            assert_eq!(crate::common::cents(&app, 7, "T7").await, 123, "{version}");
            assert_eq!(
                get(&app, "~/players/7/coupondetails?login=older", "T7").await.0,
                StatusCode::OK,
                "{version}"
            );
            assert_eq!(
                send_json(&app, "GET", "~/lobby-jackpot/sandbox-feed", None, Value::Null).await.0,
                StatusCode::OK
            );
        }
        let app = Sandbox::open(options(&folder)).unwrap().router();
        assert_eq!(
            send_json(&app, "POST", "/sandbox/reset", None, Value::Null).await.0,
            StatusCode::OK,
            "{version}"
        );
        assert_eq!(log_in(&app, "annx", PASSWORD).await.0, StatusCode::OK, "{version}");
    }
}

#[test]
fn a_file_of_a_newer_version_is_rejected_and_unchanged() {
    let folder = Folder::new("newer");
    drop(Sandbox::open(options(&folder)).unwrap());
    Connection::open(folder.file()).unwrap().execute_batch("pragma user_version = 99").unwrap();
    let error = Sandbox::open(options(&folder)).unwrap_err().to_string();
    assert!(error.contains("a newer sandbox"), "{error}");
    let version: i64 = Connection::open(folder.file())
        .unwrap()
        .query_row("pragma user_version", [], |row| row.get(0))
        .unwrap();
    assert_eq!(version, 99);
}

#[test]
fn a_file_that_is_not_a_database_is_rejected_and_unchanged() {
    let folder = Folder::new("broken");
    std::fs::write(folder.file(), "notes in plain text").unwrap();
    let error = Sandbox::open(options(&folder)).unwrap_err().to_string();
    assert!(error.contains("not a database") && error.contains("sandbox.db"), "{error}");
    assert_eq!(std::fs::read_to_string(folder.file()).unwrap(), "notes in plain text");
    let missing =
        Options { database: Some(PathBuf::from("/proc/nowhere/sandbox.db")), ..Options::default() };
    assert!(Sandbox::open(missing).unwrap_err().to_string().contains("/proc/nowhere"));
}

#[tokio::test]
async fn two_sandboxes_on_one_file_share_its_players() {
    let folder = Folder::new("shared");
    let (one, two) = (
        Sandbox::open(options(&folder)).unwrap().router(),
        Sandbox::open(options(&folder)).unwrap().router(),
    );
    let session = token(&one, "annx").await;
    assert_eq!(get(&two, "~/players/1001", &session).await.0, StatusCode::OK);
}

#[tokio::test]
async fn calls_succeed_after_the_file_is_deleted_and_the_next_start_creates_it() {
    let folder = Folder::new("deleted");
    let app = Sandbox::open(options(&folder)).unwrap().router();
    let session = token(&app, "annx").await;
    for entry in std::fs::read_dir(&folder.0).unwrap() {
        std::fs::remove_file(entry.unwrap().path()).unwrap();
    }
    assert_eq!(crate::common::cents(&app, 1001, &session).await, 5000);
    assert_eq!(log_in(&app, "newbie", PASSWORD).await.0, StatusCode::OK);
    let app = Sandbox::open(options(&folder)).unwrap().router();
    assert_eq!(get(&app, "~/players/1001", &session).await.0, StatusCode::UNAUTHORIZED);
    assert_eq!(log_in(&app, "annx", PASSWORD).await.0, StatusCode::OK);
}
