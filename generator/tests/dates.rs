//! Dates: one rule for time zones, which pages, lists, feeds and the sitemap share, and dates in the language of the site.

use crate::common::{
    SETTINGS, Site, SiteBuilder, assert_contains, assert_diagnostics, printed_text,
};

/// A site with a list of posts, a feed and this time zone. Each post shows its date.
fn posts(time_zone: &str) -> Site {
    SiteBuilder::bare()
        .settings(&format!("time_zone = \"{time_zone}\"\nlanguage = \"en\"\n"))
        .settings("[[feeds]]\npath = \"/posts/atom.xml\"\nsection = \"/posts/\"\nformat = \"atom\"\n")
        .settings("[[feeds]]\npath = \"/posts/rss.xml\"\nsection = \"/posts/\"\nformat = \"rss\"\n")
        .file("pages/page.html", "{{ page.date or 'None' }} {% if page.date %}{{ page.date|date(\"%Y-%m-%d %H:%M\") }}{% endif %}|{{ page.updated or 'None' }}")
        .file(
            "pages/list.html",
            "{% for it in section(\"/posts/\", sort_by=\"date\") %}{% if it.date %}{{ it.title }}={{ it.date|date(\"%m-%d %H:%M\") }} {% endif %}{% endfor %}",
        )
        .page("index", "title = \"Home\"\ntemplate = \"list\"\n", "")
        .create()
}

fn write(site: &Site, name: &str, dates: &str) {
    site.write(
        &format!("content/posts/{name}.md"),
        &format!("+++\ntitle = \"{name}\"\ndescription = \"d\"\n{dates}\n+++\nx\n"),
    );
}

#[test]
fn a_date_without_a_zone_is_in_the_time_zone_of_the_site() {
    let site = posts("Asia/Tokyo");
    write(&site, "a", "date = 2025-03-01T20:00:00");
    write(&site, "b", "publish_at = 2025-03-01T20:00:00Z");
    write(&site, "c", "date = 2025-03-01T20:00:00Z");
    write(&site, "d", "date = 2025-03-03");
    write(&site, "e", "publish_at = 2025-03-04");
    let message = site.build();
    assert!(!message.contains("time zone"), "{message}");
    for (name, expected) in [
        ("a", "2025-03-01T20:00:00+09:00 2025-03-01 20:00|"),
        // Both are the same instant.
        ("b", "2025-03-01T20:00:00Z 2025-03-02 05:00|"),
        ("c", "2025-03-01T20:00:00Z 2025-03-02 05:00|"),
        ("d", "2025-03-03 2025-03-03 00:00|"),
        ("e", "2025-03-04 2025-03-04 00:00|"),
    ] {
        assert_contains(&site.output(&format!("posts/{name}/index.html")), &[expected]);
    }
    assert_eq!(
        site.output("index.html"),
        "e=03-04 00:00 d=03-03 00:00 b=03-02 05:00 c=03-02 05:00 a=03-01 20:00\n"
    );
    let atom = site.output("posts/atom.xml");
    for published in [
        "2025-03-01T20:00:00+09:00",
        "2025-03-02T05:00:00+09:00",
        "2025-03-03T00:00:00+09:00",
        "2025-03-04T00:00:00+09:00",
    ] {
        assert_contains(&atom, &[&format!("<published>{published}</published>")]);
    }
    assert_contains(
        &site.output("posts/rss.xml"),
        &["<pubDate>Tue, 4 Mar 2025 00:00:00 +0900</pubDate>"],
    );
    site.same_as_clean();
}

