//! Money: the ledger stores whole cents, and the API uses decimal numbers. A balance is the sum of
//! a player's entries.

use rusqlite::{Connection, Transaction, params};
use serde_json::Value;

/// Returns the balance of a player in cents.
pub(crate) fn balance(connection: &Connection, pid: i64) -> rusqlite::Result<i64> {
    connection.query_row("select coalesce(sum(cents), 0) from ledger where pid = ?", [pid], |row| {
        row.get(0)
    })
}

/// Adds a ledger entry; negative `cents` reduce the balance.
pub(crate) fn add_entry(
    transaction: &Transaction,
    pid: i64,
    cents: i64,
    reason: &str,
    now: i64,
) -> rusqlite::Result<()> {
    transaction.execute(
        "insert into ledger (pid, cents, reason, at) values (?, ?, ?, ?)",
        params![pid, cents, reason, now],
    )?;
    Ok(())
}

/// Converts cents to the decimal number that the API uses. Parsing decimal text gives the nearest
/// `f64`.
pub(crate) fn amount(cents: i64) -> Value {
    let text = format!(
        "{}{}.{:02}",
        if cents < 0 { "-" } else { "" },
        cents.abs() / 100,
        cents.abs() % 100
    );
    text.parse::<f64>().map_or(Value::Null, Value::from)
}
