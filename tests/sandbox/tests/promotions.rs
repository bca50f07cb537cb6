//! Tests that each promotion has one source. The casino's page, its JSON file and the sandbox all
//! use the same content file (A143).

use std::fs;
use std::path::{Path, PathBuf};

use axum::Router;
use axum::http::StatusCode;
use croupier::{BuildOptions, BuildReport, Engine};
use sandbox::{Clock, Options, Sandbox};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::common::{send_json, token};

/// The build time of the site, in milliseconds.
const NOW: i64 = 1_767_225_600_000;
const DAY: i64 = 24 * 60 * 60 * 1000;

/// A site with the casino's promotions and the pages that show them, without its runtime.
struct Site {
    folder: TempDir,
}

impl Site {
    fn new() -> Site {
        let site = Site { folder: TempDir::new().unwrap() };
        let repository = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
        let copy =
            |path: &str| site.write(path, &fs::read_to_string(repository.join(path)).unwrap());
        for entry in fs::read_dir(repository.join("content/data/promotions")).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            // The site has one language.
            if !name.ends_with(".fr.toml") {
                copy(&format!("content/data/promotions/{name}"));
            }
        }
        copy("i18n/en/offer.ftl");
        for name in ["promotions.schema.json", "welcome.toml", "welcome.schema.json", "cards.toml"]
        {
            copy(&format!("content/data/{name}"));
        }
        for name in [
            "files/rtgcoupons.json",
            "macros/promotion.txt",
            "macros/promotion_checks.txt",
            "macros/offer.html",
        ] {
            copy(&format!("pages/{name}"));
        }
        site.write("site.toml", "name = \"S\"\nbase_url = \"https://example.com\"\n");
        site.write("pages/shell.html", "{{ main }}");
        site.write(
            "pages/page.html",
            "{% from \"macros/offer.html\" import amounts %}{{ amounts() }}",
        );
        site.write(
            "pages/cards.html",
            "{% for it in file_data(\"rtgcoupons.json\") %}<h2>{{ it.coupon_title }}</h2>{% endfor %}",
        );
        site.write("content/index.md", "+++\ntitle = \"Welcome\"\n+++\n");
        site.write("content/coupons.md", "+++\ntitle = \"Coupons\"\ntemplate = \"cards\"\n+++\n");
        site
    }

    fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path(path)).unwrap()
    }

    fn write(&self, path: &str, text: &str) {
        fs::create_dir_all(self.path(path).parent().unwrap()).unwrap();
        fs::write(self.path(path), text).unwrap();
    }

    /// Builds the site at a given time, in milliseconds.
    fn build(&self, now: i64) -> BuildReport {
        let args = BuildOptions { root: self.folder.path().to_owned(), ..BuildOptions::default() };
        let clock = croupier::Clock { build_year: 2026, now: now / 1000 };
        Engine::new(&args, clock)
            .build(None, &|_| {})
            .map_err(|found| format!("{found:?}"))
            .unwrap()
    }

    fn output(&self, path: &str) -> String {
        self.read(&format!("public/{path}"))
    }
}

/// Opens a sandbox with the site's promotions and a fixed clock.
fn sandbox(site: &Site) -> (Router, Clock) {
    let clock = Clock::fixed(NOW);
    let promotions = Some(site.path("content/data/promotions"));
    let sandbox = Sandbox::open(Options {
        promotions,
        clock: clock.clone(),
        faults: true,
        ..Options::default()
    })
    .unwrap();
    (sandbox.router(), clock)
}

async fn redeem(app: &Router, session: &str, code: &str) -> StatusCode {
    let path = format!("/api/794/v2/players/1001/coupons?login=annx&couponCode={code}&redeem=true");
    send_json(app, "POST", &path, Some(session), Value::Null).await.0
}

/// Returns the promotions of a list, sorted by code. Picture URLs are removed, because each host
/// has its own.
fn by_code(list: &Value) -> Vec<Value> {
    let mut list: Vec<Value> = list.as_array().unwrap().iter().map(with_float_numbers).collect();
    for it in &mut list {
        it["image_url"] = json!("");
    }
    list.sort_by_key(|it| it["coupon_code"].to_string());
    list
}

/// Converts all numbers to floats, so that 30 and 30.0 are equal as in browsers.
fn with_float_numbers(value: &Value) -> Value {
    match value {
        Value::Number(number) => json!(number.as_f64()),
        Value::Array(items) => items.iter().map(with_float_numbers).collect(),
        Value::Object(fields) => {
            fields.iter().map(|(key, value)| (key.clone(), with_float_numbers(value))).collect()
        }
        other => other.clone(),
    }
}

fn json_file(site: &Site) -> Value {
    serde_json::from_str(&site.output("rtgcoupons.json")).unwrap()
}

fn code(it: &Value) -> &str {
    it["coupon_code"].as_str().unwrap()
}

