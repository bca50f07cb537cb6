//! Highlights the syntax of code blocks with classes, and writes the style sheets of themes.

mod classes;
mod languages;
mod themes;

use std::borrow::Cow;
use std::sync::LazyLock;

use croupier_extensions::Highlight;
use syntect::parsing::{ParseState, SyntaxReference, SyntaxSet};

use crate::classes::Spans;
use crate::languages::{BASH, NAMES, PHP, PLAIN_PHP, SESSION, missing_keywords, syntax_name};
pub use crate::themes::{UnknownTheme, style_sheet, themes};

/// The prefix of the classes, without its hyphen: `hl-keyword`.
const PREFIX: &str = "hl";

/// The interface for the engine.
pub const EXTENSION: Highlight = Highlight { languages: &NAMES, html };

/// A longer line gets no colours. It is minified code or data, and takes up to 40 ms for each 8 KB.
const MAX_LINE_BYTES: usize = 8 << 10;

/// The prompts of a session in a shell, before a command.
const PROMPTS: [&str; 4] = [USER_PROMPT, COMMENT, "% ", "> "];

/// The prompt of a user. In a session with it, `#` is the mark of a comment instead of the prompt of an administrator.
const USER_PROMPT: &str = "$ ";
const COMMENT: &str = "# ";

/// The syntaxes of this process. Contexts are read, and patterns are compiled, when a block needs them.
static SYNTAXES: LazyLock<SyntaxSet> = LazyLock::new(two_face::syntax::extra_newlines);

fn html(language: &str, code: &str) -> Option<String> {
    let language = language.to_lowercase();
    let name = syntax_name(&language)?;
    let is_session = name == SESSION && code.lines().any(|line| prompt_of(line).is_some());

    let name = match name {
        SESSION => BASH,
        // Examples often leave out the opening tag.
        PHP if !code.contains("<?") => PLAIN_PHP,
        name => name,
    };

    let keywords = missing_keywords(name);
    let mut spans = Spans::default();
    let mut state = ParseState::new(syntax(name)?);
    let has_comments = code.lines().any(|line| line.starts_with(USER_PROMPT));
    let mut is_continued = false;

    for line in code.split_inclusive('\n') {
        let mut command = line;

        // The lines between the commands of a session are output.
        let is_comment = has_comments && line.starts_with(COMMENT);
        if is_session && !is_continued && !is_comment {
            let Some(prompt) = prompt_of(line) else {
                spans.plain(line);
                continue;
            };
            spans.prompt(prompt);
            command = &line[prompt.len()..];
        }

        is_continued = command.trim_end().ends_with('\\');
        highlight_line(command, keywords, &mut state, &mut spans);
    }

    Some(spans.finish())
}

/// Returns the prompt at the beginning of a line of a session.
fn prompt_of(line: &str) -> Option<&'static str> {
    PROMPTS.into_iter().find(|prompt| line.starts_with(prompt))
}

/// Adds a line to the HTML, with the tokens that a syntax finds.
fn highlight_line(line: &str, keywords: &[&str], state: &mut ParseState, spans: &mut Spans) {
    if line.len() > MAX_LINE_BYTES {
        return spans.plain(line);
    }

    // Patterns expect a line break, which the last line can lack. One with a carriage return would be part of a token.
    let text = line.trim_end_matches(['\r', '\n']);
    let with_break = if line == text || line.ends_with("\r\n") {
        format!("{text}\n").into()
    } else {
        Cow::from(line)
    };
    let Ok(operations) = state.parse_line(&with_break, &SYNTAXES) else {
        return spans.plain(line);
    };

    let mut start = 0;
    for (end, operation) in operations {
        let end = end.min(line.len());
        spans.token(&line[start..end], keywords);
        start = end;
        spans.apply(&operation);
    }
    spans.token(&line[start..], keywords);
}

