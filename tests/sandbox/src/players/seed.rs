//! The players of a new database. Tests and developers sign in as these players with [`PASSWORD`].

use rusqlite::{Connection, Transaction, params};

use crate::clock::Clock;
use crate::offers::catalogue::DAY;
use crate::players::password;
use crate::players::states::{self, State};
use crate::store::{Error, Store};

/// The password of all seeded players. They are sample data and do not represent real people.
const PASSWORD: &str = "Secret-123!";

/// A sample player: id, login, first name and name of the initial state.
type Player = (i64, &'static str, &'static str, &'static str);

const PLAYERS: [Player; 18] = [
    (1001, "annx", "Ann", "ready"),
    (1002, "newbie", "Nia", "newbie"),
    (1003, "lowell", "Lowell", "low"),
    (1004, "onalee", "Ona", "one"),
    (1005, "awaitx", "Ada", "await"),
    (1006, "inplay", "Ivy", "inplay"),
    (1007, "dailyx", "Dan", "daily"),
    (1008, "winner", "Wes", "winner"),
    (1009, "unverx", "Uma", "unver"),
    (1010, "banned", "Bea", "banned"),
    (1011, "bronze2", "Bo", "bronze2"),
    (1012, "canada", "Cal", "canada"),
    (1013, "quickx", "Quinn", "quick"),
    (1014, "bobby", "Bobby", "nameless"),
    (1015, "britta", "Britta", "ready"),
    (1016, "downey", "Dow", "down"),
    (1017, "upkeep", "Una", "upkeep"),
    (1018, "closed", "Clo", "closed"),
];
/// Login and email of a player in an unsupported country. The email determines the country (see
/// `access::check_country`).
const RESTRICTED_PLAYER: (&str, &str) = ("britta", "britta@gb.example.com");

/// Masked names and amounts in cents of lobby jackpot winners, latest first.
const WINNERS: [(&str, i64); 12] = [
    ("Ro***", 81_250),
    ("Ma***", 1_204_075),
    ("Ke***", 45_510),
    ("An***", 250_000),
    ("Zo***", 9_975),
    ("Li***", 612_340),
    ("Jo***", 33_005),
    ("Su***", 1_875_020),
    ("Te***", 72_400),
    ("Al***", 15_150),
    ("Vi***", 408_060),
    ("O'***", 5_001),
];

/// Seeds missing data. A database of an earlier version can have players but no jackpot.
pub(crate) fn seed_missing(store: &Store, clock: &Clock) -> Result<(), Error> {
    let (no_players, no_jackpot) = store.read(|connection| {
        Ok::<_, Error>((is_empty(connection, "players")?, is_empty(connection, "lobby_jackpot")?))
    })?;
    // Hashing is slow, so all players share one hash of their common password.
    let hash = if no_players { password::hash(PASSWORD) } else { String::new() };
    let now = clock.now();
    store.write(|transaction| {
        if no_players {
            seed_players(transaction, &hash, now)?;
        }
        if no_jackpot { seed_jackpot(transaction, now) } else { Ok(()) }
    })
}

fn is_empty(connection: &Connection, table: &str) -> rusqlite::Result<bool> {
    connection
        .query_row(&format!("select not exists (select 1 from {table})"), [], |row| row.get(0))
}

fn seed_players(transaction: &Transaction, hash: &str, now: i64) -> Result<(), Error> {
    for (pid, login, first_name, state) in PLAYERS {
        let email = if login == RESTRICTED_PLAYER.0 {
            RESTRICTED_PLAYER.1.to_owned()
        } else {
            format!("{login}@example.com")
        };
        transaction.execute(
            "insert into players (pid, login, email, password_hash, player_class, birth_date, first_name, last_name)
             values (?, ?, ?, ?, '', '1985-04-12', ?, 'Sample')",
            params![pid, login, email, hash, first_name],
        )?;
        let state: Vec<&State> = states::find(state).into_iter().collect();
        states::apply(transaction, pid, &state, now)?;
    }
    Ok(())
}

fn seed_jackpot(transaction: &Transaction, now: i64) -> Result<(), Error> {
    transaction.execute("insert into lobby_jackpot (guid, cents) values ('5f0c9a52-7d1e-4b8a-9f63-2c1d8e4a7b90', 1234567)", [])?;
    for (index, (name, cents)) in (1..).zip(WINNERS) {
        let sql = "insert into jackpot_winners (name, cents, at) values (?, ?, ?)";
        transaction.execute(sql, params![name, cents, now - index * 4 * DAY])?;
    }
    Ok(())
}

/// Removes all data and seeds the database again, in one transaction.
pub(crate) fn reset(store: &Store, clock: &Clock) -> Result<(), Error> {
    let (hash, now) = (password::hash(PASSWORD), clock.now());
    store.write(|transaction| {
        // Deleting a player also deletes the rows that reference the player.
        transaction.execute_batch(
            "delete from players; delete from downloads; delete from unfinished_signups; delete from mails;
             delete from failed_logins; delete from lobby_jackpot; delete from jackpot_winners",
        )?;
        seed_players(transaction, &hash, now)?;
        seed_jackpot(transaction, now)
    })
}
