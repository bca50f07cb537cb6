//! `croupier build --shard` and `croupier merge`.

use std::fs;
use std::path::Path;
use std::process::Output;

use crate::common::{SETTINGS, Site, SiteBuilder, assert_contains, printed_text, tree};
use crate::deploy_s3::{Bucket, CREDENTIALS, command};

const SHARDS: usize = 3;

fn site() -> Site {
    let settings = format!(
        "{SETTINGS}[output]\npage_data = true\n[[taxonomies]]\nname = \"tags\"\npaginate_by = 4\n\
         [[feeds]]\npath = \"/feed.xml\"\nsection = \"/\"\nformat = \"atom\"\n[search]\ntitles = true\n"
    );
    let mut site = SiteBuilder::new()
        .file("site.toml", &settings)
        .file("static/site.css", "h1 { color: red }")
        .file(
            "pages/shell.html",
            "<link rel=\"stylesheet\" href=\"{{ asset('/site.css') }}\">{{ slice('footer') }}<main id='main'>{{ main }}</main>",
        )
        .file("pages/slices/footer.html", "<p>{{ site.name }}</p>")
        .file("pages/term.html", "{% for it in paginator.pages %}{{ it.title }}{% endfor %}")
        .file("pages/terms.html", "terms");
    for number in 0..20 {
        let next = (number + 1) % 20;
        site = site.page(
            &format!("p{number}"),
            &format!(
                "title = \"Page {number}\"\ndate = 2024-01-{:02}\naliases = [\"/old{number}/\"]\n[taxonomies]\ntags = [\"t{}\"]\n",
                number + 1,
                number % 3
            ),
            &format!("## Section {number}\n\n[next](/p{next}/#section-{next})\n"),
        );
    }
    site.create()
}

fn ok(site: &Site, arguments: &[&str]) -> String {
    let output = site.run(arguments);
    assert!(output.status.success(), "{}", printed_text(&output));
    printed_text(&output)
}

fn failed(site: &Site, arguments: &[&str]) -> String {
    let output: Output = site.run(arguments);
    assert_eq!(output.status.code(), Some(1), "{}", printed_text(&output));
    printed_text(&output)
}

fn build_shards(site: &Site, folder: &str) -> Vec<String> {
    let parts = (1..=SHARDS).map(|index| {
        let part = format!("{folder}/{index}");
        ok(site, &["build", "--preview", "--shard", &format!("{index}/{SHARDS}"), "--out", &part]);
        part
    });
    parts.collect()
}

fn merge(parts: &[String]) -> Vec<&str> {
    ["merge", "--preview"].into_iter().chain(parts.iter().map(String::as_str)).collect()
}

fn pages(part: &Path) -> usize {
    tree(part).keys().filter(|path| path.ends_with("index.html")).count()
}

#[test]
fn the_merged_output_equals_a_build_of_all_pages() {
    let site = site();
    let parts = build_shards(&site, ".croupier/parts");
    let counts: Vec<usize> =
        parts.iter().map(|part| pages(&site.root().join(part).join("output"))).collect();
    // 20 pages, the home page, the terms, and pages 2 of three terms.
    assert!(counts.iter().all(|count| *count > 0), "{counts:?}");
    assert!(!site.root().join(&parts[0]).join("output/sitemap.xml").exists());
    ok(&site, &merge(&parts));
    let merged = site.tree();
    // A build after the merge finds everything done.
    assert_contains(&ok(&site, &["build", "--preview"]), &["0 files written"]);
    ok(&site, &["build", "--preview", "--out", "all"]);
    let all = tree(&site.root().join("all"));
    assert_eq!(merged.keys().collect::<Vec<_>>(), all.keys().collect::<Vec<_>>());
    for (path, bytes) in &merged {
        assert!(*bytes == all[path], "{}", path.display());
    }
    assert_eq!(counts.iter().sum::<usize>(), pages(&site.root().join("all")));
    site.same_as_clean();
}

/// Builds each shard and merges them on machines of their own, which exchange the parts below a URL.
fn build_on_machines(url: &str) {
    let run = |site: &Site, arguments: &[&str]| {
        let output = command(site, arguments, &CREDENTIALS).output().unwrap();
        (output.status.code(), printed_text(&output))
    };
    let machine = site();
    let (code, text) = run(&machine, &["merge", "--preview", url]);
    assert_eq!(code, Some(3), "{text}");
    assert_contains(&text, &["has none", "`--upload`"]);
    for index in 1..=SHARDS {
        let (code, text) = run(&machine, &["merge", "--preview", url]);
        assert!(index == 1 || code == Some(1), "{text}");
        let (code, text) = run(
            &site(),
            &["build", "--preview", "--shard", &format!("{index}/{SHARDS}"), "--upload", url],
        );
        assert_eq!(code, Some(0), "{text}");
        assert_contains(&text, &["uploaded the part: 1 archive, "]);
    }
    // A job that is run again replaces its part.
    run(&site(), &["build", "--preview", "--shard", "2/3", "--out", "part", "--upload", url]);
    let (code, text) = run(&machine, &["merge", "--preview", url]);
    assert_eq!(code, Some(0), "{text}");
    let unsharded = site();
    unsharded.build();
    assert!(machine.tree() == unsharded.tree());
}

