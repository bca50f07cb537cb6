//! Entries of data that begin and end, in pages, slices and files; and what templates say of entries that are wrong.

use croupier::{BuildOptions, BuildReport, Clock, Engine};

use crate::common::{Site, said};

/// The beginning of 2026, at which `Site::build` builds, too.
const START: i64 = 1_767_225_600;
const DAY: i64 = 24 * 60 * 60;

fn site() -> Site {
    let site = Site::new("name = \"S\"\nbase_url = \"https://example.com\"\n");
    site.write("pages/shell.html", "{{ slice(\"bar\") }}|{{ main }}");
    site.write("pages/page.html", "{{ page.title }}");
    site.write(
        "pages/deals.html",
        "{% for it in collection(\"deals\")|current %}{% if not loop.first %} {% endif %}{{ it.id }}={{ it.name }}{% endfor %}",
    );
    site.write("pages/slices/bar.html", "bar");
    site.write("content/index.md", "+++\ntitle = \"Home\"\n+++\n");
    site.write("content/deals.md", "+++\ntitle = \"Deals\"\ntemplate = \"deals\"\n+++\n");
    site.write("content/data/deals/a.toml", "name = \"A\"\nstarts = 2026-01-03\n");
    site.write("content/data/deals/b.toml", "name = \"B\"\nexpires = 2026-01-05T12:00:00Z\n");
    site.write(
        "content/data/deals/c.toml",
        "name = \"C\"\nstarts = 2025-01-01\nexpires = 2026-01-01\n",
    );
    site
}

fn engine(site: &Site) -> Engine {
    let args = BuildOptions { root: site.root().to_owned(), ..BuildOptions::default() };
    Engine::new(&args, Clock { build_year: 2026, now: START })
}

/// Builds so many days after the start.
fn build(engine: &mut Engine, days: i64, hours: i64) -> BuildReport {
    engine.set_clock(Clock { build_year: 2026, now: START + days * DAY + hours * 60 * 60 });
    engine.build(None, &|_| {}).unwrap()
}

// rows: 2.8-04
#[test]
fn an_entry_is_shown_from_its_start_to_its_end_and_only_who_asked_is_rendered_again() {
    let site = site();
    let mut engine = engine(&site);
    let built = build(&mut engine, 0, 0);
    assert_eq!((built.rendered, built.next_change_at), (2, Some(START + 2 * DAY)));
    assert!(site.output("deals/index.html").ends_with("|b=B\n"));
    // A second before, the same; then it begins.
    let built = build(&mut engine, 1, 23);
    assert_eq!((built.rendered, built.next_change_at), (0, Some(START + 2 * DAY)));
    let built = build(&mut engine, 2, 0);
    assert_eq!((built.rendered, built.next_change_at), (1, Some(START + 4 * DAY + DAY / 2)));
    assert!(site.output("deals/index.html").ends_with("|a=A b=B\n"));
    let built = build(&mut engine, 4, 12);
    assert_eq!((built.rendered, built.next_change_at), (1, None));
    assert!(site.output("deals/index.html").ends_with("|a=A\n"));
    // A clock that goes back brings back what was there.
    let built = build(&mut engine, 3, 0);
    assert_eq!((built.rendered, built.next_change_at), (1, Some(START + 4 * DAY + DAY / 2)));
    assert!(site.output("deals/index.html").ends_with("|a=A b=B\n"));
}

#[test]
fn slices_and_files_count_too_and_a_moment_that_nobody_asks_for_any_more_does_not() {
    let site = site();
    site.write("pages/deals.html", "none");
    site.write(
        "pages/slices/bar.html",
        "{% for it in collection(\"deals\")|current(expires=\"over\") %}{{ it.id }}{% endfor %}",
    );
    let mut engine = engine(&site);
    assert_eq!(build(&mut engine, 0, 0).next_change_at, Some(START + 2 * DAY));
    let built = build(&mut engine, 2, 0);
    // The slice stands on every page.
    assert_eq!((built.rendered, built.next_change_at), (2, None));
    site.write("pages/slices/bar.html", "bar");
    site.write(
        "pages/files/deals.json",
        "[{% for it in collection(\"deals\")|current %}{{ it.name }},{% endfor %}0]",
    );
    let built = build(&mut engine, 2, 1);
    assert_eq!(site.output("deals.json"), "[\"A\",\"B\",0]\n");
    assert_eq!(built.next_change_at, Some(START + 4 * DAY + DAY / 2));
    build(&mut engine, 5, 0);
    assert_eq!(site.output("deals.json"), "[\"A\",0]\n");
    site.write("content/data/deals/a.toml", "name = \"A\"\nstarts = 2026-02-01\n");
    assert_eq!(build(&mut engine, 5, 1).next_change_at, Some(START + 31 * DAY));
    site.remove("pages/files/deals.json");
    assert_eq!(build(&mut engine, 5, 2).next_change_at, None);
}

