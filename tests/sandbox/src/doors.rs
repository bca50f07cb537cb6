//! Access checks: restricted countries (decision A126) and maintenance (A53).

use axum::http::StatusCode;
use rusqlite::{Connection, OptionalExtension};

use crate::error::ApiError;
use crate::texts;

/// Refuses players from restricted countries. The sandbox cannot determine the country of a
/// request, so the email domain simulates it: `user@gb.example.com` is in the United Kingdom.
pub(crate) fn country(email: &str) -> Result<(), ApiError> {
    let domain = email.trim().to_ascii_lowercase();
    let place = domain.rsplit_once('@').and_then(|(_, domain)| domain.strip_suffix(".example.com"));
    match place {
        Some(place)
            if place.len() == 2
                && place.bytes().all(|b| b.is_ascii_lowercase())
                && !["us", "ca"].contains(&place) =>
        {
            Err(ApiError::restricted(place.to_ascii_uppercase()))
        }
        _ => Ok(()),
    }
}

/// Refuses players for whom maintenance is simulated. `at` is `login`, or `play` for the calls
/// after login.
pub(crate) fn upkeep(ask: &Connection, pid: i64, at: &str) -> Result<(), ApiError> {
    let sql = "select upkeep from players where pid = ?";
    let down: Option<String> = ask.query_row(sql, [pid], |row| row.get(0)).optional()?;
    if down.as_deref() == Some(at) {
        return Err(ApiError::new(StatusCode::SERVICE_UNAVAILABLE, texts::MAINTENANCE));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::country;

    #[test]
    fn the_address_says_the_country() {
        for served in [
            "annx@example.com",
            "a@us.example.com",
            "a@ca.example.com",
            "a@gbr.example.com",
            "a@gb.example.org",
            "",
        ] {
            assert!(country(served).is_ok(), "{served}");
        }
        assert!(country("A@GB.example.com").is_err() && country("a@fr.example.com").is_err());
    }
}
