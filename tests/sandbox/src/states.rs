//! States of players, by fixture name. The seed uses them, and tests apply them to any player.

use rusqlite::{Transaction, params};

use crate::catalogue::DAY;

/// The digits that fill the hash of a quick-play link. The hash of a player other than the seeded
/// one ends with the player's id.
const QUICK_HASH: &str = "5a";
/// The seeded player with the documented quick-play link.
const QUICK_PLAYER: i64 = 1013;

/// Lifetime of an email link, in milliseconds: 72 hours (decision A80).
const LINK: i64 = 3 * DAY;

/// A state: its name, its description, and the function that applies it.
pub(crate) struct State {
    pub(crate) name: &'static str,
    pub(crate) says: &'static str,
    apply: fn(&Transaction, i64, i64) -> rusqlite::Result<()>,
}

/// All states. States can be combined: `await` and `daily` create a player with both.
pub(crate) const STATES: [State; 21] = [
    State {
        name: "ready",
        says: "class Silver, a first deposit, a whole profile, $50.00, no coupon",
        apply: |_, _, _| Ok(()),
    },
    State { name: "newbie", says: "class New, no deposit, no address, no money", apply: newbie },
    State {
        name: "low",
        says: "a balance of $0.50",
        apply: |change, pid, now| balance(change, pid, 50, now),
    },
    State {
        name: "one",
        says: "a balance of exactly $1.00",
        apply: |change, pid, now| balance(change, pid, 100, now),
    },
    State {
        name: "await",
        says: "DEP200 waits for a deposit",
        apply: |c, pid, now| coupon(c, pid, now, "DEP200", [0, 0, 0]),
    },
    State {
        name: "inplay",
        says: "PLAY100 is in play: $40 of $100 wagered",
        apply: |c, pid, now| coupon(c, pid, now, "PLAY100", [4_000, 10_000, 0]),
    },
    State {
        name: "spins",
        says: "SPINS25 is in play with 25 spins left",
        apply: |c, pid, now| coupon(c, pid, now, "SPINS25", [0, 0, 25]),
    },
    State {
        name: "daily",
        says: "a daily reward for another 12 hours",
        apply: |c, pid, now| daily(c, pid, 0, now + DAY / 2),
    },
    State {
        name: "claimed",
        says: "a daily reward that is claimed",
        apply: |c, pid, now| daily(c, pid, 1, now + DAY / 2),
    },
    State {
        name: "late",
        says: "a daily reward that ended yesterday",
        apply: |c, pid, now| daily(c, pid, 0, now - DAY),
    },
    State {
        name: "optin",
        says: "takes part in the lobby jackpot",
        apply: |change, pid, _| jackpot(change, pid, 0),
    },
    State {
        name: "winner",
        says: "takes part in the lobby jackpot and has won $500",
        apply: |c, pid, _| jackpot(c, pid, 50_000),
    },
    State {
        name: "unver",
        says: "class Unverified / Non Dep",
        apply: |c, pid, _| class(c, pid, "Unverified / Non Dep", true),
    },
    State {
        name: "banned",
        says: "class Banned, no deposit",
        apply: |change, pid, _| class(change, pid, "Banned", false),
    },
    State {
        name: "bronze2",
        says: "class Bronze No2, a first deposit",
        apply: |c, pid, _| class(c, pid, "Bronze No2", true),
    },
    State { name: "canada", says: "country CA, no address", apply: canada },
    State { name: "quick", says: "opted in to quick play, with a link in an e-mail", apply: quick },
    State {
        name: "nameless",
        says: "no first name",
        apply: |c, pid, _| set(c, pid, "first_name = ''"),
    },
    State {
        name: "closed",
        says: "the account is closed: no login",
        apply: |change, pid, _| set(change, pid, "banned = 1"),
    },
    State {
        name: "down",
        says: "the casino is down when the player logs in",
        apply: |c, pid, _| set(c, pid, "upkeep = 'login'"),
    },
    State {
        name: "upkeep",
        says: "the casino is down when the player launches a game, redeems or pays in",
        apply: |change, pid, _| set(change, pid, "upkeep = 'play'"),
    },
];

/// Returns the state with this name.
pub(crate) fn state(name: &str) -> Option<&'static State> {
    STATES.iter().find(|state| state.name == name)
}

