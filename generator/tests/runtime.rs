//! The parts of a site that come from its runtime: configuration, queries, style sheets and code of islands, app-data and worker.

use std::fs;
use std::path::Path;

use crate::common::{Site, SiteBuilder, assert_contains, assert_diagnostics, printed_text};
use base64::prelude::{BASE64_STANDARD, Engine};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

const SETTINGS: &str =
    "name = \"Site\"\nbase_url = \"https://example.com\"\n[runtime]\ndir = \"runtime\"\n";
const SHELL: &str = "<head>{{ scripts }}</head>{{ slice(\"top\", show=page.layout != \"bare\") }}<main id=\"main\">{{ main }}</main>\
                     <script type=\"application/json\" id=\"croupier-config\">{{ config }}</script>";

/// Copies the runtime of tests/fixtures to `runtime/` of a site.
pub(crate) fn copy_runtime(site: &Site) {
    let runtime =
        Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().join("tests/fixtures/runtime");
    for file in fs::read_dir(runtime).unwrap().flatten() {
        let name = file.file_name().into_string().unwrap();
        site.write(&format!("runtime/{name}"), &fs::read_to_string(file.path()).unwrap());
    }
}

/// A site with the runtime of tests/fixtures, a slice with an island and a page with another.
fn site(settings: &str) -> Site {
    let list =
        "{{ island(\"list\", {}, hydrate=\"visible\", queries=[\"legal/notes\", \"words\"]) }}";
    let site = SiteBuilder::new()
        .file("site.toml", &format!("{SETTINGS}{settings}"))
        .file("content/data/words.toml", "hello = \"Hello\"\n")
        .file("content/data/legal/notes.json", "[1]")
        .file("pages/shell.html", SHELL)
        .file("pages/slices/top.html", "{{ island(\"bar\", {}, queries=[\"words\"]) }}")
        .file("pages/list.html", list)
        .page("list", "title = \"List\"\ntemplate = \"list\"\n", "")
        .page("bare", "title = \"Bare\"\nlayout = \"bare\"\n", "")
        .create();
    copy_runtime(&site);
    site
}

/// Parses a JSON file of the output.
fn json_of(site: &Site, path: &str) -> Value {
    serde_json::from_str(&site.output(path)).unwrap()
}

/// Returns the configuration that a page contains.
fn config(site: &Site, page: &str) -> Value {
    let html = site.output(page);
    let text =
        html.split("id=\"croupier-config\">").nth(1).unwrap().split("</script>").next().unwrap();
    serde_json::from_str(text).unwrap()
}

/// Returns the URLs of the style sheets that a page links.
fn sheets(site: &Site, page: &str) -> Vec<String> {
    urls(&site.output(page), "<link rel=\"stylesheet\" href=\"")
}

/// Returns the URLs of the style sheets that are inlined into a page.
fn inlined(site: &Site, page: &str) -> Vec<String> {
    urls(&site.output(page), "<style data-href=\"")
}

fn urls(html: &str, before: &str) -> Vec<String> {
    html.split(before).skip(1).map(|it| it.split('"').next().unwrap().to_owned()).collect()
}

#[test]
fn the_configuration_names_the_base_layout() {
    let site = site("");
    site.write("content/bare.md", "+++\ntitle = \"Bare\"\nshell = \"wide\"\n+++\n");
    let (without, _) = SHELL.split_once("<script type").unwrap();
    site.write("pages/shells/wide.html", without);
    assert_diagnostics!(site.refused());
    site.write("pages/shells/wide.html", SHELL);
    site.build();
    assert_eq!(config(&site, "bare/index.html")["shell"], "wide");
    assert_eq!(config(&site, "index.html").get("shell"), None);
    // A base layout that does not start the runtime needs no configuration.
    site.write("pages/shells/wide.html", "{{ main }}");
    site.build();
}

