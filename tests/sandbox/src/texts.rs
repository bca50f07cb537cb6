//! All error messages of the sandbox. Each is a literal from sections 5 and 8 of the specification,
//! or specific to the sandbox (decision A128). The `OpenAPI` document lists all of them.

pub(crate) const NO_DETAILS: &str = "No details received";
pub(crate) const EMAIL_EXISTS: &str = "An account with this email already exists";
pub(crate) const LOGIN_EXISTS: &str = "An account already exists";
pub(crate) const TOO_MANY_LOGINS: &str = "Too many failed login attempts";
pub(crate) const INVALID_COUPON: &str = "Error: Invalid Coupon";
pub(crate) const ACTIVE_COUPON: &str = "active_coupon";
pub(crate) const REDEEM_FAILED: &str =
    "Error! Sorry, there was an error redeeming this coupon. Please try again or contact support.";
pub(crate) const CANCEL_FAILED: &str = "Unable to cancel coupon. Please contact support.";
pub(crate) const CASHBACK_FAILED: &str = "Sorry, we could not claim your cashback.";
pub(crate) const SPINS_FAILED: &str = "Sorry, we could not add your free spins.";
pub(crate) const LOGIN_MISSING: &str = "Please enter your login details.";
pub(crate) const FIRST_NAME: &str = "Please enter your first name";
pub(crate) const LAST_NAME: &str = "Please enter your last name";
pub(crate) const EMAIL: &str = "Please enter a valid email address";
pub(crate) const BIRTH_DATE: &str =
    "Please enter your date of birth. You must be at least 21 years old.";
pub(crate) const PASSWORD: &str = "Passwords should be at least 6 characters";
pub(crate) const LOGIN_REFUSED: &str = "Invalid login or password";
pub(crate) const ACCOUNT_CLOSED: &str = "This account is closed. Please contact support.";
pub(crate) const NO_SESSION: &str = "Please log in.";
pub(crate) const NOT_YOURS: &str = "This is not your account.";
pub(crate) const NO_PLAYER: &str = "There is no such player.";
pub(crate) const NO_CALL: &str = "There is no such call.";
pub(crate) const NO_METHOD: &str = "This call does not take this method.";
pub(crate) const TOO_MUCH: &str = "This is too much.";
pub(crate) const TOKEN_REFUSED: &str = "This link has been used or is too old.";
pub(crate) const OLD_PASSWORD: &str = "Your current password is not correct.";
pub(crate) const NOT_FOUND: &str = "There is nothing of this name.";
pub(crate) const JACKPOT_BLOCKED: &str = "This account cannot take part in the lobby jackpot.";
pub(crate) const NOTHING_WON: &str = "There is no win to claim.";
pub(crate) const NO_MONEY: &str = "Your balance is too low.";
pub(crate) const VIEWER: &str = "errorViewerRestriction";
pub(crate) const MAINTENANCE: &str = "errorCasinoMaintenance";
pub(crate) const KEY_REFUSED: &str = "This key belongs to another request.";
pub(crate) const FOREIGN_NAME: &str = "This sandbox does not answer to this name.";
pub(crate) const FOREIGN_PAGE: &str = "A page of this origin may not change anything here.";
pub(crate) const BROKEN: &str = "The sandbox could not use its database.";

/// Messages from sections 5, 7.7 and 8 of the specification or decision A128, verbatim.
const GIVEN: [&str; 18] = [
    NO_DETAILS,
    EMAIL_EXISTS,
    LOGIN_EXISTS,
    TOO_MANY_LOGINS,
    INVALID_COUPON,
    ACTIVE_COUPON,
    REDEEM_FAILED,
    CANCEL_FAILED,
    CASHBACK_FAILED,
    SPINS_FAILED,
    LOGIN_MISSING,
    FIRST_NAME,
    LAST_NAME,
    EMAIL,
    BIRTH_DATE,
    PASSWORD,
    VIEWER,
    MAINTENANCE,
];
/// Messages that only the sandbox has. An operator's server has its own messages in their place.
const OWN: [&str; 18] = [
    LOGIN_REFUSED,
    ACCOUNT_CLOSED,
    NO_SESSION,
    NOT_YOURS,
    NO_PLAYER,
    NO_CALL,
    NO_METHOD,
    TOO_MUCH,
    TOKEN_REFUSED,
    OLD_PASSWORD,
    NOT_FOUND,
    JACKPOT_BLOCKED,
    NOTHING_WON,
    NO_MONEY,
    KEY_REFUSED,
    FOREIGN_NAME,
    FOREIGN_PAGE,
    BROKEN,
];

/// Returns all messages.
pub(crate) fn all() -> Vec<&'static str> {
    [GIVEN.as_slice(), OWN.as_slice()].concat()
}