/// Resets a player and applies states in order. Sessions stay valid.
pub(crate) fn put(
    change: &Transaction,
    pid: i64,
    states: &[&State],
    now: i64,
) -> rusqlite::Result<()> {
    for table in [
        "ledger",
        "player_coupons",
        "cashbacks",
        "daily_rewards",
        "quick_players",
        "jackpot_players",
        "unsubscribes",
        "email_permits",
        "favourites",
        "mails",
    ] {
        change.execute(&format!("delete from {table} where pid = ?"), [pid])?;
    }
    change.execute(
        "delete from cashier_tickets where session in (select token from sessions where pid = ?)",
        [pid],
    )?;
    // Also restores the identity, which profile and password changes can modify.
    set(
        change,
        pid,
        "(login, email, password_hash, first_name, last_name, birth_date) = (select login, email, password_hash, first_name,
           last_name, birth_date from beginnings where beginnings.pid = players.pid),
         address_two = '', cell_phone = '', day_phone = '', evening_phone = '', gender = ''",
    )?;
    change.execute(
        "delete from failed_logins where login in (select login from players where pid = ?1
           union select email from players where pid = ?1)",
        [pid],
    )?;
    class(change, pid, "Silver", true)?;
    set(change, pid, "banned = 0, upkeep = '', country_id = 'US'")?;
    set(
        change,
        pid,
        "address_one = '1 Main Street', city = 'Springfield', state_id = 'IL', zip_code = '62701'",
    )?;
    balance(change, pid, 5_000, now)?;
    change.execute("insert into cashbacks (pid, tx_hash, user_hash, cents) values (?, 'AB12', 'C0FFEE12', 1250)", [pid])?;
    change.execute("insert into unsubscribes (id, pid) values ('unsub-' || ?1, ?1)", [pid])?;
    states.iter().try_for_each(|state| (state.apply)(change, pid, now))
}

/// Sets the balance of a player to an exact number of cents.
pub(crate) fn balance(
    change: &Transaction,
    pid: i64,
    cents: i64,
    now: i64,
) -> rusqlite::Result<()> {
    let missing = cents - crate::money::balance(change, pid)?;
    if missing == 0 { Ok(()) } else { crate::money::book(change, pid, missing, "seed", now) }
}

fn set(change: &Transaction, pid: i64, what: &str) -> rusqlite::Result<()> {
    change.execute(&format!("update players set {what} where pid = ?"), [pid]).map(|_| ())
}

fn newbie(change: &Transaction, pid: i64, now: i64) -> rusqlite::Result<()> {
    class(change, pid, "New", false)?;
    set(change, pid, "address_one = '', city = '', state_id = '', zip_code = ''")?;
    balance(change, pid, 0, now)
}

fn canada(change: &Transaction, pid: i64, _: i64) -> rusqlite::Result<()> {
    set(change, pid, "country_id = 'CA', address_one = '', city = '', state_id = '', zip_code = ''")
}

fn class(change: &Transaction, pid: i64, name: &str, deposited: bool) -> rusqlite::Result<()> {
    let sql = "update players set player_class = ?, first_deposit_on = ?, total_deposits_number = ? where pid = ?";
    change
        .execute(sql, params![name, deposited.then_some("2026-01-05"), deposited, pid])
        .map(|_| ())
}

fn coupon(
    change: &Transaction,
    pid: i64,
    now: i64,
    code: &str,
    [played, needed, spins]: [i64; 3],
) -> rusqlite::Result<()> {
    let state = if played + needed + spins == 0 { "awaiting" } else { "playing" };
    let game = if spins > 0 { "18-32" } else { "" };
    change.execute(
        "delete from player_coupons where pid = ? and state in ('awaiting', 'playing')",
        [pid],
    )?;
    let sql = "insert into player_coupons (pid, code, state, played_cents, needed_cents, spins_remaining, game_code, at)
               values (?, ?, ?, ?, ?, ?, ?, ?)";
    change.execute(sql, params![pid, code, state, played, needed, spins, game, now]).map(|_| ())
}

fn daily(change: &Transaction, pid: i64, redeemed: i64, until: i64) -> rusqlite::Result<()> {
    let sql = "insert or replace into daily_rewards (pid, code, redeemed, expires_at) values (?, 'DAILY50', ?, ?)";
    change.execute(sql, params![pid, redeemed, until]).map(|_| ())
}

fn jackpot(change: &Transaction, pid: i64, cents: i64) -> rusqlite::Result<()> {
    let sql =
        "insert or replace into jackpot_players (pid, opted_in, unclaimed_cents) values (?, 1, ?)";
    change.execute(sql, [pid, cents]).map(|_| ())
}

fn quick(change: &Transaction, pid: i64, now: i64) -> rusqlite::Result<()> {
    let hash = if pid == QUICK_PLAYER {
        QUICK_HASH.repeat(32)
    } else {
        format!("{}{pid:08}", QUICK_HASH.repeat(28))
    };
    change.execute("insert or ignore into quick_players (pid) values (?)", [pid])?;
    let sql = "insert or replace into quick_links (hash, pid, code, coupon, game, expires_at) values (?, ?, '', 'DEP250', '18-32', ?)";
    change.execute(sql, params![hash, pid, now + LINK]).map(|_| ())
}