#[test]
fn the_configuration_contains_only_the_keys_that_the_runtime_declares_for_pages() {
    let settings = "[client]\napi = \"/api/<x>\"\ncasino_id = 7\nsecret_parameters = [\"token\", \"pid\"]\n\
                   [chat]\nadapter = \"none\"\nsecret_note = \"not for pages\"\n[brand]\nowner = \"X\"\n";
    let site = site(settings);
    site.build();
    let expected = json!({
        "base": "", "worker": true, "secrets": ["token", "pid"],
        "client": { "api": "/api/<x>", "casino_id": 7 }, "chat": { "adapter": "none" },
    });
    assert_eq!(config(&site, "index.html"), expected);
    let html = site.output("index.html");
    assert!(
        html.contains("<script data-base=\"\" data-secrets=\"token pid\">")
            && !html.contains("not for pages"),
        "{html}"
    );
    // The configuration is a dependency of every page.
    site.write(
        "site.toml",
        &format!("{SETTINGS}{}", settings.replace("casino_id = 7", "casino_id = 8")),
    );
    site.build();
    assert_eq!(config(&site, "bare/index.html")["client"]["casino_id"], 8);
    site.same_as_clean();
}

#[test]
fn a_language_has_its_own_configuration() {
    let languages = "[client]\napi = \"/api/\"\n[languages.en]\nlabel = \"English\"\n\
                     [languages.fr]\nlabel = \"Français\"\n[languages.fr.client]\napi = \"/fr/api/\"\n";
    let site = site(languages);
    site.write("content/bare.fr.md", "+++\ntitle = \"Bare\"\n+++\n");
    site.build();
    assert_eq!(config(&site, "bare/index.html")["client"]["api"], "/api/");
    assert_eq!(config(&site, "fr/bare/index.html")["client"]["api"], "/fr/api/");

    // Other values than those of the site are checked, too.
    site.write("site.toml", &format!("{SETTINGS}{}", languages.replace("\"/fr/api/\"", "7")));
    assert_contains(
        &site.refused(),
        &["`languages.fr.client.api` of site.toml is a number", "api = 7", "1 error;"],
    );
}

#[test]
fn site_toml_is_checked_against_the_schema_of_the_runtime() {
    let site = site("");
    site.build();
    let settings = "[client]\napi = 7\ncasino = 794\n[chat]\nadapter = \"sandbx\"\n[clientt]\n[templates_own]\nanything = 1\n";
    site.write("site.toml", &format!("{SETTINGS}{settings}"));
    let report = site.refused();
    assert_diagnostics!(report);
    assert!(!report.contains("templates_own"), "{report}");
    site.write("site.toml", &format!("{SETTINGS}[chat]\nsecret_note = \"\"\n"));
    assert_diagnostics!(site.refused());
    site.write("site.toml", &format!("{SETTINGS}[client]\nsecret_parameters = [\"a b\"]\n"));
    assert_diagnostics!(site.refused());
}

/// A site with the schema of the casino's runtime, whose policy is in `_headers`.
fn casino(settings: &str) -> Site {
    let site = site(settings);
    let schema =
        Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().join("runtime/config.schema.json");
    site.write("runtime/config.schema.json", &fs::read_to_string(schema).unwrap());
    site
}

