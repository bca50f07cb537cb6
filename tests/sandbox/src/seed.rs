//! The players that a new database begins with; tests and people log in as them with [`PASSWORD`].

use rusqlite::params;

use crate::clock::Clock;
use crate::password;
use crate::store::{Error, Store};

/// The password of every seeded player. They are samples, and nothing of them is real.
const PASSWORD: &str = "Secret-123!";

struct Player {
    pid: i64,
    login: &'static str,
    first_name: &'static str,
    class: &'static str,
    first_deposit: bool,
    country: &'static str,
    complete: bool,
    banned: bool,
    cents: i64,
}

/// A player with a first deposit and a complete profile, from whom the others differ.
const READY: Player = Player {
    pid: 1001,
    login: "annx",
    first_name: "Ann",
    class: "Silver",
    first_deposit: true,
    country: "US",
    complete: true,
    banned: false,
    cents: 5000,
};

const PLAYERS: [Player; 14] = [
    READY,
    Player {
        pid: 1002,
        login: "newbie",
        first_name: "Nia",
        class: "New",
        first_deposit: false,
        complete: false,
        cents: 0,
        ..READY
    },
    Player { pid: 1003, login: "lowell", first_name: "Lowell", cents: 50, ..READY },
    Player { pid: 1004, login: "onalee", first_name: "Ona", cents: 100, ..READY },
    Player { pid: 1005, login: "awaitx", first_name: "Ada", ..READY },
    Player { pid: 1006, login: "inplay", first_name: "Ivy", ..READY },
    Player { pid: 1007, login: "dailyx", first_name: "Dan", ..READY },
    Player { pid: 1008, login: "winner", first_name: "Wes", ..READY },
    Player { pid: 1009, login: "unverx", first_name: "Uma", class: "Unverified", ..READY },
    Player { pid: 1010, login: "banned", first_name: "Bea", class: "Banned", first_deposit: false, banned: true, ..READY },
    Player { pid: 1011, login: "bronze2", first_name: "Bo", class: "Bronze No2", ..READY },
    Player { pid: 1012, login: "canada", first_name: "Cal", country: "CA", complete: false, ..READY },
    Player { pid: 1013, login: "quickx", first_name: "Quinn", ..READY },
    Player { pid: 1014, login: "bobby", first_name: "", ..READY },
];

/// Seeds a database that has no players yet.
pub(crate) fn fill(store: &Store, clock: &Clock) -> Result<(), Error> {
    if store.read(|ask| ask.query_row("select exists (select 1 from players)", [], |row| row.get::<_, bool>(0)))? {
        return Ok(());
    }
    // One hash for all: they share the password, and hashing is slow on purpose.
    let hash = password::hash(PASSWORD);
    store.write(|change| {
        for player in &PLAYERS {
            let (address, city, state, zip) =
                if player.complete { ("1 Main Street", "Springfield", "IL", "62701") } else { ("", "", "", "") };
            change.execute(
                "insert into players (pid, login, email, password_hash, player_class, first_deposit, total_deposits_number,
                   birth_date, first_name, last_name, country_id, address_one, city, state_id, zip_code, banned)
                 values (?, ?, ?, ?, ?, ?, ?, '1985-04-12', ?, 'Sample', ?, ?, ?, ?, ?, ?)",
                params![
                    player.pid,
                    player.login,
                    format!("{}@example.com", player.login),
                    hash,
                    player.class,
                    player.first_deposit,
                    i64::from(player.first_deposit),
                    player.first_name,
                    player.country,
                    address,
                    city,
                    state,
                    zip,
                    player.banned,
                ],
            )?;
            if player.cents > 0 {
                change.execute(
                    "insert into ledger (pid, cents, reason, at) values (?, ?, 'seed', ?)",
                    params![player.pid, player.cents, clock.now()],
                )?;
            }
        }
        Ok(())
    })
}

/// Empties the database and seeds it again.
pub(crate) fn reset(store: &Store, clock: &Clock) -> Result<(), Error> {
    store.write(|change| {
        change.execute_batch("delete from sessions; delete from ledger; delete from players").map_err(Error::from)
    })?;
    fill(store, clock)
}
