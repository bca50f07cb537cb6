//! Finds URLs and e-mail addresses that are written without brackets, as GitHub does: `https://a.example`,
//! `www.a.example` and `me@a.example`.

use std::borrow::Cow;
use std::ops::Range;

use linkify::{LinkFinder, LinkKind};
use memchr::{memchr_iter, memmem};

use crate::markdown::placeholder::PLACEHOLDER;

/// A URL or an e-mail address in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::markdown) struct BareUrl {
    /// Byte range in the text.
    pub(in crate::markdown) range: Range<usize>,
    pub(in crate::markdown) kind: BareUrlKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::markdown) enum BareUrlKind {
    /// With `https://` or `http://`.
    Web,
    /// Without a scheme: `www.a.example`.
    WithoutScheme,
    /// An e-mail address.
    Email,
}

/// The start of a URL without a scheme.
const WWW: &str = "www.";

/// The longest URL without a scheme, in bytes. Limits the search in a text that begins many of them.
const MAX_LENGTH: usize = 2_000;

/// Returns the byte offsets in a text that URLs contain: `://`, the start of `www.`, or the `@` of an e-mail address. Most texts have
/// none, and need no search for URLs.
pub(in crate::markdown) fn hints(text: &str) -> Vec<usize> {
    let bytes = text.as_bytes();
    let schemes = memchr_iter(b':', bytes).filter(|at| bytes[*at..].starts_with(b"://"));
    let emails = memchr_iter(b'@', bytes).filter(|at| email(text, *at).is_some());

    let mut hints: Vec<usize> =
        schemes.chain(emails).chain(memmem::find_iter(bytes, WWW.as_bytes())).collect();
    hints.sort_unstable();
    hints
}

/// Returns the URLs of a text, in order.
pub(in crate::markdown) fn find(text: &str) -> Vec<BareUrl> {
    let mut finder = LinkFinder::new();
    finder.kinds(&[LinkKind::Url]);
    let mut urls: Vec<BareUrl> = Vec::new();
    let mut start = 0;

    // A URL ends at these characters, which the finder does not know.
    let ends = text.char_indices().filter(|(at, it)| is_end(text, *at, *it));
    for (end, length) in ends.map(|(at, it)| (at, it.len_utf8())).chain([(text.len(), 0)]) {
        let part = &text[start..end];
        let found = in_part(&finder, part).into_iter();
        urls.extend(
            found.map(|it| BareUrl { range: start + it.range.start..start + it.range.end, ..it }),
        );
        start = end + length;
    }

    let emails: Vec<BareUrl> = memchr_iter(b'@', text.as_bytes())
        .filter_map(|at| Some(BareUrl { range: email(text, at)?, kind: BareUrlKind::Email }))
        .collect();

    urls.extend(emails);

    urls.sort_by_key(|url| url.range.start);
    urls.dedup_by(|later, earlier| later.range.start < earlier.range.end);

    urls
}

/// Returns the URLs in a part of a text without characters that end one.
fn in_part(finder: &LinkFinder, part: &str) -> Vec<BareUrl> {
    let mut urls = Vec::new();
    if part.contains("://") {
        // The finder knows no fragment directly after a host.
        let with_queries = with_fragments_as_queries(finder, part);
        let is_web = |url: &str| ["https://", "http://"].iter().any(|it| url.starts_with(it));
        let found = finder.links(&with_queries).filter(|it| is_web(it.as_str()));
        urls.extend(found.map(|link| BareUrl {
            range: trimmed(part, link.start()..link.end()),
            kind: BareUrlKind::Web,
        }));
    }

    for (start, _) in part.match_indices(WWW) {
        let follows_word = part[..start].ends_with(|it: char| {
            it.is_alphanumeric() || matches!(it, '.' | '/' | '@' | '-' | ':' | '_' | '=')
        });
        if follows_word {
            continue;
        }

        let scheme = "http://";
        let nearby = &part[start..part.floor_char_boundary(start + MAX_LENGTH)];
        let url = format!("{scheme}{}", nearby.split(' ').next().unwrap_or_default());
        let url = with_fragments_as_queries(finder, &url);
        let Some(link) = finder.links(&url).next().filter(|link| link.start() == 0) else {
            continue;
        };

        let range = trimmed(part, start..start + link.end() - scheme.len());
        if part[range.clone()].len() > WWW.len() {
            urls.push(BareUrl { range, kind: BareUrlKind::WithoutScheme });
        }
    }

    urls
}

/// Returns a text in which `?` begins the fragments that directly follow a host: `https://a.example#b`.
fn with_fragments_as_queries<'t>(finder: &LinkFinder, text: &'t str) -> Cow<'t, str> {
    if !text.contains('#') {
        return Cow::Borrowed(text);
    }
    let mut replaced = String::with_capacity(text.len());
    for link in finder.links(text).filter(|link| text[link.end()..].starts_with('#')) {
        replaced.push_str(&text[replaced.len()..link.end()]);
        replaced.push('?');
    }
    replaced.push_str(&text[replaced.len()..]);
    Cow::Owned(replaced)
}

