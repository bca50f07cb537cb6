//! Random front matter with every key that pages can set.

use croupier::parsers::{FRONT_MATTER_KEYS, FrontMatter, RareKeys};

use super::sequence::Choices;

/// A front matter key and its values in TOML.
pub(super) struct Key {
    pub(super) name: &'static str,
    /// Values that are valid on most pages.
    valid: &'static [&'static str],
    /// Values that cause errors on some pages or on all.
    risky: &'static [&'static str],
}

/// Lists the keys in `KEYS`. Fails to compile if a field of `FrontMatter` or `RareKeys` is missing.
macro_rules! keys {
    (
        { $($key:ident: $valid:expr, $risky:expr;)* } derived { $($derived:ident,)* }
        rare { $($rare:ident: $rare_valid:expr, $rare_risky:expr;)* } derived { $($rare_derived:ident,)* }
    ) => {
        const KEYS: [Key; FRONT_MATTER_KEYS.len()] = [
            $(Key { name: stringify!($key), valid: &$valid, risky: &$risky },)*
            $(Key { name: stringify!($rare), valid: &$rare_valid, risky: &$rare_risky }),*
        ];
        const _: fn(FrontMatter) = |FrontMatter { $($key: _,)* $($derived: _,)* }| ();
        const _: fn(RareKeys) = |RareKeys { $($rare: _,)* $($rare_derived: _,)* }| ();
    };
}

/// A path with a name of 279 bytes, which no file can have.
const LONG_PATH: &str = concat!(
    "\"/",
    "long-name-of-thirty-characters",
    "long-name-of-thirty-characters",
    "long-name-of-thirty-characters",
    "long-name-of-thirty-characters",
    "long-name-of-thirty-characters",
    "long-name-of-thirty-characters",
    "long-name-of-thirty-characters",
    "long-name-of-thirty-characters",
    "long-name-of-thirty-characters",
    "/\""
);
keys!({
    title: ["\"Title 1\"", "\"Title 2\"", "\"Title 3\""], ["\"\"", "1"];
    description: ["\"Text\"", "\"Other text\""], [];
    template: ["\"list\"", "\"child\"", "\"paged\"", "\"query\"", "\"page\""], ["\"missing\"", "1"];
    status: ["\"sample\"", "\"approved\""], ["\"other\""];
    draft: ["true", "false"], [];
    headless: ["true", "false"], [];
    weight: ["-2", "-1", "2"], [];
    in_sitemap: ["false", "true"], [];
    search: ["false", "true"], [];
    date: ["2026-01-01", "2026-01-02", "2026-01-05T10:00:00Z", "2026-01-09", "2026-01-02T20:00:00", "\"2026-01-02 20:00 +0900\""], ["\"2026-02-31\""];
    updated: ["2026-01-01", "2026-01-02", "2026-01-03T20:00:00"], ["\"today\""];
    sort_by: ["\"date\"", "\"title\"", "\"weight\""], ["\"other\""];
    taxonomies: ["{tags = [\"x\", \"Y z\"]}", "{tags = [\"y Z\"]}", "{tags = [\"u\"]}", "{tags = [\"u\u{308}\", \"\u{fc}\"]}", "{}"],
        ["{moods = [\"x\"]}", "{tags = 1}", "{tags = [\"\u{200b}\"]}", "{tags = [\"CON\", \"50%\"]}"];
    // A publishing key in `extra` causes a warning.
    extra: ["{kind = \"1\"}", "{kind = \"2\", tone = \"1\"}", "{tone = \"2\"}", "{draft = true}"], ["1"];
} derived {
    body_start, template_origin, dated_at, updated_at, explicit_keys, rare,
} rare {
    heading: ["\"Heading\"", "\"Other heading\""], [];
    path: ["\"/moved/\"", "\"/Moved/\"", "\"/moved/file.html\""], ["\"/one/\"", "\"/two/index.html\"", LONG_PATH, "\"/100%/\""];
    slug: ["\"slug\"", "\"Slug 2\""], ["\"one\"", "\"a/b\"", "\"\""];
    layout: ["\"full\"", "\"bare\""], ["\"other\""];
    shell: ["\"landing\"", "\"shell\""], ["\"wide\""];
    robots: ["\"noindex\"", "\"nofollow\"", "\"noidex\""], [];
    image: ["\"/a.svg\"", "\"https://img.example/a.png\"", "\"\""], ["\"pic.svg\"", "\"/none.png\"", "1"];
    image_alt: ["\"A\"", "\"Another\""], [];
    authors: ["\"A\"", "[\"A\", { name = \"B\", url = \"/one/\" }]", "[]"], ["1"];
    canonical: ["\"https://other.example/a/\"", "\"/\""], ["\"/two/\"", "\"two\""];
    alternates: ["{ de = \"https://other.example/\" }", "{ de = \"/\" }"], ["{ de = \"/two/\" }", "{ german = \"/\" }"];
    // A datetime without a time zone causes a warning.
    publish_at: ["2026-01-01", "2026-01-03T12:00:00Z", "2026-01-02T06:00:00"], ["\"today\""];
    expire_at: ["2026-01-02", "2026-01-04T12:00:00Z", "2026-01-03T06:00:00"], [];
    aliases: ["[\"/old/\"]", "[\"/v/1.2\"]", "[\"/ONE/\"]", "[\"/cafe\u{301}/\"]", "[\"/old\"]", "[\"/f/\"]", "[\"/f/index.html\"]", "[\"/wiki/Some%20Page\"]", "[\"/wiki/some page/index.html\"]"],
        ["[\"/two/\"]", "[\"old\"]", "[\"/two/index.html\"]", "[\"/caf%E9/\"]", "[\"/a.svg/\"]", "[\"/page-data/app-data.json\"]"];
    translation_key: ["\"one\"", "\"/a/three/\"", "\"key\""], ["1"];
    untranslated: ["\"show\"", "\"omit\"", "\"redirect\"", "\"error\""], ["\"hide\""];
    must_match: ["true", "false"], ["1"];
    menu_label: ["\"Label\"", "\"Other label\""], [];
    paginate_by: ["1", "2"], ["0"];
    cascade: ["{weight = 2}", "{extra = {tone = \"3\"}}"], ["{title = \"All\"}", "{oops = 1}", "1"];
} derived {
    path_range, slug_range, written_route, layout_origin, shell_origin, image_origin, canonical_origin, publish_date, stored_path,
});

