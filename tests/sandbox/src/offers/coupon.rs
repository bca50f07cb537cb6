//! Coupons of players. A player has at most one active coupon, and each use counts towards the
//! limits of the offer. Each operation checks and changes the data in one transaction.

use std::sync::Arc;

use rusqlite::{Connection, OptionalExtension, Transaction, params};
use serde_json::{Value, json};

use crate::clock::Timestamps;
use crate::error::ApiError;
use crate::offers::catalogue::{Audience, Catalogue, DAY, Offer};
use crate::offers::daily::DailyReward;
use crate::players::{money, validation};
use crate::server::access;
use crate::texts;

/// The reward type of cashback, which players collect with a separate call.
pub(crate) const CASHBACK: &str = "CASHBACK";

/// The active coupon of a player.
pub(crate) struct ActiveCoupon {
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
pub(crate) enum RedeemCall {
    Coupon,
    Reward,
}

/// Returns the active coupon of a player.
pub(crate) fn find_active(
    connection: &Connection,
    catalogue: &Catalogue,
    pid: i64,
) -> rusqlite::Result<Option<ActiveCoupon>> {
    let sql = "select id, code, state, played_cents, needed_cents, spins_remaining, winnings_cents, game_code
               from player_coupons where pid = ? and state in ('awaiting', 'playing')";

    let found = connection.query_row(sql, [pid], |row| {
        let active_coupon = catalogue
            .offer(&row.get::<_, String>(1)?)
            .cloned()
            .map(|offer| (offer, row.get::<_, String>(2)));
        let Some((offer, state)) = active_coupon else { return Ok(None) };
        Ok(Some(ActiveCoupon {
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
pub(crate) fn active_response(
    connection: &Connection,
    catalogue: &Catalogue,
    pid: i64,
    time: Timestamps,
) -> rusqlite::Result<Value> {
    let Some(active_coupon) = find_active(connection, catalogue, pid)? else {
        return Ok(json!({ "isActive": false, "player_coupon_status": "No Coupon" }));
    };
    let mut response = active_coupon.offer.promotion(time, Some(&active_coupon));
    response["isActive"] = json!(true);
    response["player_coupon_status"] =
        json!(if active_coupon.awaiting { "Awaiting Deposit" } else { "In Play" });
    Ok(response)
}

/// Returns the offers that a player can redeem, and the active coupon.
pub(crate) fn list(
    connection: &Connection,
    catalogue: &Catalogue,
    pid: i64,
    time: Timestamps,
) -> Result<Vec<Value>, ApiError> {
    let active_coupon = find_active(connection, catalogue, pid)?;
    let mut promotions = Vec::new();

    for offer in &catalogue.0 {
        let player_coupon =
            active_coupon.as_ref().filter(|active_coupon| active_coupon.offer.code == offer.code);
        if player_coupon.is_some() || check_offer(connection, catalogue, pid, offer, time)?.is_ok()
        {
            let daily = if offer.audience == Audience::Rewarded {
                DailyReward::find(connection, catalogue, pid)?
            } else {
                None
            };
            promotions.push(
                daily.filter(|_| player_coupon.is_none()).map_or_else(
                    || offer.promotion(time, player_coupon),
                    |daily| daily.coupon(time),
                ),
            );
        }
    }

    Ok(promotions)
}

/// Checks whether a player may redeem an offer, regardless of an active coupon. The inner error
/// is the reason for a refusal.
fn check_offer(
    connection: &Connection,
    catalogue: &Catalogue,
    pid: i64,
    offer: &Offer,
    time: Timestamps,
) -> rusqlite::Result<Result<(), ApiError>> {
    let now = time.now;
    let is_open = match offer.audience {
        Audience::Rewarded => DailyReward::find(connection, catalogue, pid)?
            .is_some_and(|daily| daily.can_redeem(offer, now)),
        Audience::Everyone | Audience::Players => offer.has_started(time) && offer.ends(time) > now,
    };

    if !is_open
        || (offer.reward_type == CASHBACK && !has_unclaimed_cashback(connection, pid, offer)?)
    {
        return Ok(Err(ApiError::bad_request(texts::INVALID_COUPON)));
    }

    for (maximum, days) in offer.uses.iter().zip([i64::MAX / DAY, 30, 7, 1]) {
        let sql = "select count(*) from player_coupons where pid = ? and code = ? and state <> 'cancelled' and at > ?";
        let used: i64 = connection.query_row(
            sql,
            params![pid, offer.code, now.saturating_sub(days * DAY)],
            |row| row.get(0),
        )?;
        if *maximum > 0 && used >= *maximum {
            return Ok(Err(ApiError::conflict(texts::REDEEM_FAILED)));
        }
    }

    Ok(Ok(()))
}

/// Whether a player has cashback for an offer and has not collected it. The code of the offer ends
/// with the transaction hash.
fn has_unclaimed_cashback(
    connection: &Connection,
    pid: i64,
    offer: &Offer,
) -> rusqlite::Result<bool> {
    let sql = "select exists (select 1 from cashbacks where pid = ? and 'CASHBACK-' || tx_hash = ? collate nocase and claimed = 0)";
    connection.query_row(sql, params![pid, offer.code], |row| row.get(0))
}

/// Checks that a player has made a deposit and that the balance is at most `maximum` cents. The list
/// contains such a coupon in any case, because the site hides it (row 4.4-11).
fn check_low_balance(connection: &Connection, pid: i64, maximum: i64) -> Result<(), ApiError> {
    let sql = "select first_deposit_on is not null from players where pid = ?";
    let has_deposited: bool = connection.query_row(sql, [pid], |row| row.get(0))?;
    if has_deposited && money::balance(connection, pid)? <= maximum {
        Ok(())
    } else {
        Err(ApiError::conflict(texts::REDEEM_FAILED))
    }
}

/// Redeems a coupon. Fails if the player has an active coupon. If `commit` is false, only the
/// checks run and nothing changes.
pub(crate) fn redeem(
    transaction: &Transaction,
    catalogue: &Catalogue,
    pid: i64,
    code: &str,
    call: RedeemCall,
    commit: bool,
    time: Timestamps,
) -> Result<Value, ApiError> {
    let invalid = || ApiError::bad_request(texts::INVALID_COUPON);
    access::check_maintenance(transaction, pid, "play")?;

    let offer = catalogue.offer(code).ok_or_else(invalid)?;
    let expected_call =
        if offer.redeem_type == "reward" { RedeemCall::Reward } else { RedeemCall::Coupon };
    if expected_call != call || offer.reward_type == CASHBACK {
        return Err(invalid());
    }

    if find_active(transaction, catalogue, pid)?.is_some() {
        return Err(ApiError::conflict(texts::ACTIVE_COUPON));
    }
    check_offer(transaction, catalogue, pid, offer, time)??;
    offer.largest_balance.map_or(Ok(()), |maximum| check_low_balance(transaction, pid, maximum))?;

    let spins = offer.spins.unwrap_or(0);
    let game = offer.only_game();

    if commit {
        let credited = if offer.needs_deposit() { 0 } else { offer.amount };
        transaction.execute(
            "insert into player_coupons (pid, code, state, needed_cents, spins_remaining, game_code, at)
             values (?, ?, ?, ?, ?, ?, ?)",
            params![
                pid,
                offer.code,
                if offer.needs_deposit() { "awaiting" } else { "playing" },
                credited * offer.wagering_multiplier(0),
                spins,
                game.map_or("", |game| game.code.as_str()),
                time.now,
            ],
        )?;
        if credited > 0 {
            money::add_entry(transaction, pid, credited, "coupon", time.now)?;
        }
        transaction.execute(
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
pub(crate) fn cancel(transaction: &Transaction, pid: i64) -> Result<(), ApiError> {
    let sql = "update player_coupons set state = 'cancelled' where pid = ? and state = 'awaiting'";
    match transaction.execute(sql, [pid])? {
        0 => Err(ApiError::conflict(texts::CANCEL_FAILED)),
        _ => Ok(()),
    }
}

/// Sets the game of the active free-spin coupon. Fails if another game is already set.
pub(crate) fn choose_game(
    transaction: &Transaction,
    catalogue: &Catalogue,
    pid: i64,
    code: &str,
) -> Result<(), ApiError> {
    let active_coupon = find_active(transaction, catalogue, pid)?
        .filter(|active_coupon| active_coupon.offer.games.iter().any(|game| game.code == code));
    let active_coupon = active_coupon
        .filter(|active_coupon| active_coupon.game.is_empty() || active_coupon.game == code);
    let active_coupon = active_coupon.ok_or_else(|| ApiError::bad_request(texts::SPINS_FAILED))?;
    transaction.execute(
        "update player_coupons set game_code = ? where id = ?",
        params![code, active_coupon.id],
    )?;
    Ok(())
}

/// Records a deposit. If the active coupon awaits one, credits its bonus and sets it in play.
pub(crate) fn deposit(
    transaction: &Transaction,
    catalogue: &Catalogue,
    pid: i64,
    cents: i64,
    now: i64,
) -> Result<(), ApiError> {
    money::add_entry(transaction, pid, cents, "deposit", now)?;

    transaction.execute(
        "update players set total_deposits_number = total_deposits_number + 1,
           first_deposit_on = coalesce(first_deposit_on, ?) where pid = ?",
        params![validation::format_day(now), pid],
    )?;

    if let Some(active_coupon) =
        find_active(transaction, catalogue, pid)?.filter(|active_coupon| active_coupon.awaiting)
    {
        // The highest step that the deposit reaches applies. A deposit below the first step earns
        // no bonus, and the coupon continues to await a deposit.
        if let Some((index, step)) =
            active_coupon.offer.steps.iter().enumerate().rfind(|(_, step)| cents >= step.minimum)
        {
            let counted = step.maximum.map_or(cents, |maximum| cents.min(maximum));
            let bonus = active_coupon.offer.amount + counted * step.percent.unwrap_or(0) / 100;
            money::add_entry(transaction, pid, bonus, "bonus", now)?;
            let needed = bonus * active_coupon.offer.wagering_multiplier(index);
            let sql = "update player_coupons set state = 'playing', needed_cents = ? where id = ?";
            transaction.execute(sql, params![needed, active_coupon.id])?;
        }
    }

    Ok(())
}

/// Adds a bet to the wagered amount, and then ends the coupon if `end_if_complete` applies.
pub(crate) fn add_wager(transaction: &Transaction, pid: i64, cents: i64) -> rusqlite::Result<()> {
    transaction.execute(
        "update player_coupons set played_cents = played_cents + ? where pid = ? and state = 'playing' and spins_remaining = 0",
        params![cents, pid],
    )?;
    end_if_complete(transaction, pid)
}

/// Ends the coupon in play if its wagering requirement is met or the balance is below one dollar.
pub(crate) fn end_if_complete(transaction: &Transaction, pid: i64) -> rusqlite::Result<()> {
    let is_below_minimum = money::balance(transaction, pid)? < 100;
    transaction.execute(
        "update player_coupons set state = 'done'
         where pid = ? and state = 'playing' and spins_remaining = 0 and (? or played_cents >= needed_cents)",
        params![pid, is_below_minimum],
    )?;
    Ok(())
}

/// Uses one free spin of a game and credits its winnings, which increase the wagering requirement.
/// Returns false if the player has no free spin for this game.
pub(crate) fn free_spin(
    transaction: &Transaction,
    catalogue: &Catalogue,
    pid: i64,
    game: &str,
    won: i64,
    now: i64,
) -> rusqlite::Result<bool> {
    let Some(active_coupon) = find_active(transaction, catalogue, pid)?.filter(|active_coupon| {
        !active_coupon.awaiting
            && active_coupon.spins > 0
            && !game.is_empty()
            && active_coupon.game == game
    }) else {
        return Ok(false);
    };

    transaction.execute(
        "update player_coupons set spins_remaining = spins_remaining - 1, winnings_cents = winnings_cents + ?1,
           needed_cents = needed_cents + ?1 * ?2 where id = ?3",
        params![won, active_coupon.offer.wagering_multiplier(0), active_coupon.id],
    )?;

    if won > 0 {
        money::add_entry(transaction, pid, won, "free spin", now)?;
    }
    Ok(true)
}
