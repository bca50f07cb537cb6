//! Archives: pages that list the dated pages of a section by year and by month.

use crate::common::{Site, SiteBuilder, assert_contains, assert_diagnostics};

const YEARS: &str = "[[archives]]\nroute = \"/posts/{year}/\"\n";
const MONTHS: &str =
    "[[archives]]\nroute = \"/archive/{year}/{month}/\"\nsection = \"/posts/\"\npaginate_by = 2\n";

/// A site with archives by year and by month, whose template shows everything.
fn site(settings: &str) -> SiteBuilder {
    SiteBuilder::bare()
        .settings(settings)
        .file(
            "pages/archive.html",
            "{{ page.title }} ({{ archive.year }}-{{ archive.month or 'None' }}, {{ archive.count }}, {{ paginator.current_index }}/{{ paginator.number_pagers }}):\
             {% for it in paginator.pages %} {{ it.title }}{% endfor %}",
        )
        .file(
            "pages/all.html",
            "{% for it in archives(\"/posts/\", by=\"month\") %}<a href=\"{{ it.path }}\">{{ it.name }} {{ it.count }}</a>{% endfor %}\
             {% for it in archives(\"/posts\") %}<b>{{ it.name }} {{ it.date|date(\"%Y\") }}</b>{% endfor %}",
        )
        .page("posts/index", "title = \"Posts\"\ntemplate = \"all\"\n", "")
        .page("posts/a", "title = \"A\"\ndate = 2024-12-31T23:30:00-05:00\n", "")
        .page("posts/b", "title = \"B\"\ndate = 2025-03-01\n", "")
        .page("posts/c", "title = \"C\"\ndate = 2025-03-09\n", "")
        .page("posts/d", "title = \"D\"\ndate = 2025-03-20\n", "")
        .page("posts/undated", "title = \"Undated\"\n", "")
        .page("other", "title = \"Other\"\ndate = 2025-03-20\n", "")
}

fn both() -> String {
    format!("{YEARS}{MONTHS}")
}

#[test]
fn each_year_and_month_with_pages_has_a_page() {
    let site = site(&both()).create();
    site.build();
    assert_eq!(site.output("posts/2025/index.html"), "2025 (2025-None, 4, 1/1): D C B A\n");
    assert_eq!(site.output("archive/2025/03/index.html"), "March 2025 (2025-3, 3, 1/2): D C\n");
    assert_eq!(
        site.output("archive/2025/03/page/2/index.html"),
        "March 2025 (2025-3, 3, 2/2): B\n"
    );
    // The dates of a site without a time zone are in UTC.
    assert_eq!(site.output("archive/2025/01/index.html"), "January 2025 (2025-1, 1, 1/1): A\n");
    assert!(!site.has("posts/2024/index.html") && !site.has("archive/2025/02/index.html"));
    assert_eq!(
        site.output("posts/index.html"),
        "<a href=\"/archive/2025/03/\">March 2025 3</a><a href=\"/archive/2025/01/\">January 2025 1</a><b>2025 2025</b>\n"
    );
    assert_contains(
        &site.output("sitemap.xml"),
        &["/posts/2025/<", "/archive/2025/03/<", "/archive/2025/03/page/2/<"],
    );
    site.same_as_clean();
}

#[test]
fn periods_are_in_the_time_zone_and_the_language_of_the_site() {
    let zone = "time_zone = \"America/New_York\"\nlanguage = \"de\"\n";
    let site = site(&format!("{zone}{}", both())).create();
    site.build();
    assert_eq!(site.output("posts/2024/index.html"), "2024 (2024-None, 1, 1/1): A\n");
    assert_eq!(site.output("archive/2024/12/index.html"), "Dezember 2024 (2024-12, 1, 1/1): A\n");
    assert_contains(&site.output("archive/2025/03/index.html"), &["März 2025"]);
}

#[test]
fn a_page_moves_between_periods_and_its_title_changes_in_its_own() {
    let site = site(&both()).create();
    let page = |front: &str| {
        site.write("content/posts/b.md", &format!("+++\n{front}+++\n"));
        site.build();
    };
    site.build();
    page("title = \"New\"\ndate = 2025-03-01\n");
    assert_contains(&site.output("archive/2025/03/page/2/index.html"), &["2/2): New"]);
    page("title = \"New\"\ndate = 2025-03-31\n");
    assert_contains(&site.output("archive/2025/03/index.html"), &["New D"]);
    page("title = \"New\"\ndate = 2023-02-01\n");
    assert_eq!(site.output("archive/2025/03/index.html"), "March 2025 (2025-3, 2, 1/1): D C\n");
    assert_eq!(site.output("posts/2023/index.html"), "2023 (2023-None, 1, 1/1): New\n");
    assert!(!site.has("archive/2025/03/page/2/index.html"));
    page("title = \"New\"\n");
    assert!(!site.has("posts/2023/index.html"));
    page("title = \"New\"\ndate = 2023-02-01\ndraft = true\n");
    assert!(!site.has("posts/2023/index.html"));
    site.same_as_clean();
}

#[test]
fn a_content_file_replaces_the_page_of_a_period() {
    let site = site(&both())
        .file("pages/own.html", "{{ page.body }}{{ archive.name }}{% for it in paginator.pages %} {{ it.title }}{% endfor %}")
        .file("pages/shell.html", "{{ main }}{% for it in section(\"/posts/2025/\", sort_by=\"date\") %}[{{ it.title }}]{% endfor %}")
        .page("posts/2025", "title = \"Our year\"\ntemplate = \"own\"\n", "A good year.")
        .create();
    site.build();
    assert_eq!(
        site.output("posts/2025/index.html"),
        "<p>A good year.</p>\n2025 D C B A[D][C][B][A]\n"
    );
}

#[test]
fn mistakes_in_archives_are_located() {
    let site = site(
        "[[archives]]\nroute = \"/posts/{month}/\"\n[[archives]]\nroute = \"/posts/{year}/\"\nsection = \"posts\"\n\
         [[archives]]\nroute = \"/posts/{year}/\"\n[[archives]]\nroute = \"/posts/{year}/\"\ntempalte = \"x\"\n",
    )
    .create();
    assert_diagnostics!(site.refused());
}

#[test]
fn an_archive_that_site_toml_does_not_declare_is_an_error_with_its_declaration() {
    let site: Site = site(YEARS).create();
    assert_diagnostics!(site.refused());
}
