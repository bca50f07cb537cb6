//! The absolute address of the site, wherever it was given: what it can be.

/// What a flag or site.toml may say, and what is wrong with it; none where nothing is.
pub fn problem(address: &str) -> Option<&'static str> {
    let whole = "write it with its scheme: `base_url = \"https://www.example.com\"`";
    let Some((scheme, rest)) = address.split_once("://") else { return Some(whole) };
    if !matches!(scheme, "http" | "https") || rest.split('/').next().is_none_or(str::is_empty) {
        return Some(whole);
    }
    if rest.contains(['?', '#']) {
        return Some("leave out what begins with `?` or `#`: pages stand below the path alone");
    }
    let is_odd = |it: char| it.is_whitespace() || it.is_control() || "\"'<>\\`".contains(it);
    rest.contains(is_odd).then_some("write the host and the path alone, without spaces and quotes")
}

/// The address that a flag gives; the error says what to write.
pub fn of_flag(address: &str) -> Result<String, String> {
    let written = |hint: &str| {
        hint.replace(
            "`base_url = \"https://www.example.com\"`",
            "`--base-url https://www.example.com`",
        )
    };
    problem(address).map_or_else(
        || Ok(address.to_owned()),
        |hint| Err(format!("it is no address of a site; {}", written(hint))),
    )
}

#[cfg(test)]
mod tests {
    use super::problem;

    #[test]
    fn an_address_has_a_scheme_a_host_and_nothing_after_its_path() {
        for good in
            ["https://a.b", "http://localhost:8000", "https://a.b/docs", "https://a.b/docs/"]
        {
            assert_eq!(problem(good), None, "{good}");
        }
        for bad in [
            "foo",
            "//a.b",
            "ftp://a.b",
            "https://",
            "https:///x",
            "https://a.b/x?y",
            "https://a.b#c",
            "https://a b",
            "https://a.b/\"x",
        ] {
            assert!(problem(bad).is_some(), "{bad}");
        }
    }
}
