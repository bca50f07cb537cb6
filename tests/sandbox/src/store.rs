//! The `SQLite` database: opened once, migrated when it opens, and accessed through one connection.

use std::fmt;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use rusqlite::{Connection, Transaction, TransactionBehavior};

/// Migrations in order. The number of applied migrations is the `user_version` of the database.
const MIGRATIONS: [&str; 13] = [
    include_str!("../migrations/001_players.sql"),
    include_str!("../migrations/002_signup.sql"),
    include_str!("../migrations/003_recovery.sql"),
    include_str!("../migrations/004_quick_play.sql"),
    include_str!("../migrations/005_coupons.sql"),
    include_str!("../migrations/006_games.sql"),
    include_str!("../migrations/007_lobby_jackpot.sql"),
    include_str!("../migrations/008_outside.sql"),
    include_str!("../migrations/009_deposits.sql"),
    include_str!("../migrations/010_states.sql"),
    include_str!("../migrations/011_ledger_sums.sql"),
    include_str!("../migrations/012_ends.sql"),
    include_str!("../migrations/013_beginnings.sql"),
];

/// An error of the database or the promotions.
#[derive(Debug, Clone)]
pub struct Error {
    of: &'static str,
    why: String,
}

impl Error {
    fn of_database(why: impl Into<String>) -> Error {
        Error { of: "database", why: why.into() }
    }

    /// Creates an error for unreadable promotions. `why` contains the file name.
    pub(crate) fn of_promotions(why: String) -> Error {
        Error { of: "promotions", why }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the {} cannot be used: {}", self.of, self.why)
    }
}

impl std::error::Error for Error {}

impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Error {
        Error::of_database(error.to_string())
    }
}

/// An open database.
#[derive(Debug)]
pub(crate) struct Store {
    connection: Mutex<Connection>,
}

impl Store {
    /// Opens the file, or an in-memory database, and applies missing migrations.
    pub(crate) fn open(file: Option<&Path>) -> Result<Store, Error> {
        let named = |error: Error| {
            file.map_or(error.clone(), |file| {
                Error::of_database(format!("{}: {}", file.display(), error.why))
            })
        };
        Store::ready(file).map_err(named)
    }

    fn ready(file: Option<&Path>) -> Result<Store, Error> {
        let connection = match file {
            Some(file) => {
                if let Some(folder) = file.parent() {
                    make_folder(folder)?;
                }
                Connection::open(file)?
            }
            None => Connection::open_in_memory()?,
        };
        connection.pragma_update(None, "journal_mode", "wal")?;
        // A crash of the program loses no data with this setting. Only a power failure could damage
        // the file, and one command restores the seed data. Syncing to disk took 100 ms per 150
        // changes.
        connection.pragma_update(None, "synchronous", "off")?;
        connection.pragma_update(None, "foreign_keys", true)?;
        connection.busy_timeout(std::time::Duration::from_secs(5))?;
        let store = Store { connection: Mutex::new(connection) };
        store.write(|change| {
            let done: i64 = change.pragma_query_value(None, "user_version", |row| row.get(0))?;
            let done = usize::try_from(done).unwrap_or(usize::MAX);
            if done > MIGRATIONS.len() {
                return Err(Error::of_database(
                    "it was made by a newer sandbox; name another file, or remove this one",
                ));
            }
            for migration in &MIGRATIONS[done..] {
                change.execute_batch(migration)?;
            }
            change.pragma_update(
                None,
                "user_version",
                i64::try_from(MIGRATIONS.len()).unwrap_or(i64::MAX),
            )?;
            Ok::<_, Error>(())
        })?;
        Ok(store)
    }

    /// Runs a read with the connection.
    pub(crate) fn read<T, E>(&self, ask: impl FnOnce(&Connection) -> Result<T, E>) -> Result<T, E> {
        ask(&self.connection.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Runs `change` in a transaction: it takes effect completely or not at all. Transactions never
    /// overlap, so a check and the write that depends on it belong in one call.
    pub(crate) fn write<T, E: From<rusqlite::Error>>(
        &self,
        change: impl FnOnce(&Transaction) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut connection = self.connection.lock().unwrap_or_else(PoisonError::into_inner);
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let done = change(&transaction)?;
        transaction.commit()?;
        Ok(done)
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "the database's folder is no site's source or output"
)]
fn make_folder(folder: &Path) -> Result<(), Error> {
    std::fs::create_dir_all(folder).map_err(|error| Error::of_database(error.to_string()))
}
