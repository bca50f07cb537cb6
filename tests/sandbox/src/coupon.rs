//! Coupons of players. A player has at most one active coupon, and each use counts towards the
//! limits of the offer. Each operation checks and changes the data in one transaction.

use std::sync::Arc;

use rusqlite::{Connection, OptionalExtension, Transaction, params};
use serde_json::{Value, json};

use crate::catalogue::{Audience, Catalogue, DAY, Offer};
use crate::clock::Moment;
use crate::daily::Daily;
use crate::error::ApiError;
use crate::{doors, money, texts};

/// The reward type of cashback, which players collect with a separate call.
pub(crate) const CASHBACK: &str = "CASHBACK";

/// The active coupon of a player.
pub(crate) struct Held {
    pub(crate) id: i64,
    pub(crate) offer: Arc<Offer>,
    pub(crate) awaiting: bool,
    pub(crate) played: i64,
    pub(crate) needed: i64,
    pub(crate) spins: i64,
    pub(crate) winnings: i64,
    pub(crate) game: String,
}

/// The kind of redeem call. Each accepts only one kind of coupon (decision A60).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    Coupon,
    Reward,
}

/// Returns the active coupon of a player.
pub(crate) fn active(
    ask: &Connection,
    offers: &Catalogue,
    pid: i64,
) -> rusqlite::Result<Option<Held>> {
    let sql = "select id, code, state, played_cents, needed_cents, spins_remaining, winnings_cents, game_code
               from player_coupons where pid = ? and state in ('awaiting', 'playing')";
    let found = ask.query_row(sql, [pid], |row| {
        let held = offers
            .offer(&row.get::<_, String>(1)?)
            .cloned()
            .map(|offer| (offer, row.get::<_, String>(2)));
        let Some((offer, state)) = held else { return Ok(None) };
        Ok(Some(Held {
            id: row.get(0)?,
            offer,
            awaiting: state? == "awaiting",
            played: row.get(3)?,
            needed: row.get(4)?,
            spins: row.get(5)?,
            winnings: row.get(6)?,
            game: row.get(7)?,
        }))
    });
    Ok(found.optional()?.flatten())
}

/// Returns the active coupon in the format of section 3. Without one, the status is `No Coupon`.
pub(crate) fn active_answer(
    ask: &Connection,
    offers: &Catalogue,
    pid: i64,
    at: Moment,
) -> rusqlite::Result<Value> {
    let Some(held) = active(ask, offers, pid)? else {
        return Ok(json!({ "isActive": false, "player_coupon_status": "No Coupon" }));
    };
    let mut answer = held.offer.promotion(at, Some(&held));
    answer["isActive"] = json!(true);
    answer["player_coupon_status"] =
        json!(if held.awaiting { "Awaiting Deposit" } else { "In Play" });
    Ok(answer)
}

/// Returns the offers that a player can redeem, and the active coupon.
pub(crate) fn list(
    ask: &Connection,
    offers: &Catalogue,
    pid: i64,
    at: Moment,
) -> Result<Vec<Value>, ApiError> {
    let held = active(ask, offers, pid)?;
    let mut promotions = Vec::new();
    for offer in &offers.0 {
        let own = held.as_ref().filter(|held| held.offer.code == offer.code);
        if own.is_some() || may(ask, offers, pid, offer, at)?.is_ok() {
            let daily = if offer.audience == Audience::Rewarded {
                Daily::of(ask, offers, pid)?
            } else {
                None
            };
            promotions.push(
                daily
                    .filter(|_| own.is_none())
                    .map_or_else(|| offer.promotion(at, own), |daily| daily.coupon(at)),
            );
        }
    }
    Ok(promotions)
}

