//! Messages in islands: their texts equal those of templates, their mistakes are reported in the code, and pages have only what they show.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, TestRng, TestRunner};
use tempfile::TempDir;

use crate::common::{assert_contains, printed_text};

/// Runs the binary in a site. Returns its output.
fn croupier(site: &Path, arguments: &[&str], succeeds: bool) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_croupier"))
        .args(arguments)
        .current_dir(site)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert_eq!(output.status.success(), succeeds, "{}", printed_text(&output));
    printed_text(&output)
}

/// A site with the island `cart`, whose code is `code`. Its home page is in five languages.
fn site(folder: &Path, code: &str) -> std::path::PathBuf {
    let new = ["new", "site", "--template", "islands", "--name", "Site", "--ci", "none"];
    croupier(folder, &new, true);
    let site = folder.join("site");
    write(&site, "src/islands/cart/island.tsx", code);
    write(&site, "src/islands/cart/props.schema.json", "{\"type\": \"object\"}");
    let settings = fs::read_to_string(site.join("site.toml")).unwrap();
    let languages = ["en", "fr", "de", "pl", "ar"]
        .map(|key| format!("[languages.{key}]\nlabel = \"{key}\"\nuntranslated = \"show\"\n"));
    // Amounts without a currency are in that of the site.
    let currency = "currency = \"CAD\"\ntime_zone = \"America/Toronto\"\n";
    write(&site, "site.toml", &format!("{currency}{settings}\n{}", languages.concat()));
    site
}

fn write(site: &Path, path: &str, text: &str) {
    let path = site.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn page(site: &Path, path: &str) -> String {
    fs::read_to_string(site.join(".croupier/preview").join(path)).unwrap()
}

const CART: &str = r#"import { useMessages } from "@croupier/loader/messages";
import { Total } from "./total";

export function Island() {
  const t = useMessages();
  return (
    <p title={t("buy.title")}>
      {t("cart", { n: 1234 })} <Total /> {t("agree", { link: <a href="/">{t("terms")}</a> })}
    </p>
  );
}
"#;
const TOTAL: &str = r#"import { useMessages } from "@croupier/loader/messages";

export function Total() {
  const show = useMessages();
  return <b>{show("total", { amount: 2.5 })}</b>;
}
"#;
const ENGLISH: &str = "cart = { $n ->\n    [one] { $n } item\n   *[other] { $n } items\n}\n\
    buy = Buy\n    .title = Opens { -shop }\n-shop = the shop\nterms = terms\nagree = Read the { $link }.\n\
    total = { NUMBER($amount, style: \"currency\") } { -shop }\nunused = Nothing\n";

#[test]
fn an_island_shows_the_messages_of_the_page_and_only_those_that_it_names() {
    let folder = TempDir::new().unwrap();
    let site = site(folder.path(), CART);
    write(&site, "src/islands/cart/total.tsx", TOTAL);
    write(&site, "pages/home.html", "{{ island(\"cart\") }}{{ t(\"unused\") }}");
    write(&site, "i18n/en/site.ftl", ENGLISH);
    write(&site, "i18n/fr/site.ftl", "cart = { $n } articles\nterms = conditions\n");
    croupier(&site, &["build", "--preview"], true);

    let english = page(&site, "index.html");
    assert_contains(
        &english,
        &[
            "<p title=\"Opens the shop\">1,234 items<!-- --> <b>$2.50 the shop</b> <!-- -->Read the <a href=\"/\">terms</a>.</p>",
            "data-messages=\"[{&quot;amount&quot;:",
        ],
    );
    assert!(!english.contains("Nothing&quot;") && !english.contains("&quot;unused"), "{english}");
    // Messages that are not translated have the formats of the language that they are in.
    assert_contains(
        &page(&site, "fr/index.html"),
        &[
            "<p title=\"Opens the shop\">1\u{202f}234 articles<!-- --> <b>$2.50 the shop</b> <!-- -->Read the <a href=\"/\">conditions</a>.</p>",
        ],
    );
    // Other islands and pages have nothing of it.
    let about = page(&site, "about/index.html");
    assert!(!about.contains("data-messages"), "{about}");

    // The types name keys and arguments.
    croupier(&site, &["types"], true);
    let types = fs::read_to_string(site.join(".croupier/types.d.ts")).unwrap();
    assert_contains(&types, &["readonly cart: \"n\";", "readonly terms: never;"]);

    write(&site, "i18n/fr/site.ftl", "cart = { $n } objets\nterms = conditions\n");
    croupier(&site, &["build", "--preview", "--check-incremental"], true);
    assert_contains(&page(&site, "fr/index.html"), &["1\u{202f}234 objets"]);
}

#[test]
fn code_for_several_languages_is_only_in_sites_that_publish_several() {
    let folder = TempDir::new().unwrap();
    let code = r#"export function Island() {
  const { locale = "", prefix = "" } = (globalThis as any).croupierLanguage ?? {};
  return <p>{import.meta.env.LANGUAGES ? `several: ${locale} ${prefix}` : "just one"}</p>;
}
"#;
    let site = site(folder.path(), code);
    write(&site, "pages/home.html", "{{ island(\"cart\") }}");
    croupier(&site, &["build", "--preview"], true);
    assert_contains(&page(&site, "index.html"), &["<p>several: en </p>"]);
    assert_contains(&page(&site, "fr/index.html"), &["<p>several: fr /fr</p>"]);

    // A disabled language has no pages.
    let settings = fs::read_to_string(site.join("site.toml")).unwrap();
    let others = ["fr", "de", "pl", "ar"].map(|key| format!("[languages.{key}]\n"));
    let disabled = others
        .iter()
        .fold(settings, |text, table| text.replace(table, &format!("{table}disabled = true\n")));
    write(&site, "site.toml", &disabled);
    croupier(&site, &["build", "--preview", "--check-incremental"], true);
    assert_contains(&page(&site, "index.html"), &["<p>just one</p>"]);

    let assets = site.join(".croupier/preview/assets");
    let scripts = fs::read_dir(assets).unwrap().map(|entry| entry.unwrap().path());
    let texts: Vec<String> = scripts
        .filter(|path| path.file_name().unwrap().to_string_lossy().starts_with("cart-"))
        .filter_map(|path| fs::read_to_string(path).ok())
        .collect();
    let newest = texts.iter().filter(|text| text.contains("just one")).count();
    assert_eq!(newest, 1, "{texts:?}");
    assert!(texts.iter().all(|text| !(text.contains("just one") && text.contains("several"))));
}