#[test]
fn a_build_tells_the_moment_and_explain_who_waits_for_it_and_drafts_show_all() {
    let site = site();
    let output = site.run(&["build", "--json"]);
    assert!(
        said(&output).contains(&format!("\"next_change_at\":{}", START + 2 * DAY)),
        "{}",
        said(&output)
    );
    let explained = said(&site.run(&["explain", "/deals/"]));
    for expected in ["data deals/a", "whether 2026-01-03T00:00:00Z has come", "is up to date"] {
        assert!(explained.contains(expected), "{expected:?} is not in\n{explained}");
    }
    // Where nothing changed, the moment is told too.
    assert!(
        said(&site.run(&["build", "--json"]))
            .contains(&format!("\"next_change_at\":{}", START + 2 * DAY))
    );
    assert!(site.run(&["build", "--drafts"]).status.success());
    assert!(site.output("deals/index.html").ends_with("|a=A b=B c=C\n"));
    site.build();
    assert!(site.output("deals/index.html").ends_with("|b=B\n"));
    site.same_as_clean();
}

#[test]
fn everything_that_a_template_finds_wrong_with_data_is_told_at_its_place() {
    let site = site();
    site.write(
        "pages/deals.html",
        "{% for it in collection(\"deals\") if it.parts is defined %}{% for part in it.parts %}{% if part.size > it.most %}\
         {{ wrong(\"deals/\" ~ it.id, \"parts.\" ~ loop.index0 ~ \".size\", \"is more than \" ~ it.most, hint=\"make it less\") }}\
         {% endif %}{% endfor %}{{ wrong(\"deals/\" ~ it.id, \"name\", \"names `{siz}`\", meant=\"siz\", known=[\"size\", \"most\"]) }}{% endfor %}ok",
    );
    site.write(
        "content/data/deals/a.toml",
        "name = \"A\"\nmost = 3\nparts = [\n    { size = 2 },\n    { size = 9 },\n]\n",
    );
    let words = site.refused();
    for expected in [
        "content/data/deals/a.toml:5:14",
        "`parts.1.size` is more than 3",
        "make it less",
        "content/data/deals/a.toml:1:8",
        "did you mean `size`?",
        "C0114",
        "page content/deals.md",
    ] {
        assert!(words.contains(expected), "{expected:?} is not in\n{words}");
    }
    site.write("content/data/deals/a.toml", "name = \"A\"\nmost = 9\n");
    site.build();
    for (template, expected) in [
        ("{{ wrong(\"deals/x\", \"name\", \"is bad\") }}", "there is no data file `deals/x`"),
        ("{{ collection(\"deal\") }}", "did you mean `deals`?"),
        ("{{ collection(\"deals\")|current(expires=\"name\") }}", "`A` is not a date"),
    ] {
        site.write("pages/deals.html", template);
        assert!(site.refused().contains(expected), "{expected}: {}", site.refused());
    }
}

#[test]
fn a_day_and_a_moment_are_told_from_other_text() {
    let site = site();
    site.write(
        "content/data/deals.schema.json",
        "{\"properties\": {\"starts\": {\"type\": \"string\", \"format\": \"date-time\"}, \"day\": {\"format\": \"date\"}}}",
    );
    site.build();
    site.write(
        "content/data/deals/a.toml",
        "name = \"A\"\nday = 2026-01-03T10:00:00Z\nstarts = \"soon\"\n",
    );
    let words = site.refused();
    for expected in ["a.toml:2:7", "a.toml:3:10", "is \"soon\"", "write it as 2026-11-21T18:00:00Z"]
    {
        assert!(words.contains(expected), "{expected:?} is not in\n{words}");
    }
    // What a template misses for that reason is not told beside it.
    assert!(!words.contains("C0405"), "{words}");
}