/// Checks whether a player may redeem an offer, regardless of an active coupon. The inner error
/// is the reason for a refusal.
fn may(
    ask: &Connection,
    offers: &Catalogue,
    pid: i64,
    offer: &Offer,
    at: Moment,
) -> rusqlite::Result<Result<(), ApiError>> {
    let now = at.now;
    let is_open = match offer.audience {
        Audience::Rewarded => {
            Daily::of(ask, offers, pid)?.is_some_and(|daily| daily.gives(offer, now))
        }
        Audience::Everyone | Audience::Players => offer.has_begun(at) && offer.ends(at) > now,
    };
    if !is_open || (offer.reward_type == CASHBACK && !is_unclaimed(ask, pid, offer)?) {
        return Ok(Err(ApiError::bad_request(texts::INVALID_COUPON)));
    }
    for (most, days) in offer.uses.iter().zip([i64::MAX / DAY, 30, 7, 1]) {
        let sql = "select count(*) from player_coupons where pid = ? and code = ? and state <> 'cancelled' and at > ?";
        let used: i64 =
            ask.query_row(sql, params![pid, offer.code, now.saturating_sub(days * DAY)], |row| {
                row.get(0)
            })?;
        if *most > 0 && used >= *most {
            return Ok(Err(ApiError::conflict(texts::REDEEM_FAILED)));
        }
    }
    Ok(Ok(()))
}

/// Whether a player has cashback for an offer and has not collected it. The code of the offer ends
/// with the transaction hash.
fn is_unclaimed(ask: &Connection, pid: i64, offer: &Offer) -> rusqlite::Result<bool> {
    let sql = "select exists (select 1 from cashbacks where pid = ? and 'CASHBACK-' || tx_hash = ? collate nocase and claimed = 0)";
    ask.query_row(sql, params![pid, offer.code], |row| row.get(0))
}

/// Checks that a player has made a deposit and that the balance is at most `most` cents. The list
/// contains such a coupon in any case, because the site hides it (row 4.4-11).
fn is_low(ask: &Connection, pid: i64, most: i64) -> Result<(), ApiError> {
    let sql = "select first_deposit_on is not null from players where pid = ?";
    let has_deposited: bool = ask.query_row(sql, [pid], |row| row.get(0))?;
    if has_deposited && money::balance(ask, pid)? <= most {
        Ok(())
    } else {
        Err(ApiError::conflict(texts::REDEEM_FAILED))
    }
}

/// Redeems a coupon. Fails if the player has an active coupon. If `really` is false, only the
/// checks run and nothing changes.
pub(crate) fn redeem(
    change: &Transaction,
    offers: &Catalogue,
    pid: i64,
    code: &str,
    way: Way,
    really: bool,
    at: Moment,
) -> Result<Value, ApiError> {
    let invalid = || ApiError::bad_request(texts::INVALID_COUPON);
    doors::upkeep(change, pid, "play")?;
    let offer = offers.offer(code).ok_or_else(invalid)?;
    let its_way = if offer.redeem_type == "reward" { Way::Reward } else { Way::Coupon };
    if its_way != way || offer.reward_type == CASHBACK {
        return Err(invalid());
    }
    if active(change, offers, pid)?.is_some() {
        return Err(ApiError::conflict(texts::ACTIVE_COUPON));
    }
    may(change, offers, pid, offer, at)??;
    offer.largest_balance.map_or(Ok(()), |most| is_low(change, pid, most))?;
    let spins = offer.spins.unwrap_or(0);
    let game = offer.games.first();
    if really {
        let chosen = if let [only] = offer.games.as_slice() { only.code.as_str() } else { "" };
        let given = if offer.needs_deposit() { 0 } else { offer.amount };
        change.execute(
            "insert into player_coupons (pid, code, state, needed_cents, spins_remaining, game_code, at)
             values (?, ?, ?, ?, ?, ?, ?)",
            params![
                pid,
                offer.code,
                if offer.needs_deposit() { "awaiting" } else { "playing" },
                given * offer.times(0),
                spins,
                chosen,
                at.now,
            ],
        )?;
        if given > 0 {
            money::book(change, pid, given, "coupon", at.now)?;
        }
        change.execute(
            "update daily_rewards set redeemed = 1 where pid = ? and code = ?",
            params![pid, offer.code],
        )?;
    }
    Ok(json!({
        "redeem_type": if offer.needs_deposit() { 1 } else { 3 },
        "free_spin": spins > 0,
        "spins_needed": spins,
        "game_description": game.map_or("", |game| game.name.as_str()),
    }))
}