#[test]
fn another_time_zone_changes_all_dates_without_a_zone() {
    let site = posts("Asia/Tokyo");
    site.write(
        "content/posts/index.md",
        "+++\ntitle = \"Posts\"\n[cascade]\nexpire_at = 2026-01-01T03:00:00\n+++\n",
    );
    write(&site, "a", "date = 2025-03-01T20:00:00\nupdated = 2025-03-02T10:00:00");
    write(&site, "b", "publish_at = 2026-01-01T08:00:00");
    write(&site, "c", "date = 2025-01-01\nexpire_at = 2030-01-01");
    // 1 January 2026, 00:00 UTC: the cascade has expired in Tokyo.
    site.build();
    assert!(!site.has("posts/a/index.html") && !site.has("posts/b/index.html"));
    let zone = |name: &str| {
        site.write(
            "site.toml",
            &site.read("site.toml").replacen("Asia/Tokyo", name, 1).replacen(
                "America/New_York",
                name,
                1,
            ),
        );
        site.build();
        site.same_as_clean();
    };
    zone("America/New_York");
    assert_contains(
        &site.output("posts/a/index.html"),
        &["2025-03-01T20:00:00-05:00 2025-03-01 20:00|2025-03-02T10:00:00-05:00"],
    );
    assert!(!site.has("posts/b/index.html"));
    assert_contains(
        &site.output("posts/atom.xml"),
        &["<published>2025-01-01T00:00:00-05:00</published>"],
    );
    assert_contains(&site.output("sitemap.xml"), &["<lastmod>2025-03-02T10:00:00-05:00</lastmod>"]);
    zone("Asia/Tokyo");
    assert!(!site.has("posts/a/index.html"));
}

#[test]
fn updated_keeps_its_time() {
    let site = posts("Asia/Tokyo");
    write(&site, "d", "date = 2025-06-01T09:00:00Z\nupdated = 2025-06-01T18:00:00Z");
    write(&site, "e", "date = 2025-03-01\nupdated = 2025-04-01T05:00:00+09:00");
    write(&site, "f", "date = 2025-02-01\nupdated = 2025-02-03");
    site.build();
    let atom = site.output("posts/atom.xml");
    assert_contains(
        &atom,
        &[
            "<published>2025-06-01T18:00:00+09:00</published>\n<updated>2025-06-02T03:00:00+09:00</updated>",
            "<updated>2025-04-01T05:00:00+09:00</updated>",
            "<updated>2025-02-03T00:00:00+09:00</updated>",
        ],
    );
    assert_contains(
        &site.output("sitemap.xml"),
        &[
            "<lastmod>2025-06-01T18:00:00Z</lastmod>",
            "<lastmod>2025-04-01T05:00:00+09:00</lastmod>",
            "<lastmod>2025-02-03</lastmod>",
        ],
    );
    assert_contains(&site.output("posts/e/index.html"), &["|2025-04-01T05:00:00+09:00"]);
}

#[test]
fn dates_in_data_follow_the_same_rule() {
    let site = SiteBuilder::bare()
        .settings("time_zone = \"America/Los_Angeles\"\n")
        .file("content/data/x.toml", "a = 2026-03-01T20:00:00\nb = 2026-03-02T04:00:00Z\nc = 2026-03-01\n")
        .file("content/data/events.toml", "[[list]]\nname = \"day\"\nstarts = 2026-01-01\n[[list]]\nname = \"time\"\nstarts = 2025-12-31T16:00:00\n")
        .file(
            "pages/page.html",
            "{% for it in [data.x.a, data.x.b] %}{{ it|timestamp }} {{ it|date(\"%d %H:%M\") }} {% endfor %}{{ data.x.c|date(\"%d\") }} {{ data.x.c|timestamp }}\
             {% for it in data.events.list|current %} {{ it.name }}{% endfor %}",
        )
        .page("index", "title = \"Home\"\n", "")
        .create();
    site.build();
    // The build is at 31 December, 16:00 in Los Angeles.
    assert_eq!(
        site.output("index.html"),
        "1772424000 01 20:00 1772424000 01 20:00 01 1772352000 time\n"
    );
}

