//! Access checks: restricted countries (decision A126) and maintenance (A53).

use axum::http::StatusCode;
use rusqlite::{Connection, OptionalExtension};

use crate::error::ApiError;
use crate::texts;

/// Refuses players from restricted countries. The sandbox cannot determine the country of a
/// request, so the email domain simulates it: `user@gb.example.com` is in the United Kingdom.
pub(crate) fn check_country(email: &str) -> Result<(), ApiError> {
    let domain = email.trim().to_ascii_lowercase();
    let country =
        domain.rsplit_once('@').and_then(|(_, domain)| domain.strip_suffix(".example.com"));
    match country {
        Some(country)
            if country.len() == 2
                && country.bytes().all(|b| b.is_ascii_lowercase())
                && !["us", "ca"].contains(&country) =>
        {
            Err(ApiError::restricted(country.to_ascii_uppercase()))
        }
        _ => Ok(()),
    }
}

/// Refuses players for whom maintenance is simulated. `phase` is `login`, or `play` for the calls
/// after login.
pub(crate) fn check_maintenance(
    connection: &Connection,
    pid: i64,
    phase: &str,
) -> Result<(), ApiError> {
    let sql = "select upkeep from players where pid = ?";
    let down: Option<String> = connection.query_row(sql, [pid], |row| row.get(0)).optional()?;
    if down.as_deref() == Some(phase) {
        return Err(ApiError::new(StatusCode::SERVICE_UNAVAILABLE, texts::MAINTENANCE));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::check_country;

    #[test]
    fn the_email_domain_determines_the_country() {
        for allowed in [
            "annx@example.com",
            "a@us.example.com",
            "a@ca.example.com",
            "a@gbr.example.com",
            "a@gb.example.org",
            "",
        ] {
            assert!(check_country(allowed).is_ok(), "{allowed}");
        }
        assert!(
            check_country("A@GB.example.com").is_err()
                && check_country("a@fr.example.com").is_err()
        );
    }
}
