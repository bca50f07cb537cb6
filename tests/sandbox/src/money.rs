//! Money: whole cents in the ledger, decimal numbers towards the API. A balance is the sum of a player's entries.

use rusqlite::{Connection, Transaction, params};
use serde_json::Value;

/// What a player owns, in cents.
pub(crate) fn balance(ask: &Connection, pid: i64) -> rusqlite::Result<i64> {
    ask.query_row("select coalesce(sum(cents), 0) from ledger where pid = ?", [pid], |row| {
        row.get(0)
    })
}

/// Writes an entry; `cents` below 0 takes.
pub(crate) fn book(
    change: &Transaction,
    pid: i64,
    cents: i64,
    reason: &str,
    now: i64,
) -> rusqlite::Result<()> {
    change.execute(
        "insert into ledger (pid, cents, reason, at) values (?, ?, ?, ?)",
        params![pid, cents, reason, now],
    )?;
    Ok(())
}

/// Cents as the decimal number that the API speaks; only its text form has the binary fraction.
pub(crate) fn amount(cents: i64) -> Value {
    let text = format!(
        "{}{}.{:02}",
        if cents < 0 { "-" } else { "" },
        cents.abs() / 100,
        cents.abs() % 100
    );
    text.parse::<f64>().map_or(Value::Null, Value::from)
}