/// Rows: 1-16, 1-17, 1-18, 1-19
#[test]
fn the_policy_allows_the_hosts_of_configured_services_only() {
    let policy = |settings: &str| {
        let site = casino(settings);
        site.build();
        let headers = site.output("_headers");
        headers
            .split("content-security-policy: ")
            .nth(1)
            .unwrap()
            .lines()
            .next()
            .unwrap()
            .to_owned()
    };
    let none = policy("[chat]\nadapter = \"none\"\nurl = \"https://chat.example/x.js\"\n");
    assert!(!none.contains("http"), "{none}");
    assert_contains(
        &none,
        &[
            "require-trusted-types-for 'script'; trusted-types croupier croupier-sanitize croupier-script",
        ],
    );
    for unsafe_word in ["unsafe-inline", "unsafe-eval", "unsafe-hashes", " *"] {
        assert!(!none.contains(unsafe_word), "{none}");
    }
    let own = policy(
        "[client]\napi = \"https://api.example/api/794\"\n[cashier]\nhosts = [\"cashier.example\"]\n\
         [games]\nlaunch_url = \"https://games.example/?game={game_id}\"\n\
         [reporting]\nadapter = \"sentry\"\nurl = \"https://key@o1.errors.example/42\"\n",
    );
    assert_contains(
        &own,
        &[
            "connect-src 'self' https://api.example https://o1.errors.example;",
            "form-action 'self' https://cashier.example;",
            "frame-src 'self' https://games.example;",
            // None of these services runs a script in the page.
            "require-trusted-types-for",
        ],
    );
    let chat = policy(
        "[chat]\nadapter = \"intercom\"\nurl = \"https://widget.chat.example/abc\"\napp_id = \"abc\"\n",
    );
    assert_contains(&chat, &["https://widget.chat.example https://js.intercomcdn.com; style-src"]);
    // Third-party scripts do not support trusted types.
    assert!(!chat.contains("trusted-types"), "{chat}");
    let check = "[bot_check]\nadapter = \"turnstile\"\nurl = \"https://check.example/api.js\"\n\
                 backup_url = \"https://backup.example/api.js\"\nsite_key = \"k\"\n";
    let check = policy(check);
    assert_contains(&check, &["https://check.example https://backup.example; style-src"]);
    assert_contains(&check, &["frame-src 'self' https://challenges.cloudflare.com;"]);
}

/// Rows: 1-16, 1-17, 1-18
#[test]
fn a_service_without_a_required_setting_is_reported_with_its_location() {
    let site = casino("");
    site.build();
    for (settings, expected) in [
        (
            "[chat]\nadapter = \"intercom\"\nurl = \"https://chat.example/x\"\n",
            "site.toml:5:2 `chat` of site.toml has no `app_id`",
        ),
        (
            "[chat]\nadapter = \"sandbox\"\nurl = \"\"\n",
            "site.toml:7:7 `chat.url` of site.toml has 0 characters and needs at least 1",
        ),
        (
            "[bot_check]\nadapter = \"recaptcha\"\nurl = \"/x\"\n",
            "site.toml:5:2 `bot_check` of site.toml has no `site_key`",
        ),
        (
            "[reporting]\nadapter = \"sentry\"\n",
            "site.toml:5:2 `reporting` of site.toml has no `url`",
        ),
        (
            "[tracking]\nadapter = \"sandbox\"\n",
            "site.toml:5:2 `tracking` of site.toml has no `url`",
        ),
        ("[tracking]\nadapter = \"datalayer\"\n", "site.toml:6:11 did you mean `data_layer`?"),
        (
            "[chat]\nadapter = \"sandbox\"\nurl = \"chat.js\"\n",
            "site.toml:7:7 `chat.url` of site.toml is \"chat.js\", which is not a URL",
        ),
        (
            "[cashier]\nhosts = [\"a.example\", \"b.example; script-src *\"]\n",
            "site.toml:6:23 `cashier.hosts[1]` of site.toml is \"b.example; script-src *\", which is not a URL",
        ),
    ] {
        site.write("site.toml", &format!("{SETTINGS}{settings}"));
        let (location, message) = expected.split_once(' ').unwrap();
        assert_contains(&site.refused(), &[location, message]);
    }
}