/// Returns the range of a URL without what belongs to the sentence: punctuation, and the start of a character reference.
fn trimmed(text: &str, mut range: Range<usize>) -> Range<usize> {
    let is_after_url = |it: char| {
        matches!(it, '?' | '!' | '.' | ',' | ':' | ';' | '*' | '_' | '~' | '\'' | '"')
            || is_word_punctuation(it)
    };

    loop {
        let url = &text[range.clone()];
        let mut length = url.trim_end_matches(is_after_url).len();
        // `&copy;` at the end is a character reference.
        if text[range.start + length..].starts_with(';')
            && let Some(name) = url[..length].rfind('&')
            && url[name + 1..length].bytes().all(|it| it.is_ascii_alphanumeric())
            && name + 1 < length
        {
            length = name;
        }

        if length == url.len() {
            return range;
        }
        range.end = range.start + length;
    }
}

/// Returns the byte range of the e-mail address with the `@` at an offset.
fn email(text: &str, at: usize) -> Option<Range<usize>> {
    let is_local = |it: char| it.is_ascii_alphanumeric() || matches!(it, '.' | '-' | '_' | '+');
    let before = &text[..at];
    let start = before.trim_end_matches(is_local).len();
    let local = before[start..].trim_start_matches('.');
    let start = at - local.len();

    let is_domain = |it: char| it.is_ascii_alphanumeric() || matches!(it, '.' | '-' | '_');
    let after = &text[at + 1..];
    let length = after.find(|it| !is_domain(it)).unwrap_or(after.len());
    let domain = after[..length].trim_end_matches('.');

    let last =
        domain.rsplit_once('.').filter(|(host, _)| !host.is_empty() && !host.starts_with('.'));
    let (_, last) = last?;

    let is_address = !local.is_empty()
        && !domain.contains("..")
        && !domain.ends_with(['-', '_'])
        // `package@1.2.3` is a version.
        && last.starts_with(|it: char| it.is_ascii_alphabetic())
        && !before[..start].ends_with(['/', '@'])
        && !after[length..].starts_with('@');

    is_address.then(|| start..at + 1 + domain.len())
}

/// Returns whether a URL ends before a character that is not in ASCII: a space, an invisible character or the punctuation
/// of a sentence. Other characters belong to it, as in `https://ja.wikipedia.org/wiki/日本語`.
fn is_end(text: &str, at: usize, character: char) -> bool {
    if character.is_ascii() {
        // HTML of a shortcode begins.
        return character == '{' && text[at + 1..].starts_with(PLACEHOLDER);
    }
    let follows = |it: char| it.is_alphanumeric() || matches!(it, '/' | '_' | '%');
    let is_within_word = || text[at + character.len_utf8()..].starts_with(follows);
    character.is_whitespace()
        || is_invisible(character)
        || is_sentence_punctuation(character)
        || is_word_punctuation(character) && !is_within_word()
}

/// Returns whether a character has no width. Those that join letters belong to words.
fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{80}'..='\u{9f}' | '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}'
            | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
    )
}

/// Returns whether a character can be punctuation within a word, such as the apostrophe in `L’Équipe`.
fn is_word_punctuation(character: char) -> bool {
    matches!(
        character,
        // Middle dots, hyphens and apostrophes.
        '·' | '‐'
            | '‑'
            | '‒'
            | '–'
            | '’'
            | '‧'
            | '・'
            | '･'
            | '\u{55a}'
            | '\u{5be}'
            | '\u{5f3}'
            | '\u{5f4}'
            | '\u{f0b}'
    )
}