#[test]
fn dates_of_jekyll_are_accepted_and_wrong_ones_explained() {
    let site = posts("UTC");
    for (written, expected) in [
        ("2025-03-01 09:00:00 +0900", "2025-03-01T09:00:00+09:00"),
        ("2025-03-01 09:00:00 +09:00", "2025-03-01T09:00:00+09:00"),
        ("2025-03-01 09:00:00 -0330", "2025-03-01T09:00:00-03:30"),
        ("2025-03-01 09:00:00 UTC", "2025-03-01T09:00:00Z"),
        ("2025-03-01 09:00:00", "2025-03-01T09:00:00Z"),
        ("2025-03-01 09:00", "2025-03-01T09:00:00Z"),
    ] {
        for key in ["date", "updated", "publish_at"] {
            site.write("content/posts/e.md", &format!("---\ntitle: E\n{key}: {written}\n---\nx\n"));
            site.build();
            assert_contains(&site.output("posts/e/index.html"), &[expected]);
        }
    }
    for (written, message, fix) in [
        (
            "2026-3-1",
            "`date`: `2026-3-1` is not a date: months and days have two digits",
            "write `2026-03-01`",
        ),
        ("2026-02-30", "`date`: there is no 2026-02-30: that month has 28 days", "`2026-11-21`"),
        (
            "2026-03-01 09:00:00 EST",
            "`date`: `EST` is not an offset from UTC",
            "`2026-03-01T09:00:00-05:00`",
        ),
        ("2026-03-01 24:00:00", "`date`: there is no time `24:00:00`", "from 00 to 23"),
        ("1 March 2026", "`date`: `1 March 2026` is not a date", "`2026-11-21`"),
        ("soon", "`date` has the wrong kind of value", "`2026-11-21`"),
    ] {
        site.write("content/posts/e.md", &format!("---\ntitle: E\ndate: {written}\n---\nx\n"));
        assert_contains(&site.refused(), &["C0105", "content/posts/e.md:3:7", message, fix]);
    }
}

#[test]
fn the_last_day_of_the_calendar_is_never() {
    for zone in ["UTC", "Asia/Tokyo", "America/New_York"] {
        let site = posts(zone);
        site.write("pages/page.html", "{{ page.date or 'None' }} {{ page.date|date('%Y-%m-%d') }}");
        for never in ["9999-12-31", "9999-12-31T23:59:59Z", "9999-12-31T23:59:59-05:00"] {
            write(&site, "a", &format!("date = {never}\nexpire_at = {never}"));
            site.build();
            assert_eq!(site.output("posts/a/index.html"), format!("{never} 9999-12-31\n"));
        }
        write(&site, "a", "date = 9999-12-31T23:59:59\nexpire_at = 9999-12-31");
        site.build();
        assert_contains(&site.output("posts/atom.xml"), &["<published>9999-12-31T"]);
        assert_contains(&site.output("posts/rss.xml"), &["<pubDate>Fri, 31 Dec 9999"]);
        site.same_as_clean();
    }
}

#[test]
fn a_date_in_the_future_is_reported() {
    let site = posts("UTC");
    write(&site, "a", "date = 2026-02-01");
    let message = site.build();
    assert_contains(
        &message,
        &["C0241", "content/posts/a.md:4:1", "is in the future: 2026-02-01", "use `publish_at`"],
    );
    // Every build reports it, also one that renders nothing.
    assert_contains(&site.build(), &["C0241"]);
    write(&site, "a", "date = 2025-12-01");
    assert!(!site.build().contains("C0241"));
    write(&site, "a", "date = 2026-02-01");
    site.write("site.toml", &(site.read("site.toml") + "[checks]\nfuture_dates = \"off\"\n"));
    assert!(!site.build().contains("C0241"));
    // A scheduled page is not published.
    site.write("site.toml", SETTINGS);
    write(&site, "a", "publish_at = 2026-02-01");
    assert!(!site.build().contains("C0241"));
    for front in ["publish_at = 2026-02-01", "publish_at = 2026-02-01\ndate = 2026-02-03"] {
        write(&site, "a", front);
        let shown = site.run(&["build", "--preview", "--drafts"]);
        assert!(!printed_text(&shown).contains("C0241"), "{front}");
    }
    // Published on the first, the page is dated in the future until the third.
    assert_contains(
        &printed_text(&site.run(&["build", "--preview", "--as-of", "2026-02-02"])),
        &["C0241"],
    );
}