#[test]
fn queries_have_names_and_their_results_are_published() {
    let site = site("");
    site.build();
    let page = json_of(&site, "page-data/list/page-data.json");
    let slice = json_of(&site, "slice-data/top.json");
    let named = page["croupier"]["queries"].as_object().unwrap();
    assert_eq!(named.keys().collect::<Vec<_>>(), ["legal/notes", "words"]);
    assert_eq!(slice["croupier"]["queries"]["words"], named["words"]);
    assert_eq!(slice["staticQueryHashes"], json!([named["words"]]));
    assert_eq!(page["staticQueryHashes"].as_array().unwrap().len(), 2);
    let html = site.output("list/index.html");
    let attribute = format!(
        "data-queries=\"legal/notes={} words={}\"",
        named["legal/notes"].as_str().unwrap(),
        named["words"].as_str().unwrap()
    );
    assert!(html.contains(&attribute), "{html}");
    for (name, data) in [("legal/notes", json!([1])), ("words", json!({ "hello": "Hello" }))] {
        assert_eq!(
            json_of(&site, &format!("page-data/sq/d/{}.json", named[name].as_str().unwrap())),
            json!({ "data": data })
        );
    }
    // Two queries with the same result share its file.
    site.write("content/data/copy.toml", "hello = \"Hello\"\n");
    site.write("pages/page.html", "{{ island(\"plain\", {}, queries=[\"copy\", \"words\"]) }}");
    site.build();
    let page = json_of(&site, "page-data/index/page-data.json");
    assert_eq!(page["croupier"]["queries"].as_object().unwrap().len(), 2);
    assert_eq!(page["staticQueryHashes"].as_array().unwrap().len(), 1);
    site.write("content/data/words.toml", "hello = \"Hi\"\n");
    site.build();
    let now = json_of(&site, "slice-data/top.json");
    assert_ne!(now["croupier"]["queries"], slice["croupier"]["queries"]);
    site.same_as_clean();
    site.write("content/data/two words.toml", "");
    site.write("pages/page.html", "{{ island(\"plain\", {}, queries=[\"two words\"]) }}");
    assert_diagnostics!(site.refused());
}

#[test]
fn the_head_links_the_style_sheets_of_all_islands_of_the_page() {
    let site = site("");
    site.build();
    assert_eq!(sheets(&site, "index.html"), ["/assets/bar-1.css"]);
    assert_eq!(sheets(&site, "list/index.html"), ["/assets/bar-1.css", "/assets/list-1.css"]);
    // A page that hides the slice does not link its style sheet.
    assert!(sheets(&site, "bare/index.html").is_empty());
    let page = json_of(&site, "page-data/list/page-data.json");
    let slice = json_of(&site, "slice-data/top.json");
    assert_eq!(page["croupier"]["styles"], json!(["/assets/list-1.css"]));
    assert_eq!(slice["croupier"]["styles"], json!(["/assets/bar-1.css"]));
    assert_eq!(slice["croupier"]["chunks"], json!(["/assets/bar-1.js", "/assets/shared-1.js"]));
    assert!(site.has("assets/row-1.js") && site.has("assets/row-1.css"));
    // A style sheet with a new name updates the pages that link it, although the HTML of the slice is unchanged.
    site.write("runtime/versions.json", "{\"bar.css\": 2}");
    site.build();
    assert_eq!(sheets(&site, "index.html"), ["/assets/bar-2.css"]);
    site.same_as_clean();
}

#[test]
fn style_sheets_of_the_site_and_of_templates_are_inlined_and_allowed_by_the_policy() {
    let settings = SETTINGS.replace("example.com", "example.com/docs");
    let site = site("");
    site.write("site.toml", &settings);
    site.write("pages/list.html", "{{ style(\"list.css\") }}<p>list</p>");
    site.build();
    assert_eq!(inlined(&site, "index.html"), ["/docs/assets/site-1.css"]);
    assert_eq!(
        inlined(&site, "list/index.html"),
        ["/docs/assets/site-1.css", "/docs/assets/cards-1.css"]
    );
    // Page data names the URL of the style sheet for navigation from another page.
    let page = json_of(&site, "page-data/list/page-data.json");
    assert_eq!(page["croupier"]["styles"], json!(["/docs/assets/cards-1.css"]));
    assert!(page["croupier"]["main"].as_str().unwrap().starts_with("<p>list"));
    assert!(site.has("assets/cards-1.css"));
    let html = site.output("list/index.html");
    assert_contains(
        &html,
        &["url(\"/docs/assets/fonts/a.woff2\"),url(/docs/assets/fonts/b.woff2)"],
    );
    let headers = site.output("_headers");
    for text in html.split("<style data-href=\"").skip(1) {
        let text = text.split_once('>').unwrap().1.split("</style>").next().unwrap();
        let hash = BASE64_STANDARD.encode(Sha256::digest(text.as_bytes()));
        assert!(
            headers.split("style-src").nth(1).unwrap().contains(&format!("'sha256-{hash}'")),
            "{headers}"
        );
    }
    // A changed style sheet has a new name in every page that inlines it.
    site.write("runtime/versions.json", "{\"cards.css\": 2, \"site.css\": 2}");
    site.build();
    assert_eq!(inlined(&site, "index.html"), ["/docs/assets/site-2.css"]);
    assert_eq!(
        inlined(&site, "list/index.html"),
        ["/docs/assets/site-2.css", "/docs/assets/cards-2.css"]
    );
    site.same_as_clean();
    for (named, expected) in
        [("lst.css", "did you mean `list.css`?"), ("art.svg", "`art.svg` is not a style sheet")]
    {
        site.write("pages/list.html", &format!("{{{{ style(\"{named}\") }}}}"));
        assert_contains(&site.refused(), &[expected, "pages/list.html:1"]);
    }
}

