//! The players that a new database begins with; tests and people log in as them with [`PASSWORD`].

use rusqlite::params;

use crate::clock::Clock;
use crate::password;
use crate::store::{Error, Store};

/// The password of every seeded player. They are samples, and nothing of them is real.
const PASSWORD: &str = "Secret-123!";

/// The hash of the seeded quick-play link, 32 times over.
const QUICK_HASH: &str = "5a";
/// A year in milliseconds.
const YEAR: i64 = 365 * 24 * 60 * 60 * 1000;

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
    Player { pid: 1009, login: "unverx", first_name: "Uma", class: "Unverified / Non Dep", ..READY },
    Player { pid: 1010, login: "banned", first_name: "Bea", class: "Banned", first_deposit: false, banned: true, ..READY },
    Player { pid: 1011, login: "bronze2", first_name: "Bo", class: "Bronze No2", ..READY },
    Player { pid: 1012, login: "canada", first_name: "Cal", country: "CA", complete: false, ..READY },
    Player { pid: 1013, login: "quickx", first_name: "Quinn", ..READY },
    Player { pid: 1014, login: "bobby", first_name: "", ..READY },
];

/// Seeds what a database does not have yet: one of an earlier version has players and no jackpot.
pub(crate) fn fill(store: &Store, clock: &Clock) -> Result<(), Error> {
    if is_empty(store, "players")? {
        players(store, clock)?;
    }
    if is_empty(store, "lobby_jackpot")? {
        states(store, clock)?;
    }
    Ok(())
}

fn is_empty(store: &Store, table: &str) -> Result<bool, Error> {
    let sql = format!("select not exists (select 1 from {table})");
    Ok(store.read(|ask| ask.query_row(&sql, [], |row| row.get(0)))?)
}

fn players(store: &Store, clock: &Clock) -> Result<(), Error> {
    // One hash for all: they share the password, and hashing is slow on purpose.
    let hash = password::hash(PASSWORD);
    store.write(|change| {
        for player in &PLAYERS {
            let (address, city, state, zip) =
                if player.complete { ("1 Main Street", "Springfield", "IL", "62701") } else { ("", "", "", "") };
            change.execute(
                "insert into players (pid, login, email, password_hash, player_class, first_deposit_on, total_deposits_number,
                   birth_date, first_name, last_name, country_id, address_one, city, state_id, zip_code, banned)
                 values (?, ?, ?, ?, ?, ?, ?, '1985-04-12', ?, 'Sample', ?, ?, ?, ?, ?, ?)",
                params![
                    player.pid,
                    player.login,
                    format!("{}@example.com", player.login),
                    hash,
                    player.class,
                    player.first_deposit.then_some("2026-01-05"),
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

/// Gives the players the states that the fixtures name: coupons, rewards, wins, links.
fn states(store: &Store, clock: &Clock) -> Result<(), Error> {
    let now = clock.now();
    let coupon = "insert into player_coupons (pid, code, state, played_cents, needed_cents, at)
                  select pid, ?, ?, ?, ?, ? from players where login = ?";
    store.write(|change| {
        change.execute(coupon, params!["DEP200", "awaiting", 0, 0, now, "awaitx"])?;
        change.execute(coupon, params!["PLAY100", "playing", 4_000, 10_000, now, "inplay"])?;
        change.execute("insert into daily_rewards (pid, code) select pid, 'DAILY50' from players where login = 'dailyx'", [])?;
        change.execute(
            "insert into cashbacks (pid, tx_hash, user_hash, cents) select pid, 'AB12', 'C0FFEE12', 1250 from players",
            [],
        )?;
        change.execute("insert into quick_players (pid) select pid from players where login = 'quickx'", [])?;
        change.execute(
            "insert into quick_links (hash, pid, code, coupon, game, expires_at)
             select ?, pid, '', 'DEP250', '18-32', ? from players where login = 'quickx'",
            params![QUICK_HASH.repeat(32), now + 10 * YEAR],
        )?;
        change.execute(
            "insert into jackpot_players (pid, opted_in, unclaimed_cents) select pid, 1, 50000 from players where login = 'winner'",
            [],
        )?;
        change.execute("insert into lobby_jackpot (guid, cents) values ('5f0c9a52-7d1e-4b8a-9f63-2c1d8e4a7b90', 1234567)", [])?;
        for (at, (name, cents)) in (1..).zip([("Ro***", 81_250), ("Ma***", 1_204_075), ("Ke***", 45_510)]) {
            let sql = "insert into jackpot_winners (name, cents, at) values (?, ?, ?)";
            change.execute(sql, params![name, cents, now - at * YEAR / 100])?;
        }
        change.execute("insert into unsubscribes (id, pid) select 'unsub-' || pid, pid from players", [])?;
        Ok(())
    })
}

/// Empties the database and seeds it again.
pub(crate) fn reset(store: &Store, clock: &Clock) -> Result<(), Error> {
    store.write(|change| {
        // What belongs to a player goes with the player.
        change
            .execute_batch(
                "delete from players; delete from downloads; delete from unfinished_signups; delete from mails;
                 delete from failed_logins; delete from lobby_jackpot; delete from jackpot_winners",
            )
            .map_err(Error::from)
    })?;
    fill(store, clock)
}
