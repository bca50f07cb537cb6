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
pub(crate) const WRONG_CREDENTIALS: &str = "Invalid login or password";
pub(crate) const ACCOUNT_CLOSED: &str = "This account is closed. Please contact support.";
pub(crate) const NO_SESSION: &str = "Please log in.";
pub(crate) const OTHER_PLAYER: &str = "This is not your account.";
pub(crate) const UNKNOWN_PLAYER: &str = "The player does not exist.";
pub(crate) const UNKNOWN_CALL: &str = "The API has no call with this path.";
pub(crate) const UNSUPPORTED_METHOD: &str = "The call does not support this method.";
pub(crate) const REQUEST_TOO_LARGE: &str = "The request is too large.";
pub(crate) const INVALID_TOKEN: &str = "This link has been used or is too old.";
pub(crate) const WRONG_PASSWORD: &str = "Your current password is not correct.";
pub(crate) const NOT_FOUND: &str = "The resource does not exist.";
pub(crate) const JACKPOT_BLOCKED: &str = "This account cannot take part in the lobby jackpot.";
pub(crate) const NO_WIN: &str = "There is no win to claim.";
pub(crate) const LOW_BALANCE: &str = "Your balance is too low.";
pub(crate) const VIEWER_RESTRICTED: &str = "errorViewerRestriction";
pub(crate) const MAINTENANCE: &str = "errorCasinoMaintenance";
pub(crate) const INVALID_KEY: &str =
    "The idempotency key is too long or belongs to another request.";
pub(crate) const UNKNOWN_HOST: &str = "The sandbox does not accept this host name.";
pub(crate) const UNKNOWN_ORIGIN: &str = "Pages of this origin must not change data of the sandbox.";
pub(crate) const INTERNAL_ERROR: &str = "The sandbox could not use its database.";

/// Messages from sections 5, 7.7 and 8 of the specification or decision A128, verbatim.
const SPECIFIED: [&str; 18] = [
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
    VIEWER_RESTRICTED,
    MAINTENANCE,
];
/// Messages that only the sandbox has. An operator's server has its own messages in their place.
const OWN: [&str; 18] = [
    WRONG_CREDENTIALS,
    ACCOUNT_CLOSED,
    NO_SESSION,
    OTHER_PLAYER,
    UNKNOWN_PLAYER,
    UNKNOWN_CALL,
    UNSUPPORTED_METHOD,
    REQUEST_TOO_LARGE,
    INVALID_TOKEN,
    WRONG_PASSWORD,
    NOT_FOUND,
    JACKPOT_BLOCKED,
    NO_WIN,
    LOW_BALANCE,
    INVALID_KEY,
    UNKNOWN_HOST,
    UNKNOWN_ORIGIN,
    INTERNAL_ERROR,
];

/// Returns all messages.
pub(crate) fn all() -> Vec<&'static str> {
    [SPECIFIED.as_slice(), OWN.as_slice()].concat()
}