/// Cancels the active coupon. Fails unless the coupon awaits a deposit.
pub(crate) fn cancel(change: &Transaction, pid: i64) -> Result<(), ApiError> {
    let sql = "update player_coupons set state = 'cancelled' where pid = ? and state = 'awaiting'";
    match change.execute(sql, [pid])? {
        0 => Err(ApiError::conflict(texts::CANCEL_FAILED)),
        _ => Ok(()),
    }
}

/// Sets the game of the active free-spin coupon. Fails if another game is already set.
pub(crate) fn choose_game(
    change: &Transaction,
    offers: &Catalogue,
    pid: i64,
    code: &str,
) -> Result<(), ApiError> {
    let held = active(change, offers, pid)?
        .filter(|held| held.offer.games.iter().any(|game| game.code == code));
    let held = held.filter(|held| held.game.is_empty() || held.game == code);
    let held = held.ok_or_else(|| ApiError::bad_request(texts::SPINS_FAILED))?;
    change
        .execute("update player_coupons set game_code = ? where id = ?", params![code, held.id])?;
    Ok(())
}

/// Records a deposit. If the active coupon awaits one, credits its bonus and sets it in play.
pub(crate) fn deposit(
    change: &Transaction,
    offers: &Catalogue,
    pid: i64,
    cents: i64,
    now: i64,
) -> Result<(), ApiError> {
    money::book(change, pid, cents, "deposit", now)?;
    change.execute(
        "update players set total_deposits_number = total_deposits_number + 1,
           first_deposit_on = coalesce(first_deposit_on, ?) where pid = ?",
        params![crate::rules::day_of(now), pid],
    )?;
    if let Some(held) = active(change, offers, pid)?.filter(|held| held.awaiting) {
        // The highest step that the deposit reaches applies. A deposit below the first step earns
        // no bonus, and the coupon continues to await a deposit.
        if let Some((at, step)) =
            held.offer.steps.iter().enumerate().rfind(|(_, step)| cents >= step.minimum)
        {
            let counted = step.maximum.map_or(cents, |most| cents.min(most));
            let bonus = held.offer.amount + counted * step.percent.unwrap_or(0) / 100;
            money::book(change, pid, bonus, "bonus", now)?;
            let needed = bonus * held.offer.times(at);
            let sql = "update player_coupons set state = 'playing', needed_cents = ? where id = ?";
            change.execute(sql, params![needed, held.id])?;
        }
    }
    Ok(())
}

/// Adds a bet to the wagered amount, and then ends the coupon if `settle` applies.
pub(crate) fn wager(change: &Transaction, pid: i64, cents: i64) -> rusqlite::Result<()> {
    change.execute(
        "update player_coupons set played_cents = played_cents + ? where pid = ? and state = 'playing' and spins_remaining = 0",
        params![cents, pid],
    )?;
    settle(change, pid)
}

/// Ends the coupon in play if its wagering requirement is met or the balance is below one dollar.
pub(crate) fn settle(change: &Transaction, pid: i64) -> rusqlite::Result<()> {
    let broke = money::balance(change, pid)? < 100;
    change.execute(
        "update player_coupons set state = 'done'
         where pid = ? and state = 'playing' and spins_remaining = 0 and (? or played_cents >= needed_cents)",
        params![pid, broke],
    )?;
    Ok(())
}

/// Uses one free spin of a game and credits its winnings, which increase the wagering requirement.
/// Returns false if the player has no free spin for this game.
pub(crate) fn free_spin(
    change: &Transaction,
    offers: &Catalogue,
    pid: i64,
    game: &str,
    won: i64,
    now: i64,
) -> rusqlite::Result<bool> {
    let Some(held) = active(change, offers, pid)?
        .filter(|held| !held.awaiting && held.spins > 0 && !game.is_empty() && held.game == game)
    else {
        return Ok(false);
    };
    change.execute(
        "update player_coupons set spins_remaining = spins_remaining - 1, winnings_cents = winnings_cents + ?1,
           needed_cents = needed_cents + ?1 * ?2 where id = ?3",
        params![won, held.offer.times(0), held.id],
    )?;
    if won > 0 {
        money::book(change, pid, won, "free spin", now)?;
    }
    Ok(true)
}