#[test]
fn every_front_matter_key_is_edited() {
    for name in FRONT_MATTER_KEYS.iter().map(|key| key.name) {
        assert!(KEYS.iter().any(|key| key.name == name), "add the key `{name}` to `KEYS`");
    }
}

impl Key {
    /// Returns a line that sets the key.
    fn line(&self, choices: &mut Choices) -> String {
        let is_risky = !self.risky.is_empty() && choices.one_in(RISK);
        let value = choices.pick(if is_risky { self.risky } else { self.valid });
        format!("{} = {value}\n", self.name)
    }
}

/// One of this number of values is a risky one.
const RISK: usize = 20;

fn is_index(page: &str) -> bool {
    page.rsplit('/').next() == Some("index")
}

/// Returns a key that the page can set.
fn key(choices: &mut Choices, page: &str) -> &'static Key {
    let key = &KEYS[choices.below(KEYS.len())];
    if key.name == "cascade" && !is_index(page) && !choices.one_in(RISK) { &KEYS[0] } else { key }
}

/// Returns up to four lines with different keys for a page, such as `a/one`.
pub(super) fn lines(choices: &mut Choices, page: &str) -> String {
    let mut lines = String::new();
    for _ in 0..choices.below(4) {
        let key = key(choices, page);
        if !has_key(&lines, key.name) {
            lines.push_str(&key.line(choices));
        }
    }
    if choices.one_in(40) {
        lines.push_str("oops = 1\n");
    }
    // `paged` needs the number of listed pages.
    if lines.contains("\"paged\"") && !has_key(&lines, "paginate_by") {
        lines.push_str("paginate_by = 1\n");
    }
    if is_index(page) && !has_key(&lines, "cascade") && choices.one_in(2) {
        lines.push_str(&cascade(choices));
    }
    lines
}

fn has_key(lines: &str, name: &str) -> bool {
    lines.lines().any(|line| line.split(' ').next() == Some(name))
}

/// Sets, changes or removes one key. All other lines stay the same.
pub(super) fn change_key(choices: &mut Choices, page: &str, front: &str) -> String {
    let table_start =
        if front.starts_with('[') { Some(0) } else { front.find("\n[").map(|at| at + 1) };
    let (own, tables) = front.split_at(table_start.unwrap_or(front.len()));
    let key = key(choices, page);
    if key.name == "cascade" {
        let table = if choices.one_in(3) { String::new() } else { cascade(choices) };
        let own: String = own.split_inclusive('\n').filter(|it| !has_key(it, "cascade")).collect();
        return own + &table;
    }
    let mut lines: String = own.split_inclusive('\n').filter(|it| !has_key(it, key.name)).collect();
    if key.name == "title" || !choices.one_in(3) {
        lines.push_str(&key.line(choices));
    }
    lines + tables
}

/// Returns a table `[cascade]` with up to two keys, sometimes with one that is not allowed there.
pub(super) fn cascade(choices: &mut Choices) -> String {
    let cascaded: Vec<&str> =
        FRONT_MATTER_KEYS.iter().filter(|key| key.is_cascaded()).map(|key| key.name).collect();
    let mut table = "[cascade]\n".to_owned();
    for _ in 0..=choices.below(2) {
        let name = if choices.one_in(RISK) { "title" } else { choices.pick_value(&cascaded) };
        let key = KEYS.iter().find(|key| key.name == name).expect("every key is in KEYS");
        if !has_key(&table, name) {
            table.push_str(&key.line(choices));
        }
    }
    if table.contains("\"paged\"") && !has_key(&table, "paginate_by") {
        table.push_str("paginate_by = 1\n");
    }
    table
}