#[test]
fn mistakes_in_messages_of_islands_are_reported_in_the_code() {
    let folder = TempDir::new().unwrap();
    let site = site(folder.path(), CART);
    write(&site, "pages/home.html", "{{ island(\"cart\") }}");
    write(&site, "i18n/en/site.ftl", ENGLISH);
    for (call, expected) in [
        (
            "t(\"carts\", { n: 1 })",
            "there is no message `carts`\n --> src/islands/cart/island.tsx:5:16\n",
        ),
        (
            "t(\"cart\")",
            "the message `cart` needs the argument `n`\n --> src/islands/cart/island.tsx:5:16\n",
        ),
        (
            "t(\"cart\", { n: 1, m: 2 })",
            "the message `cart` has no argument `m`\n --> src/islands/cart/island.tsx:5:16\n",
        ),
        (
            "t(`cart-${1 + 1}`)",
            "the key of a message is not written in quotes\n --> src/islands/cart/island.tsx:5:16\n",
        ),
        ("t(\"total\", { amount: \"many\" })", "`many` is not a number"),
    ] {
        let code = format!(
            "import {{ useMessages }} from \"@croupier/loader/messages\";\n// é\nexport function Island() {{\n  const t = useMessages();\n  return <p>{{{call}}}</p>;\n}}\n"
        );
        write(&site, "src/islands/cart/island.tsx", &code);
        assert_contains(&croupier(&site, &["check", "--preview"], false), &[expected]);
    }
}

/// An argument of a message, as templates and as JavaScript write it.
const ARGUMENTS: [&str; 16] = [
    "0",
    "1",
    "2",
    "3",
    "5",
    "11",
    "21",
    "101",
    "1000000",
    "1234567.891",
    "0.5",
    "1.5",
    "-2.345",
    "0.125",
    "-0.0004",
    "2.675",
];
const TEXTS: [&str; 4] = ["Ann", "שלום", "مرحبا 5", "1"];
const DATES: [&str; 5] = [
    "2026-11-01",
    "2026-02-28",
    "2026-07-14T15:30:00Z",
    "2026-01-01T03:05:00+02:00",
    "2026-03-09T08:00",
];

const LISTS: [&str; 5] = [
    "[]",
    "[\"a\"]",
    "[\"a\", \"שלום\"]",
    "[1234.5, \"b\", \"c\"]",
    "[\"a\", \"b\", \"c\", \"d\"]",
];

