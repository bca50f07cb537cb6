//! States of players, by fixture name. The seed uses them, and tests apply them to any player.

use rusqlite::{Transaction, params};

use crate::offers::catalogue::DAY;
use crate::players::money;

/// The digits that fill the hash of a quick-play link. The hash of a player other than the seeded
/// one ends with the player's id.
const QUICK_PLAY_DIGITS: &str = "5a";
/// The seeded player with the documented quick-play link.
const QUICK_PLAY_PLAYER: i64 = 1013;

/// Lifetime of an email link, in milliseconds: 72 hours (decision A80).
const LINK_LIFETIME: i64 = 3 * DAY;

/// A state: its name, its description, and the function that applies it.
pub(crate) struct State {
    pub(crate) name: &'static str,
    pub(crate) description: &'static str,
    apply: fn(&Transaction, i64, i64) -> rusqlite::Result<()>,
}

/// All states. States can be combined: `await` and `daily` create a player with both.
pub(crate) const STATES: [State; 21] = [
    State {
        name: "ready",
        description: "class Silver, a first deposit, a complete profile, $50.00, no coupon",
        apply: |_, _, _| Ok(()),
    },
    State {
        name: "newbie",
        description: "class New, no deposit, no address, no money",
        apply: make_new,
    },
    State {
        name: "low",
        description: "a balance of $0.50",
        apply: |transaction, pid, now| set_balance(transaction, pid, 50, now),
    },
    State {
        name: "one",
        description: "a balance of exactly $1.00",
        apply: |transaction, pid, now| set_balance(transaction, pid, 100, now),
    },
    State {
        name: "await",
        description: "DEP200 awaits a deposit",
        apply: |transaction, pid, now| set_coupon(transaction, pid, now, "DEP200", [0, 0, 0]),
    },
    State {
        name: "inplay",
        description: "PLAY100 is in play: $40 of $100 wagered",
        apply: |transaction, pid, now| {
            set_coupon(transaction, pid, now, "PLAY100", [4_000, 10_000, 0])
        },
    },
    State {
        name: "spins",
        description: "SPINS25 is in play with 25 spins left",
        apply: |transaction, pid, now| set_coupon(transaction, pid, now, "SPINS25", [0, 0, 25]),
    },
    State {
        name: "daily",
        description: "a daily reward for another 12 hours",
        apply: |transaction, pid, now| set_daily_reward(transaction, pid, 0, now + DAY / 2),
    },
    State {
        name: "claimed",
        description: "a daily reward that is redeemed",
        apply: |transaction, pid, now| set_daily_reward(transaction, pid, 1, now + DAY / 2),
    },
    State {
        name: "late",
        description: "a daily reward that ended yesterday",
        apply: |transaction, pid, now| set_daily_reward(transaction, pid, 0, now - DAY),
    },
    State {
        name: "optin",
        description: "participates in the lobby jackpot",
        apply: |transaction, pid, _| join_jackpot(transaction, pid, 0),
    },
    State {
        name: "winner",
        description: "participates in the lobby jackpot and has won $500",
        apply: |transaction, pid, _| join_jackpot(transaction, pid, 50_000),
    },
    State {
        name: "unver",
        description: "class Unverified / Non Dep",
        apply: |transaction, pid, _| set_class(transaction, pid, "Unverified / Non Dep", true),
    },
    State {
        name: "banned",
        description: "class Banned, no deposit",
        apply: |transaction, pid, _| set_class(transaction, pid, "Banned", false),
    },
    State {
        name: "bronze2",
        description: "class Bronze No2, a first deposit",
        apply: |transaction, pid, _| set_class(transaction, pid, "Bronze No2", true),
    },
    State { name: "canada", description: "country CA, no address", apply: make_canadian },
    State {
        name: "quick",
        description: "opted in to quick play, with a link in an email",
        apply: add_quick_play,
    },
    State {
        name: "nameless",
        description: "no first name",
        apply: |transaction, pid, _| update_player(transaction, pid, "first_name = ''"),
    },
    State {
        name: "closed",
        description: "the account is closed: no login",
        apply: |transaction, pid, _| update_player(transaction, pid, "banned = 1"),
    },
    State {
        name: "down",
        description: "the casino is down when the player logs in",
        apply: |transaction, pid, _| update_player(transaction, pid, "upkeep = 'login'"),
    },
    State {
        name: "upkeep",
        description: "the casino is down when the player launches a game, redeems or pays in",
        apply: |transaction, pid, _| update_player(transaction, pid, "upkeep = 'play'"),
    },
];

/// Returns the state with this name.
pub(crate) fn find(name: &str) -> Option<&'static State> {
    STATES.iter().find(|state| state.name == name)
}