#[test]
fn props_that_violate_the_schema_of_an_island_are_reported_with_their_location() {
    let site = site("");
    for (props, expected) in [
        ("{\"legl\": []}", "the prop `legl` of island `typed` is unknown"),
        (
            "{\"legal\": [{\"label\": 1, \"path\": \"/\"}]}",
            "the prop `legal[0].label` of island `typed` is a number but must be a string",
        ),
        ("{}", "the props object of island `typed` has no `legal`"),
    ] {
        site.write("pages/page.html", &format!("<p>\n{{{{ island(\"typed\", {props}) }}}}"));
        assert_contains(&site.refused(), &[expected, "pages/page.html:2:"]);
    }
}

#[test]
fn islands_of_a_draft_are_removed_by_a_build_without_drafts() {
    let site = site("");
    site.write(
        "content/parts.md",
        "+++\ntitle = \"Parts\"\ntemplate = \"parts\"\ndraft = true\n+++\n",
    );
    site.write(
        "pages/parts.html",
        "{{ island(\"plain\", {}, queries=[\"words\"]) }}{{ island(\"list\", {}) }}",
    );
    let output = site.run(&["build", "--preview", "--drafts"]);
    assert!(output.status.success(), "{}", printed_text(&output));
    assert_eq!(sheets(&site, "parts/index.html"), ["/assets/bar-1.css", "/assets/list-1.css"]);
    assert_contains(&site.output("parts/index.html"), &["<b>plain</b>"]);
    site.build();
    assert!(!site.has("parts") && !site.has("page-data/parts"));
    site.same_as_clean();
}

#[test]
fn new_code_of_an_island_on_one_page_does_not_change_the_shell_hash() {
    let site = site("");
    site.build();
    let before = json_of(&site, "page-data/app-data.json");
    assert_eq!(before["boot"], "assets/boot-1.js");
    let changes = [
        ("list.js", false),
        ("row.css", false),
        ("cards.css", false),
        ("plain.js", false),
        ("bar.js", true),
        ("site.css", true),
    ];
    for (changed, is_shell) in changes {
        site.write("runtime/versions.json", &json!({ changed: 2 }).to_string());
        site.build();
        let now = json_of(&site, "page-data/app-data.json");
        assert_ne!(now["webpackCompilationHash"], before["webpackCompilationHash"], "{changed}");
        assert_eq!(now["shell"] != before["shell"], is_shell, "{changed}");
    }
}

#[test]
fn app_data_lists_the_documents_that_are_not_pages() {
    let site = Site::new(
        "name = \"Site\"\nbase_url = \"https://example.com/docs\"\n[[redirects]]\nfrom = \"/blog/\"\nto = \"https://blog.example/\"\n",
    );
    site.write("pages/shell.html", "{{ main }}");
    site.write("pages/page.html", "{{ page.body }}");
    site.write("pages/files/made.html", "<p>made</p>");
    site.write("content/index.md", "+++\ntitle = \"Home\"\n+++\n[a](/promo.html) [b](/legacy/)\n");
    site.write("static/promo.html", "<p>promo</p>");
    site.write("static/legacy/index.html", "<p>legacy</p>");
    site.build();
    let documents = |site: &Site| json_of(site, "page-data/app-data.json")["documents"].clone();
    let expected = json!([
        "/docs/blog",
        "/docs/blog/",
        "/docs/legacy/",
        "/docs/legacy/index.html",
        "/docs/made.html",
        "/docs/promo.html"
    ]);
    assert_eq!(documents(&site), expected);
    site.write("static/new.html", "<p>new</p>");
    site.build();
    assert_eq!(documents(&site).as_array().unwrap().len(), 7);
    site.same_as_clean();
}