/// Returns whether a character is punctuation of a sentence: of Unicode's categories `Po`, `Ps`, `Pe`, `Pi`, `Pf` and `Pd`,
/// in the scripts in use.
fn is_sentence_punctuation(character: char) -> bool {
    matches!(
        character,
        '¡' | '¦' | '§' | '«' | '¶' | '»' | '¿'
            // Greek, Armenian, Hebrew, Arabic, Syriac.
            | '\u{37e}' | '\u{387}' | '\u{55b}'..='\u{55f}' | '\u{589}' | '\u{58a}' | '\u{5c0}' | '\u{5c3}' | '\u{5c6}'
            | '\u{609}' | '\u{60a}' | '\u{60c}' | '\u{60d}' | '\u{61b}' | '\u{61d}'..='\u{61f}' | '\u{66a}'..='\u{66d}'
            | '\u{6d4}' | '\u{700}'..='\u{70d}'
            // Devanagari and other scripts of India, Sinhala, Thai, Tibetan, Myanmar, Georgian.
            | '\u{964}' | '\u{965}' | '\u{970}' | '\u{9fd}' | '\u{a76}' | '\u{af0}' | '\u{c77}' | '\u{c84}' | '\u{df4}'
            | '\u{e2f}' | '\u{e4f}' | '\u{e5a}' | '\u{e5b}' | '\u{f04}'..='\u{f0a}' | '\u{f0c}'..='\u{f12}' | '\u{f14}'
            | '\u{f3a}'..='\u{f3d}' | '\u{f85}' | '\u{104a}'..='\u{104f}' | '\u{10fb}'
            // Ethiopic, Ogham, Khmer, Mongolian.
            | '\u{1360}'..='\u{1368}' | '\u{166e}' | '\u{169b}' | '\u{169c}' | '\u{16eb}'..='\u{16ed}' | '\u{17d4}'..='\u{17d6}'
            | '\u{17d8}'..='\u{17da}' | '\u{1800}'..='\u{180a}'
            // Dashes, quotation marks, bullets, ellipses, brackets.
            | '\u{2014}'..='\u{2018}' | '\u{201a}'..='\u{2026}' | '\u{2030}'..='\u{203e}' | '\u{2041}'..='\u{2043}'
            | '\u{2045}'..='\u{2051}' | '\u{2053}' | '\u{2055}'..='\u{205e}' | '\u{207d}' | '\u{207e}' | '\u{208d}' | '\u{208e}'
            | '\u{2308}'..='\u{230b}' | '\u{2329}' | '\u{232a}' | '\u{2768}'..='\u{2775}' | '\u{27e6}'..='\u{27ef}'
            | '\u{2983}'..='\u{2998}' | '\u{2e00}'..='\u{2e5d}'
            // Chinese and Japanese, vertical and small forms, full and half width.
            | '\u{3001}'..='\u{3003}' | '\u{3008}'..='\u{3011}' | '\u{3014}'..='\u{301f}' | '\u{3030}' | '\u{303d}'
            | '\u{a4fe}' | '\u{a4ff}' | '\u{fe10}'..='\u{fe19}' | '\u{fe30}'..='\u{fe61}' | '\u{fe63}' | '\u{fe68}' | '\u{fe6a}' | '\u{fe6b}'
            | '\u{ff01}'..='\u{ff0f}' | '\u{ff1a}'..='\u{ff20}' | '\u{ff3b}'..='\u{ff3d}' | '\u{ff3f}' | '\u{ff5b}'..='\u{ff64}'
            | '\u{fd3e}' | '\u{fd3f}'
    )
}

#[cfg(test)]
mod tests {
    use super::find;

    /// The URLs of a text.
    fn urls(text: &str) -> Vec<&str> {
        find(text).into_iter().map(|url| &text[url.range]).collect()
    }

    #[test]
    fn punctuation_of_a_sentence_is_no_part_of_a_url() {
        let url = "https://a.example/b";
        for sign in [
            ".",
            ",",
            ";",
            ":",
            "!",
            "?",
            ")",
            "\"",
            "'",
            "*",
            "_",
            "~",
            ".)",
            "，",
            "。",
            "、",
            "！",
            "？",
            "；",
            "：",
            "）",
            "（见下）",
            "】",
            "」",
            "』",
            "》",
            "〉",
            "〕",
            "｡",
            "｣",
            "～",
            "…",
            "……",
            "—",
            "——",
            "“",
            "”",
            "‘",
            "’",
            "„",
            "»",
            "›",
            "¿Qué?",
            "¡",
            "،",
            "؛",
            "؟",
            "۔",
            "।",
            "॥",
            "։",
            "።",
            "។",
            "၊",
            "།",
            "\u{a0}",
            "\u{3000}",
            "\u{200b}",
            "·",
            "・",
            "–",
            "।.",
            ".”",
            "&copy;",
            "&quot;",
        ] {
            assert_eq!(urls(&format!("x {url}{sign}")), [url], "{sign}");
            let next =
                if ["·", "・", "–", "’", "_", "*", "~"].contains(&sign) { " " } else { "" };
            if !sign.is_ascii() {
                assert_eq!(urls(&format!("请看{url}{sign}{next}{url}")), [url, url], "{sign}");
            }
        }
    }

    #[test]
    fn letters_of_all_scripts_and_balanced_brackets_belong_to_a_url() {
        for url in [
            "https://ja.wikipedia.org/wiki/レオナルド・ダ・ヴィンチ",
            "https://fr.wikipedia.org/wiki/L’Équipe",
            "https://en.wikipedia.org/wiki/Michelson–Morley_experiment",
            "https://a.example/b_(c)",
            "https://a.example/b(c)d?e=[f]#g.h",
            "https://a.example/?b=1&c=2",
            "https://a.example#b",
            "https://a.example:8080/b",
            "https://me@a.example/b@c.example",
            "http://例え.jp/あ",
            "https://a.example/%E3%80%82",
            "www.a.example/b#c",
            "a.b-c_d+e@f.example",
        ] {
            assert_eq!(urls(&format!("({url})")), [url]);
            assert_eq!(urls(&format!("「{url}」")), [url]);
        }
    }

    #[test]
    fn other_texts_are_no_urls() {
        for text in [
            "a://b",
            "ftp://a.example",
            "https://",
            "www.",
            "awww.a.example",
            "@a.example",
            "a@b",
            "package@1.2.3",
            "a@b.example-",
            "1:2//3",
            "x/www.a.example",
            "git+ssh://git@a.example/b",
        ] {
            assert_eq!(urls(text), [""; 0], "{text}");
        }
    }
}