/// A message with a call of it: the pattern, and the value of `$v`.
fn message() -> impl Strategy<Value = (String, String)> {
    let decimals = |name: &'static str| {
        prop_oneof![Just(String::new()), (0..4_u32).prop_map(move |it| format!(", {name}: {it}"))]
    };
    let options = (
        decimals("minimumFractionDigits"),
        decimals("maximumFractionDigits"),
        select(vec![
            "",
            ", type: \"ordinal\"",
            ", currency: \"USD\"",
            ", style: \"currency\"",
            ", currency: \"EUR\"",
        ]),
    );
    let number =
        options.prop_map(|(minimum, maximum, kind)| format!("NUMBER($v{minimum}{maximum}{kind})"));
    let number = prop_oneof![Just("$v".to_owned()), number];
    let choice = (number.clone(), select(vec!["0", "1", "1.5", "2"]), number.clone()).prop_map(
        |(selector, key, shown)| {
            format!(
                "{{ {selector} ->\n    [{key}] exact\n    [zero] zero {{ $v }}\n    [one] one\n    [two] two\n    [few] few {{ {shown} }}\n    [many] many\n   *[other] other {{ {shown} }}\n}}"
            )
        },
    );
    let of_number = prop_oneof![number.prop_map(|it| format!("a {{ {it} }} b")), choice];
    let style = select(vec!["full", "long", "medium", "short", "year_month"]);
    let of_time = (
        Just("{ DATETIME($v, timeStyle: \"short\") }".to_owned()),
        select(DATES[2..].iter().map(|it| format!("\"{it}\"")).collect::<Vec<_>>()),
    );
    let of_date = style.prop_map(|style| format!("{{ DATETIME($v, dateStyle: \"{style}\") }}"));
    let of_list = (
        select(vec!["and", "or"]).prop_map(|kind| format!("{{ LIST($v, type: \"{kind}\") }}.")),
        select(LISTS.map(str::to_owned).to_vec()),
    );
    let text = "{ $v } { -name(case: \"a\", n: 2) }{ $v ->\n    [1] one\n   *[Ann] Ann\n}";
    prop_oneof![
        (of_number, select(ARGUMENTS.map(str::to_owned).to_vec())),
        (of_date, select(DATES.map(|it| format!("\"{it}\"")).to_vec())),
        of_time,
        of_list,
        (Just(text.to_owned()), select(TEXTS.map(|it| format!("\"{it}\"")).to_vec())),
    ]
}

#[test]
fn messages_are_the_same_in_templates_and_islands() {
    let mut runner = TestRunner::new_with_rng(
        Config::default(),
        TestRng::deterministic_rng(Config::default().rng_algorithm),
    );
    let messages: Vec<(String, String)> =
        (0..400).map(|_| message().new_tree(&mut runner).unwrap().current()).collect();

    let files: String = messages
        .iter()
        .enumerate()
        .map(|(at, (pattern, _))| format!("m{at} = {}\n", pattern.replace('\n', "\n    ")))
        .collect();
    let name = "-name = { $case ->\n    [a] A{ $n }\n   *[b] B\n}\n";
    let calls: String = messages
        .iter()
        .enumerate()
        .map(|(at, (_, value))| format!("<li>{{t(\"m{at}\", {{ v: {value} }})}}</li>\n"))
        .collect();
    let code = format!(
        "import {{ useMessages }} from \"@croupier/loader/messages\";\nexport function Island() {{\n  const t = useMessages();\n  return <ul>{calls}</ul>;\n}}\n"
    );
    let of_template: String = messages
        .iter()
        .enumerate()
        .map(|(at, (_, value))| format!("<li>{{{{ t(\"m{at}\", v={value}) }}}}</li>"))
        .collect();

    let folder = TempDir::new().unwrap();
    let site = site(folder.path(), &code);
    write(&site, "pages/home.html", &format!("<ol>{of_template}</ol>{{{{ island(\"cart\") }}}}"));
    for language in ["en", "fr", "de", "pl", "ar"] {
        write(&site, &format!("i18n/{language}/site.ftl"), &format!("{files}{name}"));
    }
    croupier(&site, &["build", "--preview"], true);

    for path in ["index.html", "fr/index.html", "de/index.html", "pl/index.html", "ar/index.html"] {
        let html = page(&site, path);
        let texts = |start: &str, end: &str| -> Vec<String> {
            let list = html.split_once(start).unwrap().1.split_once(end).unwrap().0;
            list.split("<li>").skip(1).map(|it| it.replace("</li>", "")).collect()
        };
        let (template, island) = (texts("<ol>", "</ol>"), texts("<ul>", "</ul>"));
        assert_eq!(template.len(), messages.len());
        for (at, (pattern, value)) in messages.iter().enumerate() {
            assert_eq!(template[at], island[at], "{path} {pattern} {value}");
        }
    }
}