#[test]
fn page_data_names_pages_that_the_loader_cannot_show_in_the_current_document() {
    let site = site("");
    site.write(
        "pages/shell.html",
        &format!(
            "<html lang=\"{{{{ page.extra.lang or site.language }}}}\" data-layout=\"{{{{ page.layout or 'None' }}}}\">{}",
            SHELL.replace(
                "</head>",
                "{% if page.extra.chart %}<script src=\"/chart.js\"></script>{% endif %}</head>"
            )
        ),
    );
    for path in ["static/chart.js", "static/w.js"] {
        site.write(path, "x()\n");
    }
    let page = |name: &str, extra: &str, text: &str| {
        let front = format!("+++\ntitle = \"{name}\"\n[extra]\n{extra}+++\n");
        site.write(&format!("content/{name}.md"), &format!("{front}{text}\n"));
    };
    page("plain", "", "`<script>` is text.");
    page("own", "", "<script src=\"/w.js\"></script>");
    page("data", "", "<script type=\"application/json\">{}</script>");
    page("german", "lang = \"de\"\n", "x");
    page("chart", "chart = true\n", "x");
    page("chart-too", "chart = true\n", "y");
    site.build();

    let frames = |name: &str| {
        let data = json_of(&site, &format!("page-data/{name}/page-data.json"));
        let of_data = data["croupier"]["frame"].as_str().map(ToOwned::to_owned);
        let html = site.output(&format!("{name}/index.html"));
        let of_document = html
            .split_once("<meta name=\"croupier-frame\" content=\"")
            .map(|(_, rest)| rest[..8].to_owned());
        (of_data, of_document)
    };
    for name in ["plain", "data", "list", "bare"] {
        assert_eq!(frames(name), (None, None), "{name}");
    }
    // From a page with scripts, other pages are shown without a document.
    assert_eq!(frames("own"), (Some("document".to_owned()), None));
    let [german, chart] = ["german", "chart"].map(|name| {
        let (of_data, of_document) = frames(name);
        assert_eq!(of_data, of_document, "{name}");
        of_data.unwrap()
    });
    assert_ne!(german, chart);
    assert_eq!(frames("chart-too").0, Some(chart));
    site.same_as_clean();
}

#[test]
fn the_policy_contains_the_hash_of_the_speculation_rules_of_the_base_path() {
    // SHA-256 of `{"prefetch":[{"where":{"href_matches":"/docs/*"}}]}`.
    let hash = "'sha256-kizdV9F6zfqMoeDwX4L/C/BZV0c1VMkLFviQn6bIE8s='";
    let site = site("");
    site.build();
    assert!(!site.output("_headers").contains(hash));
    let output = site.run(&["build", "--preview", "--base-url", "https://example.com/docs"]);
    assert!(output.status.success(), "{}", printed_text(&output));
    assert_contains(&site.output("_headers"), &[hash]);
}

#[test]
fn the_worker_precaches_files_of_the_runtime_and_fallback_pages() {
    let site = site("[service_worker]\nstale_while_revalidate = [\"/games.json\"]\n");
    site.write("content/404.md", "+++\ntitle = \"Gone\"\npath = \"/404.html\"\n+++\n");
    site.build();
    let text = site.output("sw.js");
    let list = text.lines().next().unwrap().trim_start_matches("keep(").trim_end_matches(");");
    let list: Value = serde_json::from_str(list).unwrap();
    let urls: Vec<&str> =
        list.as_array().unwrap().iter().map(|it| it["url"].as_str().unwrap()).collect();
    // The island of a single page is not precached. URLs are relative to the worker.
    assert_eq!(urls, ["assets/boot-1.js", "assets/bar-1.js", "404.html"]);
    assert_eq!(list[1]["revision"], "r");
    assert!(list[2]["revision"].is_string());
    let output = site.run(&["build", "--preview", "--base-url", "https://example.com/docs"]);
    assert!(output.status.success(), "{}", printed_text(&output));
    let text = site.output("sw.js");
    assert_contains(
        &text,
        &["about({\"base\":\"/docs\",\"stale_while_revalidate\":[\"/docs/games.json\"]});"],
    );
    assert!(!text.lines().next().unwrap().contains("/docs"));
}