#[test]
fn a_date_that_has_come_is_no_longer_in_the_future_though_nothing_changed() {
    let site = posts("UTC");
    write(&site, "a", "date = 2026-02-01");
    write(&site, "b", "publish_at = 2026-02-01\ndate = 2026-02-03");
    // `day` is the number of days after the first of January.
    let reported = |flags: &[&str], day: i64| {
        let now = 1_767_225_600 + day * 24 * 60 * 60;
        let output = site.run_at(&[&["build", "--preview"], flags].concat(), now);
        assert!(output.status.success(), "{}", printed_text(&output));
        printed_text(&output).matches("C0241").count()
    };
    for (day, count) in [(30, 1), (31, 1), (32, 1), (33, 0)] {
        assert_eq!(reported(&[], day), count, "{day}");
    }
    // Drafts show the scheduled page before its time, and change nothing on the day when it is published.
    for (day, count) in [(30, 1), (32, 1), (33, 0)] {
        assert_eq!(reported(&["--drafts"], day), count, "{day}");
    }
    assert_eq!(reported(&[], 30), 1);
}

#[test]
fn dates_have_the_pattern_of_the_language() {
    let site = SiteBuilder::bare()
        .file("content/data/x.toml", "d = 2026-03-05\n")
        .file("pages/page.html", "{{ data.x.d|date }}|{{ data.x.d|date(format=\"%B %Y\") }}|{{ data.x.d|date(\"%-d %B\") }}")
        .page("index", "title = \"Home\"\n", "")
        .create();
    for (language, expected) in [
        ("de", "5. März 2026|März 2026|5 März"),
        ("ja", "2026年3月5日|3月 2026|5 3月"),
        ("zh-Hans", "2026年3月5日|三月 2026|5 三月"),
        ("ko", "2026년 3월 5일|3월 2026|5 3월"),
        ("fi", "5. maaliskuuta 2026|maaliskuu 2026|5 maaliskuuta"),
        ("cs", "5. března 2026|březen 2026|5 března"),
        ("pt-BR", "5 de março de 2026|março 2026|5 março"),
        ("es", "5 de marzo de 2026|marzo 2026|5 marzo"),
        ("ru", "5 марта 2026 г.|март 2026|5 марта"),
        ("pl", "5 marca 2026|marzec 2026|5 marca"),
        ("en", "March 5, 2026|March 2026|5 March"),
        ("en-GB", "5 March 2026|March 2026|5 March"),
    ] {
        site.write("site.toml", &format!("{SETTINGS}language = \"{language}\"\n"));
        site.build();
        // The CLDR has a narrow space that does not break before `г.`.
        let shown = site.output("index.html").replace('\u{202f}', " ");
        assert_eq!(shown.trim_end(), expected, "{language}");
    }
    site.write("site.toml", &format!("{SETTINGS}language = \"en-GB\"\n"));
    site.write(
        "pages/page.html",
        "{{ data.x.d|date(language=\"de\") }}|{{ data.x.d|date(\"year_month\", language=\"ja\") }}|{{ data.x.d|date(\"short\") }}|{{ data.x.d|date(\"full\") }}",
    );
    site.build();
    assert_eq!(
        site.output("index.html"),
        "5. März 2026|2026年3月|05/03/2026|Thursday, 5 March 2026\n"
    );
    site.write("pages/page.html", "{{ data.x.d|date(language=\"tlh\") }}");
    assert_diagnostics!(site.refused());
    site.write("pages/page.html", "{{ data.x.d|date(\"%Y-%m-%d\", language=\"tlh\") }}");
    site.build();
}