/// Returns the syntax with a name.
fn syntax(name: &str) -> Option<&'static SyntaxReference> {
    SYNTAXES.find_syntax_by_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the classes and texts of the tokens of a block: `keyword let`.
    fn tokens(language: &str, code: &str) -> Vec<String> {
        let html = html(language, code).expect("a known language");
        let elements = html.split("<span class=\"hl-").skip(1);
        let texts = elements.map(|it| it.split_once("</span>").expect("an end").0);
        texts.map(|it| it.replace("\">", " ")).collect()
    }

    #[track_caller]
    fn assert_tokens(language: &str, code: &str, expected: &[&str]) {
        let tokens = tokens(language, code);
        for token in expected {
            assert!(tokens.iter().any(|it| it == token), "{language} {token}: {tokens:#?}");
        }
    }

    #[test]
    fn tokens_have_classes_and_text_is_escaped() {
        let html = html("rs", "let a = \"<b>\"; // &\n").expect("a known language");
        assert!(html.contains("<span class=\"hl-keyword\">let</span>"), "{html}");
        assert!(html.contains("&lt;b&gt;") && html.contains("&amp;"), "{html}");
        assert!(html.ends_with('\n') && !html.contains("style="), "{html}");
    }

    #[test]
    fn an_unknown_language_has_no_html() {
        assert_eq!(html("klingon", "x"), None);
    }

    #[test]
    fn names_of_languages_have_any_case() {
        assert_eq!(html("Rust", "let a"), html("rs", "let a"));
        assert_eq!(html("C++", "int a"), html("cpp", "int a"));
    }

    #[test]
    fn the_text_of_a_block_stays() {
        for code in [
            "",
            "\n",
            "a",
            "  a \r\n\r\n\tb // é\r\n",
            "x = \"open\n\n  e\u{301}\n",
            "\u{a0}a\u{2028}b",
        ] {
            for language in NAMES {
                let html = html(language, code).expect("a known language");
                let text: String =
                    html.split('<').filter_map(|it| it.split_once('>')).map(|it| it.1).collect();
                let start = html.split('<').next().expect("a first part");
                assert_eq!(format!("{start}{text}"), code, "{language}");
            }
        }
    }

    #[test]
    fn keys_are_properties() {
        assert_tokens("json", "{\"a\": \"b\"}", &["property \"a\"", "string \"b\""]);
        assert_tokens("yaml", "a: b\n", &["property a", "string b"]);
        assert_tokens(
            "toml",
            "[t]\na = 1\n\"b c\" = 2\n",
            &["property t", "property a", "property \"b c\""],
        );
        assert_tokens("ini", "[s]\na=b\n", &["property s", "property a", "string b"]);
        assert_tokens(
            "css",
            "a { color: red; --b: 2px }",
            &["tag a", "property color", "constant red", "property --b"],
        );
    }

    #[test]
    fn words_are_keywords_and_marks_are_operators() {
        assert_tokens("python", "if a and not b: pass", &["keyword if", "keyword and not"]);
        assert_tokens("sql", "select 1 from a join b on a.x = b.x", &["keyword on", "operator ="]);
        assert_tokens("js", "(a) => 1", &["operator =&gt;", "number 1"]);
        assert_tokens(
            "rust",
            "async fn f(a: &dyn B) { a.await }",
            &["keyword async fn", "keyword dyn", "keyword await"],
        );
    }

    #[test]
    fn a_language_in_another_one_has_its_own_tokens() {
        let code = "<style>a { color: red }</style><script>let x = `a${b}`</script>";
        assert_tokens("html", code, &["property color", "keyword let", "string `a", "variable b"]);
        let code = "{# c #}<a href=\"{{ page.url }}\">{% if a %}";
        assert_tokens(
            "jinja",
            code,
            &["comment {# c #}", "tag a", "string \"", "property url", "keyword if"],
        );
        assert_tokens("markdown", "# A\n```rust\nlet a;\n```\n", &["title A", "keyword let"]);
        assert_tokens("tsx", "const a = <b c={d}>e</b>;", &["tag b", "attribute c", "variable d"]);
    }

    #[test]
    fn php_needs_no_opening_tag() {
        assert_tokens("php", "echo $a;", &["function echo", "variable $a"]);
        assert_tokens("php", "<b><?php echo $a; ?>", &["tag b", "function echo", "variable $a"]);
    }

    #[test]
    fn only_commands_of_a_session_have_colours() {
        let code = "# echo \\\n  \"a\"\nif \"b\"\n> ls\n";
        assert_tokens(
            "console",
            code,
            &["punctuation #", "function echo", "string \"a\"", "punctuation &gt;", "function ls"],
        );
        assert_tokens("console", "$ ls\n# text\n", &["punctuation $", "comment # text"]);
        let html = html("console", code).expect("a known language");
        assert!(html.contains("\nif \"b\"\n"), "{html}");
        assert_tokens("console", "echo \"a\"\n", &["function echo", "string \"a\""]);
    }

    #[test]
    fn a_diff_has_added_and_removed_lines() {
        let code = "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-}\n+new\n";
        let expected = [
            "keyword --- a/x",
            "string +++ b/x",
            "attribute @@ -1 +1 @@",
            "keyword -}",
            "string +new",
        ];
        assert_tokens("diff", code, &expected);
    }

    #[test]
    fn a_long_line_keeps_its_text_without_colours() {
        let code = format!("a = \"{}\"\nb = 1\n", "x".repeat(MAX_LINE_BYTES));
        assert_eq!(tokens("toml", &code).join(","), "property b,punctuation =,number 1");
    }
}
