//! Parsers of TOML and YAML into values with byte ranges, the common model of front matter and
//! data.

pub mod syntax_hints;
mod toml;
mod value;
mod yaml;

pub use self::toml::table_in as table;
pub use self::toml::toml;
pub use self::value::{ParseError, SpannedKey};
pub use self::value::{SpannedValue, Value};
pub use self::yaml::yaml;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn toml_yaml_and_json_are_equivalent() {
        let (from_toml, errors) = toml("a = \"é\"\nb = [1, 2.5, true]\nc = { d = 2026-11-21 }\n");
        assert_eq!(errors, []);
        let from_yaml = yaml("a: é\nb:\n  - 1\n  - 2.5\n  - true\nc:\n  d: 2026-11-21\n").unwrap();
        let from_json =
            yaml("{\"a\": \"é\", \"b\": [1, 2.5, true], \"c\": {\"d\": \"2026-11-21\"}}").unwrap();
        assert_eq!(from_toml.to_json(), from_yaml.to_json());
        assert_eq!(from_toml.to_json(), from_json.to_json());
        assert_eq!(
            from_yaml.get("c").unwrap().get("d").unwrap().as_date().unwrap().to_string(),
            "2026-11-21"
        );
    }

    #[test]
    fn ranges_are_byte_ranges() {
        let text = "é: 1\nßß: [x, \"yz\"]\n";
        let spanned = yaml(text).unwrap();
        assert_eq!(&text[spanned.range_at(&["ßß".into(), "1".into()])], "\"yz\"");
        assert_eq!(&text[spanned.entries()[1].0.range.clone()], "ßß");
        let error = yaml("é: 'x\n").unwrap_err();
        assert!(error.message.starts_with("not valid YAML"), "{error:?}");
    }

    #[test]
    fn booleans_of_yaml_1_1_and_quoted_values_are_text() {
        let spanned = yaml("draft: no\nb: \"true\"\nc: '2026-11-21'\n").unwrap();
        assert_eq!(
            spanned.to_json(),
            serde_json::json!({ "draft": "no", "b": "true", "c": "2026-11-21" })
        );
    }

    #[test]
    fn unbounded_input_is_refused() {
        for text in ["a: &x [1]\nb: *x\n", "a: 1\na: 2\n", "a: 1\n---\nb: 2\n", "? [1]\n: 2\n"] {
            assert!(yaml(text).is_err(), "{text}");
        }
        assert!(yaml(&"[".repeat(5000)).is_err());
        assert!(yaml(&"- ".repeat(5000)).is_err());
        assert!(!toml(&format!("a = {}", "[".repeat(5000))).1.is_empty());
    }
}