/// Promotions that only the sandbox offers.
const SANDBOX_ONLY: [&str; 8] =
    ["STEPS", "OPENEND", "HTML10", "NOPIC25", "LOSTPIC30", "LONGREAD", "BIGSPINS", "LATE15"];

/// Asserts that the sandbox offers the promotions of the site's file and its own, and no others.
async fn assert_same_promotions(site: &Site, app: &Router) {
    let of_sandbox = by_code(&send_json(app, "GET", "/rtgcoupons.json", None, Value::Null).await.1);
    let (own, of_sandbox): (Vec<_>, Vec<_>) =
        of_sandbox.into_iter().partition(|it| SANDBOX_ONLY.contains(&code(it)));
    assert_eq!(own.len(), SANDBOX_ONLY.len());
    let of_site = by_code(&json_file(site));
    let codes = |list: &[Value]| list.iter().map(|it| code(it).to_owned()).collect::<Vec<_>>();
    assert_eq!(codes(&of_site), codes(&of_sandbox));
    for (of_site, of_sandbox) in of_site.iter().zip(&of_sandbox) {
        for (key, value) in of_site.as_object().unwrap() {
            assert_eq!(
                value,
                &of_sandbox[key],
                "{}: {key} in the file and in the sandbox",
                code(of_site)
            );
        }
    }
}

/// Rows: 2.8-04, 7.4-02, 9-14
#[tokio::test]
async fn the_file_of_the_site_and_the_sandbox_have_the_same_promotions() {
    let site = Site::new();
    site.build(NOW);
    let (app, _) = sandbox(&site);
    assert_same_promotions(&site, &app).await;
    let list = json_file(&site);
    assert!(
        list.as_array().unwrap().len() >= 7
            && !list.as_array().unwrap().iter().any(|it| code(it) == "RWD50"),
        "{list}"
    );
    // The promotions that are embedded in the sandbox equal the content files.
    let embedded =
        Sandbox::open(Options { clock: Clock::fixed(NOW), ..Options::default() }).unwrap().router();
    assert_same_promotions(&site, &embedded).await;
}

/// Rows: 9-14, 2.8-04
#[tokio::test]
async fn a_changed_file_updates_the_pages_the_json_file_and_the_sandbox() {
    let site = Site::new();
    site.build(NOW);
    let (app, clock) = sandbox(&site);
    let session = token(&app, "annx").await;
    let path = "content/data/promotions/max325.toml";
    site.write(
        path,
        &site
            .read(path)
            .replace("percent = 325", "percent = 200")
            .replace("maximum = 3_000_00", "maximum = 4_000_00"),
    );
    site.write(
        "content/data/promotions/new50.toml",
        "code = \"NEW50\"\ntype = \"deposit_match\"\nstarts = 2026-01-02\nexpires = 2026-01-04T12:00:00Z\ntitle = \"{percent}% For Two Days\"\n\
         description = \"Up to {up_to}, from {minimum}.\"\nsteps = [{ percent = 50, minimum = 20_00, maximum = 97_50 }]\nwagering = [10]\n\
         uses = { player = 1, month = 1, week = 1, day = 1 }\n",
    );
    site.build(NOW);
    assert_same_promotions(&site, &app).await;
    assert!(site.output("coupons/index.html").contains("<h2>200% Welcome Offer</h2>"));
    assert!(!site.output("coupons/index.html").contains("For Two Days"));
    let welcome = site.output("index.html");
    for figure in [
        "200% is added",
        "The first $4,000",
        "largest bonus is $8,000",
        "You deposit <strong>$4,000</strong>",
        "<dd>$8,000</dd>",
        "<dd>$12,000</dd>",
        "<dd>$360,000</dd>",
    ] {
        assert!(welcome.contains(figure), "{figure}: {welcome}");
    }
    // The promotion starts one day later.
    assert_eq!(redeem(&app, &session, "NEW50").await, StatusCode::BAD_REQUEST);
    clock.set(Some(NOW + DAY));
    assert_eq!(site.build(NOW + DAY).next_change_at(), Some((NOW + 3 * DAY + DAY / 2) / 1000));
    assert_same_promotions(&site, &app).await;
    assert!(site.output("coupons/index.html").contains("<h2>50% For Two Days</h2>"));
    assert!(site.output("rtgcoupons.json").contains("Up to $48.75, from $20."));
    let session = token(&app, "annx").await;
    assert_eq!(redeem(&app, &session, "new50").await, StatusCode::OK);
    clock.set(Some(NOW + 4 * DAY));
    site.build(NOW + 4 * DAY);
    assert_same_promotions(&site, &app).await;
    assert!(
        !site.output("coupons/index.html").contains("For Two Days")
            && !site.output("rtgcoupons.json").contains("NEW50")
    );
    // While a file is invalid, the sandbox uses the last valid promotions.
    site.write(path, "code = ");
    assert_eq!(
        send_json(&app, "GET", "/rtgcoupons.json", None, Value::Null).await.0,
        StatusCode::OK
    );
}