/// Replaces the rendering of the island `list` by this code.
fn replace_list(site: &Site, instead: &str) {
    let bundle = site.read("runtime/bundle.mjs");
    let usual = "console.log(JSON.stringify({ id, html: \"<b>\" + component + \"</b>\" }));";
    assert_contains(&bundle, &[usual]);
    let other = format!("if (component === \"list\") {{ {instead} }} else {usual}");
    site.write("runtime/bundle.mjs", &bundle.replace(usual, &other));
}

#[test]
fn an_island_that_does_not_terminate_is_reported() {
    let site = site("");
    replace_list(&site, "for (;;) {}");
    let report = site.refused();
    assert_diagnostics!(report);
}

#[test]
fn output_of_one_island_is_never_used_for_another() {
    let site = site("");
    replace_list(
        &site,
        "console.log(42); console.log(JSON.stringify({ id, html: \"<b>list</b>\" }));",
    );
    site.write("pages/more.html", "{{ island(\"plain\", {}) }}");
    for name in ["c", "d", "e"] {
        site.write(
            &format!("content/{name}.md"),
            "+++\ntitle = \"More\"\ntemplate = \"more\"\n+++\n",
        );
    }
    let report = site.refused();
    assert_diagnostics!(report);
    let files = fs::read_dir(site.root().join(".croupier/islands")).unwrap().flatten();
    let cached: Vec<String> = files
        .map(|it| String::from_utf8_lossy(&fs::read(it.path()).unwrap()).into_owned())
        .collect();
    assert!(
        !cached.is_empty() && cached.iter().all(|html| !html.contains("<b>list</b>")),
        "{cached:?}"
    );
}

/// Adds code to the end of the bundler, when it has read all of its inputs.
fn after_bundling(site: &Site, code: &str) {
    let bundle = site.read("runtime/bundle.mjs");
    site.write("runtime/bundle.mjs", &format!("{bundle}{code}\n"));
}

#[test]
fn a_file_that_is_written_while_the_bundler_runs_is_in_the_bundle() {
    let site = site("");
    // The manifest names the file outside of the runtime's folder, from which `label` comes.
    site.write("shared/label.txt", "before");
    after_bundling(
        &site,
        "const { existsSync, writeFileSync } = await import(\"node:fs\");
const outside = join(here, \"../shared/label.txt\");
const label = await readFile(outside, \"utf8\");
if (!existsSync(join(here, \"../edited\"))) {
  writeFileSync(join(here, \"../edited\"), \"\");
  writeFileSync(join(here, \"versions.json\"), '{ \"boot.js\": 2 }');
  writeFileSync(outside, \"after\");
}
await writeFile(join(out, manifest.boot), label);
await writeFile(join(out, \"manifest.json\"), JSON.stringify({ ...manifest, inputs: [\"../shared/label.txt\"] }));",
    );
    site.build();
    let app_data = json_of(&site, "page-data/app-data.json");
    assert_eq!(app_data["boot"], "assets/boot-2.js");
    assert_eq!(site.output("assets/boot-2.js"), "after");

    // Only the file outside changes.
    fs::remove_file(site.root().join("edited")).unwrap();
    site.write("shared/label.txt", "before");
    site.build();
    assert_eq!(site.output("assets/boot-2.js"), "after");
}

#[test]
fn a_bundler_that_writes_its_own_inputs_is_an_error() {
    let site = site("");
    let next = "{ \"boot.js\": (versions[\"boot.js\"] ?? 1) + 1 }";
    after_bundling(
        &site,
        &format!("await writeFile(join(here, \"versions.json\"), JSON.stringify({next}));"),
    );
    assert_diagnostics!(site.refused());
}
