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
    include_str!("../migrations/008_email_preferences.sql"),
    include_str!("../migrations/009_deposits.sql"),
    include_str!("../migrations/010_states.sql"),
    include_str!("../migrations/011_ledger_sums.sql"),
    include_str!("../migrations/012_expiry.sql"),
    include_str!("../migrations/013_initial_data.sql"),
];

/// An error of the database or the promotions.
#[derive(Debug, Clone)]
pub struct Error {
    subject: &'static str,
    reason: String,
}

impl Error {
    fn database(reason: impl Into<String>) -> Error {
        Error { subject: "database", reason: reason.into() }
    }

    /// Creates an error for unreadable promotions. `reason` contains the file name.
    pub(crate) fn promotions(reason: String) -> Error {
        Error { subject: "promotions", reason }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the {} cannot be used: {}", self.subject, self.reason)
    }
}

impl std::error::Error for Error {}

impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Error {
        Error::database(error.to_string())
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
        let with_file_name = |error: Error| {
            file.map_or(error.clone(), |file| {
                Error::database(format!("{}: {}", file.display(), error.reason))
            })
        };
        Store::open_and_migrate(file).map_err(with_file_name)
    }

    fn open_and_migrate(file: Option<&Path>) -> Result<Store, Error> {
        let connection = match file {
            Some(file) => {
                if let Some(folder) = file.parent() {
                    create_folder(folder)?;
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
        store.write(|transaction| {
            let applied: i64 =
                transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
            let applied = usize::try_from(applied).unwrap_or(usize::MAX);

            if applied > MIGRATIONS.len() {
                return Err(Error::database(
                    "it belongs to a newer sandbox; use another file or delete this one",
                ));
            }

            for migration in &MIGRATIONS[applied..] {
                transaction.execute_batch(migration)?;
            }
            transaction.pragma_update(
                None,
                "user_version",
                i64::try_from(MIGRATIONS.len()).unwrap_or(i64::MAX),
            )?;
            Ok::<_, Error>(())
        })?;

        Ok(store)
    }

    /// Runs a read with the connection.
    pub(crate) fn read<T, E>(
        &self,
        query: impl FnOnce(&Connection) -> Result<T, E>,
    ) -> Result<T, E> {
        query(&self.connection.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Runs `operation` in a transaction: it takes effect completely or not at all. Transactions never
    /// overlap, so a check and the write that depends on it belong in one call.
    pub(crate) fn write<T, E: From<rusqlite::Error>>(
        &self,
        operation: impl FnOnce(&Transaction) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut connection = self.connection.lock().unwrap_or_else(PoisonError::into_inner);
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let value = operation(&transaction)?;
        transaction.commit()?;
        Ok(value)
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "the database is neither source nor output of a site"
)]
fn create_folder(folder: &Path) -> Result<(), Error> {
    std::fs::create_dir_all(folder).map_err(|error| Error::database(error.to_string()))
}