/// Resets a player and applies states in order. Sessions stay valid.
pub(crate) fn apply(
    transaction: &Transaction,
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
        transaction.execute(&format!("delete from {table} where pid = ?"), [pid])?;
    }
    transaction.execute(
        "delete from cashier_tickets where session in (select token from sessions where pid = ?)",
        [pid],
    )?;

    // Also restores the identity, which profile and password changes can modify.
    update_player(
        transaction,
        pid,
        "(login, email, password_hash, first_name, last_name, birth_date) = (select login, email, password_hash, first_name,
           last_name, birth_date from beginnings where beginnings.pid = players.pid),
         address_two = '', cell_phone = '', day_phone = '', evening_phone = '', gender = ''",
    )?;

    transaction.execute(
        "delete from failed_logins where login in (select login from players where pid = ?1
           union select email from players where pid = ?1)",
        [pid],
    )?;

    set_class(transaction, pid, "Silver", true)?;
    update_player(transaction, pid, "banned = 0, upkeep = '', country_id = 'US'")?;
    update_player(
        transaction,
        pid,
        "address_one = '1 Main Street', city = 'Springfield', state_id = 'IL', zip_code = '62701'",
    )?;

    set_balance(transaction, pid, 5_000, now)?;
    transaction.execute("insert into cashbacks (pid, tx_hash, user_hash, cents) values (?, 'AB12', 'C0FFEE12', 1250)", [pid])?;
    transaction.execute("insert into unsubscribes (id, pid) values ('unsub-' || ?1, ?1)", [pid])?;

    states.iter().try_for_each(|state| (state.apply)(transaction, pid, now))
}

/// Sets the balance of a player to an exact number of cents.
pub(crate) fn set_balance(
    transaction: &Transaction,
    pid: i64,
    cents: i64,
    now: i64,
) -> rusqlite::Result<()> {
    let difference = cents - money::balance(transaction, pid)?;
    if difference == 0 {
        Ok(())
    } else {
        money::add_entry(transaction, pid, difference, "seed", now)
    }
}

fn update_player(transaction: &Transaction, pid: i64, assignments: &str) -> rusqlite::Result<()> {
    transaction
        .execute(&format!("update players set {assignments} where pid = ?"), [pid])
        .map(|_| ())
}

fn make_new(transaction: &Transaction, pid: i64, now: i64) -> rusqlite::Result<()> {
    set_class(transaction, pid, "New", false)?;
    update_player(transaction, pid, "address_one = '', city = '', state_id = '', zip_code = ''")?;
    set_balance(transaction, pid, 0, now)
}

fn make_canadian(transaction: &Transaction, pid: i64, _: i64) -> rusqlite::Result<()> {
    update_player(
        transaction,
        pid,
        "country_id = 'CA', address_one = '', city = '', state_id = '', zip_code = ''",
    )
}

fn set_class(
    transaction: &Transaction,
    pid: i64,
    name: &str,
    deposited: bool,
) -> rusqlite::Result<()> {
    let sql = "update players set player_class = ?, first_deposit_on = ?, total_deposits_number = ? where pid = ?";
    transaction
        .execute(sql, params![name, deposited.then_some("2026-01-05"), deposited, pid])
        .map(|_| ())
}

fn set_coupon(
    transaction: &Transaction,
    pid: i64,
    now: i64,
    code: &str,
    [played, needed, spins]: [i64; 3],
) -> rusqlite::Result<()> {
    let state = if played + needed + spins == 0 { "awaiting" } else { "playing" };
    let game = if spins > 0 { "18-32" } else { "" };
    transaction.execute(
        "delete from player_coupons where pid = ? and state in ('awaiting', 'playing')",
        [pid],
    )?;
    let sql = "insert into player_coupons (pid, code, state, played_cents, needed_cents, spins_remaining, game_code, at)
               values (?, ?, ?, ?, ?, ?, ?, ?)";
    transaction
        .execute(sql, params![pid, code, state, played, needed, spins, game, now])
        .map(|_| ())
}

fn set_daily_reward(
    transaction: &Transaction,
    pid: i64,
    redeemed: i64,
    ends_at: i64,
) -> rusqlite::Result<()> {
    let sql = "insert or replace into daily_rewards (pid, code, redeemed, expires_at) values (?, 'DAILY50', ?, ?)";
    transaction.execute(sql, params![pid, redeemed, ends_at]).map(|_| ())
}

fn join_jackpot(transaction: &Transaction, pid: i64, cents: i64) -> rusqlite::Result<()> {
    let sql =
        "insert or replace into jackpot_players (pid, opted_in, unclaimed_cents) values (?, 1, ?)";
    transaction.execute(sql, [pid, cents]).map(|_| ())
}

fn add_quick_play(transaction: &Transaction, pid: i64, now: i64) -> rusqlite::Result<()> {
    let hash = if pid == QUICK_PLAY_PLAYER {
        QUICK_PLAY_DIGITS.repeat(32)
    } else {
        format!("{}{pid:08}", QUICK_PLAY_DIGITS.repeat(28))
    };
    transaction.execute("insert or ignore into quick_players (pid) values (?)", [pid])?;
    let sql = "insert or replace into quick_links (hash, pid, code, coupon, game, expires_at) values (?, ?, '', 'DEP250', '18-32', ?)";
    transaction.execute(sql, params![hash, pid, now + LINK_LIFETIME]).map(|_| ())
}