#[test]
fn machines_exchange_parts_through_a_folder() {
    let folder = tempfile::TempDir::new().unwrap();
    build_on_machines(&format!("file://{}/parts", folder.path().display()));
}

#[test]
fn machines_exchange_parts_through_an_object_store() {
    let bucket = Bucket::start();
    build_on_machines(&bucket.url("parts/1f3c"));
}

#[test]
fn parts_are_uploaded_to_stores_only() {
    let site = site();
    for (arguments, message) in [
        (&["build", "--preview", "--upload", "file:///parts"][..], "--shard"),
        (&["build", "--preview", "--shard", "1/2", "--upload", "parts"], "`parts` is not a URL"),
        (
            &["build", "--preview", "--shard", "1/2", "--upload", "sftp://host/x"],
            "neither a folder nor",
        ),
        (&["merge", "--preview", "ftp://host/x"], "`ftp://` is not supported"),
    ] {
        let output = site.run(arguments);
        assert_eq!(output.status.code(), Some(2));
        assert_contains(&printed_text(&output), &[message]);
    }
}

#[test]
fn warnings_and_broken_links_are_reported_once_by_the_merge() {
    let site = site();
    site.append("content/p3.md", "[broken](/p4/#nowhere) ![](/none.png)\n");
    site.append("site.toml", "[checks]\nC0205 = \"warning\"\nC0204 = \"warning\"\n");
    let unsharded = ok(&site, &["build", "--preview", "--out", "all"]);
    let warnings = |text: &str| {
        let lines = text.lines().filter(|line| line.starts_with("warning"));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    assert!(!warnings(&unsharded).is_empty());
    let mut parts = Vec::new();
    for index in 1..=SHARDS {
        let part = format!("parts/{index}");
        let text =
            ok(&site, &["build", "--preview", "--shard", &format!("{index}/3"), "--out", &part]);
        assert!(warnings(&text).is_empty(), "{text}");
        parts.push(part);
    }
    assert_eq!(warnings(&ok(&site, &merge(&parts))), warnings(&unsharded));
}

#[test]
fn a_broken_anchor_in_another_shard_fails_the_merge_which_publishes_nothing() {
    let site = site();
    site.append("content/p3.md", "[x](/p4/#nowhere)\n");
    let parts: Vec<String> = (1..=20).map(|index| format!("parts/{index}")).collect();
    for (index, part) in (1..).zip(&parts) {
        ok(&site, &["build", "--preview", "--shard", &format!("{index}/20"), "--out", part]);
    }
    let text = failed(&site, &merge(&parts));
    assert_contains(&text, &["content/p3.md", "nowhere"]);
    assert_eq!(text.matches("error[").count(), 1, "{text}");
    assert!(!site.has("index.html"));
}

#[test]
fn a_part_is_not_written_into_a_folder_with_other_files() {
    let site = site();
    ok(&site, &["build"]);
    for folder in ["public", "."] {
        let before = tree(&site.root().join(folder));
        let text = failed(&site, &["build", "--preview", "--shard", "1/2", "--out", folder]);
        assert_contains(&text, &["C0501", "has other files than those of a part", "--out"]);
        assert_eq!(tree(&site.root().join(folder)).len(), before.len());
    }

    let part = ["build", "--preview", "--shard", "1/2", "--out", "part"];
    ok(&site, &part);
    ok(&site, &part);
}

#[test]
fn parts_that_do_not_belong_together_are_errors() {
    let site = site();
    let parts = build_shards(&site, "parts");
    let two: Vec<String> = parts[..2].to_vec();
    assert_contains(&failed(&site, &merge(&two)), &["C0505", "the part of 3/3 is missing"]);
    let events = failed(&site, &[&merge(&two)[..], &["--json"]].concat());
    let names = ["\"event\":\"build_started\"", "\"event\":\"diagnostic\""];
    assert_contains(&events, &names);
    let last = events.lines().last().unwrap();
    assert_contains(last, &["\"event\":\"build_finished\"", "\"ok\":false"]);
    // Without parts, no build begins.
    let output = site.run(&["merge", "--preview", "--json", "file:///no/such/parts"]);
    assert_eq!((output.status.code(), output.stdout.is_empty()), (Some(3), true));
    let doubled: Vec<String> = [&parts[..], &parts[..1]].concat();
    assert_contains(&failed(&site, &merge(&doubled)), &["C0505", "are both part 1/3"]);
    let text = failed(&site, &[&merge(&parts)[..], &["--drafts"]].concat());
    assert_contains(&text, &["C0505", "another version of Croupier, or with another profile"]);
    let page = tree(&site.root().join("parts/2/output"));
    let page = page.keys().find(|path| path.ends_with("index.html")).unwrap();
    let page = site.root().join("parts/2/output").join(page);
    let bytes = fs::read(&page).unwrap();
    fs::remove_file(&page).unwrap();
    assert_contains(&failed(&site, &merge(&parts)), &["C0505", "has no file"]);
    fs::write(&page, &bytes[1..]).unwrap();
    assert_contains(&failed(&site, &merge(&parts)), &["C0505", "has no file"]);
    fs::write(&page, &bytes).unwrap();
    assert!(!site.root().join(".croupier/preview/index.html").exists());
    site.append("content/p1.md", "changed");
    assert_contains(&failed(&site, &merge(&parts)), &["C0505", "made from other sources"]);
    ok(&site, &["build", "--preview", "--shard", "2/3", "--out", "parts/2"]);
    assert_contains(&failed(&site, &merge(&parts)), &["C0505", "were made from different sources"]);
    let parts = build_shards(&site, "parts");
    ok(&site, &merge(&parts));
    site.same_as_clean();
    let output = site.run(&["build", "--preview", "--shard", "4/3"]);
    assert_eq!(output.status.code(), Some(2));
    assert_contains(&printed_text(&output), &["such as `3/16`"]);
    assert_contains(
        &failed(&site, &["merge", "--preview", "content"]),
        &["content is not a part of a build"],
    );
}

/// A site whose list of pages gets another one at noon on 1 January 2030.
fn scheduled_site() -> Site {
    let list = "{% for it in section('/') %}{{ it.title }} {% endfor %}{{ page.body }}";
    let mut site = SiteBuilder::new().file("pages/page.html", list).page(
        "next",
        "title = \"Next\"\npublish_at = 2030-01-01T12:00:00Z\n",
        "",
    );
    for number in 0..8 {
        site = site.page(&format!("p{number}"), &format!("title = \"Page {number}\"\n"), "");
    }
    site.create()
}

const NOON: i64 = 1_893_499_200;

#[test]
fn parts_from_before_and_after_a_page_became_due_are_not_merged() {
    let site = scheduled_site();
    let run = |arguments: &[&str], now: i64| site.run_at(arguments, now);
    let build = |index: usize, now: i64| {
        let part = format!("parts/{index}");
        let output =
            run(&["build", "--preview", "--shard", &format!("{index}/2"), "--out", &part], now);
        assert!(output.status.success(), "{}", printed_text(&output));
    };
    let merge = ["merge", "--preview", "parts/1", "parts/2"];
    let due = "became due or expired at 2030-01-01T12:00:00Z";
    for (first, second, merged) in [
        (NOON - 60, NOON + 60, NOON + 120),
        (NOON + 60, NOON - 60, NOON + 120),
        (NOON - 120, NOON - 60, NOON),
        (NOON, NOON + 60, NOON - 60),
    ] {
        build(1, first);
        build(2, second);
        let output = run(&merge, merged);
        assert_eq!(output.status.code(), Some(1), "{first} {second} {merged}");
        assert_contains(&printed_text(&output), &["C0505", due, "SOURCE_DATE_EPOCH"]);
        assert!(!site.has("index.html"));
    }
    for (first, second, merged) in
        [(NOON - 180, NOON - 60, NOON - 120), (NOON + 60, NOON, NOON + 86_400)]
    {
        build(1, first);
        build(2, second);
        let output = run(&merge, merged);
        assert!(output.status.success(), "{}", printed_text(&output));
        for number in 0..8 {
            let page = site.output(&format!("p{number}/index.html"));
            assert_eq!(page.contains("Next"), merged > NOON, "{number}");
        }
    }
}

#[test]
fn parts_that_read_other_variables_are_not_merged() {
    let site = site();
    let build = |index: usize, name: &str| {
        let part = format!("parts/{index}");
        let shard = format!("{index}/2");
        let output =
            command(&site, &["build", "--preview", "--shard", &shard, "--out", &part], &[])
                .env("CROUPIER_NAME", name)
                .output()
                .unwrap();
        assert!(output.status.success(), "{}", printed_text(&output));
    };
    build(1, "One");
    build(2, "Two");
    let text = failed(&site, &["merge", "--preview", "parts/1", "parts/2"]);
    assert_contains(&text, &["C0505", "from different sources", "environment variables"]);
}
