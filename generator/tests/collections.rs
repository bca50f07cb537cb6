//! Collections: entries with start and end dates in pages, slices and files, and the errors that templates report.

use croupier::{BuildOptions, BuildReport, Clock, Engine};

use crate::common::{Site, SiteBuilder, assert_contains, assert_diagnostics, printed_text};

/// The beginning of 2026, which is also the clock of `Site::build`.
const START: i64 = 1_767_225_600;
const DAY: i64 = 24 * 60 * 60;

/// A site with a page that lists three deals with start and end dates.
fn site() -> Site {
    SiteBuilder::new()
        .file("pages/shell.html", "{{ slice(\"bar\") }}|{{ main }}")
        .file("pages/page.html", "{{ page.title }}")
        .file(
            "pages/deals.html",
            "{% for it in collection(\"deals\")|current %}{% if not loop.first %} {% endif %}\
             {{ it.id }}={{ it.name }}{% endfor %}",
        )
        .file("pages/slices/bar.html", "bar")
        .page("deals", "title = \"Deals\"\ntemplate = \"deals\"\n", "")
        .file("content/data/deals/a.toml", "name = \"A\"\nstarts = 2026-01-03\n")
        .file("content/data/deals/b.toml", "name = \"B\"\nexpires = 2026-01-05T12:00:00Z\n")
        .file(
            "content/data/deals/c.toml",
            "name = \"C\"\nstarts = 2025-01-01\nexpires = 2026-01-01\n",
        )
        .create()
}

fn engine(site: &Site) -> Engine {
    let args = BuildOptions {
        root: site.root().to_owned(),
        profile: croupier::Profile::Preview,
        ..BuildOptions::default()
    };
    Engine::new(&args, Clock { build_year: 2026, now: START })
}

/// Builds at a number of days and hours after the start.
fn build(engine: &mut Engine, days: i64, hours: i64) -> BuildReport {
    engine.set_clock(Clock { build_year: 2026, now: START + days * DAY + hours * 60 * 60 });
    engine.build(None, &|_| {}).unwrap()
}

/// Rows: 2.8-04
#[test]
fn an_entry_is_shown_between_its_dates_and_only_dependent_pages_are_rendered() {
    let site = site();
    let mut engine = engine(&site);
    let built = build(&mut engine, 0, 0);
    assert_eq!((built.rendered, built.next_change_at()), (2, Some(START + 2 * DAY)));
    assert!(site.output("deals/index.html").ends_with("|b=B\n"));
    // An hour before the start nothing changes.
    let built = build(&mut engine, 1, 23);
    assert_eq!((built.rendered, built.next_change_at()), (0, Some(START + 2 * DAY)));
    let built = build(&mut engine, 2, 0);
    assert_eq!((built.rendered, built.next_change_at()), (1, Some(START + 4 * DAY + DAY / 2)));
    assert!(site.output("deals/index.html").ends_with("|a=A b=B\n"));
    let built = build(&mut engine, 4, 12);
    assert_eq!((built.rendered, built.next_change_at()), (1, None));
    assert!(site.output("deals/index.html").ends_with("|a=A\n"));
    // A clock that goes back restores the earlier list.
    let built = build(&mut engine, 3, 0);
    assert_eq!((built.rendered, built.next_change_at()), (1, Some(START + 4 * DAY + DAY / 2)));
    assert!(site.output("deals/index.html").ends_with("|a=A b=B\n"));
}

#[test]
fn the_next_change_includes_slices_and_files_but_no_unused_dates() {
    let site = site();
    site.write("pages/deals.html", "none");
    site.write(
        "pages/slices/bar.html",
        "{% for it in collection(\"deals\")|current(expires=\"over\") %}{{ it.id }}{% endfor %}",
    );
    let mut engine = engine(&site);
    assert_eq!(build(&mut engine, 0, 0).next_change_at(), Some(START + 2 * DAY));
    let built = build(&mut engine, 2, 0);
    // The slice is on every page.
    assert_eq!((built.rendered, built.next_change_at()), (2, None));
    site.write("pages/slices/bar.html", "bar");
    site.write(
        "pages/files/deals.json",
        "[{% for it in collection(\"deals\")|current %}{{ it.name }},{% endfor %}0]",
    );
    let built = build(&mut engine, 2, 1);
    assert_eq!(site.output("deals.json"), "[\"A\",\"B\",0]\n");
    assert_eq!(built.next_change_at(), Some(START + 4 * DAY + DAY / 2));
    build(&mut engine, 5, 0);
    assert_eq!(site.output("deals.json"), "[\"A\",0]\n");
    site.write("content/data/deals/a.toml", "name = \"A\"\nstarts = 2026-02-01\n");
    assert_eq!(build(&mut engine, 5, 1).next_change_at(), Some(START + 31 * DAY));
    site.remove("pages/files/deals.json");
    assert_eq!(build(&mut engine, 5, 2).next_change_at(), None);
}

#[test]
fn builds_report_the_next_change_explain_shows_it_and_drafts_ignore_dates() {
    let site = site();
    let output = site.run(&["build", "--preview", "--json"]);
    assert_contains(&printed_text(&output), &[&format!("\"next_change_at\":{}", START + 2 * DAY)]);
    let explained = printed_text(&site.run(&["explain", "--preview", "/deals/"]));
    assert_contains(
        &explained,
        &["data deals/a", "whether 2026-01-03T00:00:00Z has come", "is up to date"],
    );
    // A build without changes reports the time too.
    assert_contains(
        &printed_text(&site.run(&["build", "--preview", "--json"])),
        &[&format!("\"next_change_at\":{}", START + 2 * DAY)],
    );
    assert!(site.run(&["build", "--preview", "--drafts"]).status.success());
    assert!(site.output("deals/index.html").ends_with("|a=A b=B c=C\n"));
    site.build();
    assert!(site.output("deals/index.html").ends_with("|b=B\n"));
    site.same_as_clean();
}

#[test]
fn errors_of_the_function_wrong_are_reported_at_their_location_in_the_data() {
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
    let message = site.refused();
    assert_diagnostics!(message);
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
fn the_schema_formats_date_and_date_time_are_checked() {
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
    let message = site.refused();
    assert_diagnostics!(message);
    // The follow-up error of the template is not reported.
    assert!(!message.contains("C0405"), "{message}");
}

#[test]
fn an_empty_hint_of_the_function_wrong_is_not_shown() {
    let site = site();
    site.write(
        "pages/deals.html",
        "{{ wrong(\"deals/a\", \"name\", \"is bad\", hint=\"\", meant=\"x\") }}",
    );
    let message = site.refused();
    assert_diagnostics!(message);
    assert!(!message.contains("help:"), "{message}");
}
