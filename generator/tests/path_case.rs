//! Paths with dots and with capital letters: `[content] paths`, and redirects from old paths.

use crate::common::server::Server;
use crate::common::{Site, SiteBuilder, assert_contains, printed_text};

/// A site with a page bundle whose `path` has capital letters.
fn bundle() -> Site {
    let site = SiteBuilder::new()
        .page("Big/index", "title = \"Big\"\npath = \"/2025/Big-1.2/\"\n", "![A](p.svg)\n")
        .page("Big/Part", "title = \"Part\"\n", "")
        .page("Notes/Intro", "title = \"Intro\"\n", "")
        .file("content/Big/p.svg", "<svg viewBox=\"0 0 3 2\"></svg>")
        .file("content/Big/more/Q.txt", "q")
        .create();
    site.append("site.toml", "[checks]\nignored_files = \"error\"\n");
    site
}

#[test]
fn an_alias_with_a_dot_answers_with_and_without_its_last_slash() {
    let site = SiteBuilder::new()
        .page(
            "new",
            "title = \"New\"\naliases = [\"/old/1.2\", \"/old/a.html\", \"/old/x.md\"]\n",
            "",
        )
        .page("far", "title = \"Far\"\naliases = [\"/chain\"]\n", "[a](/old/1.2/) [b](/old/1.2)\n")
        .settings("[[redirects]]\nfrom = \"/first\"\nto = \"/chain\"\n")
        .create();
    site.build();
    let rules = site.output("_redirects");
    assert_contains(
        &rules,
        &[
            "/old/1.2 /new/ 301\n",
            "/old/1.2/ /new/ 301\n",
            "/old/a.html /new/ 301\n",
            "/first/ /chain/ 301\n",
            "/first /chain/ 301\n",
            "/old/x.md/ /new/ 301\n",
        ],
    );
    assert!(!rules.contains("a.html/"), "{rules}");
    let server = Server::start(&site, &["serve", "--preview", "--port", "0"]);
    for path in ["/old/1.2", "/old/1.2/"] {
        let response = server.get(path);
        assert!(
            response.starts_with("HTTP/1.1 301") && response.contains("location: /new/\r\n"),
            "{path}: {response}"
        );
    }
    for (host, lines) in [
        ("nginx", ["location = \"/old/1.2\" {", "location = \"/old/1.2/\" {"]),
        ("caddy", ["path_regexp `^/old/1\\.2$`", "path_regexp `^/old/1\\.2/$`"]),
        ("cloudfront", ["\"/old/1.2\":", "\"/old/1.2/\":"]),
    ] {
        let config = site.run(&["host-config", "--preview", host]);
        assert_contains(&printed_text(&config), &lines);
    }
    site.append("site.toml", "[output]\nredirects = [\"html\"]\n");
    site.build();
    assert!(site.has("old/1.2/index.html") && site.has("old/a.html"));
    site.same_as_clean();
}

#[test]
fn a_path_in_lower_case_is_redirected_from_its_spelling_with_its_assets() {
    let site = bundle();
    site.build();
    assert!(site.has("2025/big-1.2/index.html") && site.has("2025/big-1.2/p.svg"));
    assert!(site.has("big/part/index.html") && site.has("notes/intro/index.html"));
    assert_contains(&site.output("2025/big-1.2/index.html"), &["src=\"/2025/big-1.2/p.svg\""]);
    assert_contains(
        &site.output("_redirects"),
        &[
            "/2025/Big-1.2/ /2025/big-1.2/ 301\n",
            "/2025/Big-1.2 /2025/big-1.2/ 301\n",
            "/2025/Big-1.2/p.svg /2025/big-1.2/p.svg 301\n",
            "/2025/Big-1.2/more/Q.txt /2025/big-1.2/more/Q.txt 301\n",
            "/Big/Part/ /big/part/ 301\n",
            "/Notes/Intro/ /notes/intro/ 301\n",
        ],
    );
    // A new asset has a redirect, too.
    site.write("content/Big/r.txt", "r");
    site.build();
    assert_contains(&site.output("_redirects"), &["/2025/Big-1.2/r.txt /2025/big-1.2/r.txt 301\n"]);
    site.same_as_clean();
}

#[test]
fn html_files_cannot_redirect_by_case_which_is_reported_once() {
    let site = bundle();
    site.append("site.toml", "[output]\nredirects = [\"html\"]\n");
    let report = site.build();
    assert_contains(
        &report,
        &[
            "warning[C0208]: 5 paths with capital letters are not redirected to the same path in lower case: `/2025/Big-1.2/`, \
             `/2025/Big-1.2/more/Q.txt`, `/2025/Big-1.2/p.svg` and others",
            "`[content] paths = \"keep\"`",
        ],
    );
    assert_eq!(report.matches("C0208").count(), 1, "{report}");
    site.append("site.toml", "[content]\npaths = \"keep\"\n");
    assert!(!site.build().contains("C0208"));
    site.same_as_clean();
}

#[test]
fn paths_keep_their_capital_letters_on_request() {
    let site = bundle();
    site.append("site.toml", "[content]\npaths = \"keep\"\n");
    site.build();
    for file in ["2025/Big-1.2/index.html", "2025/Big-1.2/p.svg", "Big/Part/index.html"] {
        assert!(site.has(file), "{file}");
    }
    assert!(!site.has("_redirects"));
    site.write("content/home.md", "+++\ntitle = \"H\"\n+++\n[a](Big/Part.md) [b](/Notes/Intro/)\n");
    site.build();
    assert_contains(
        &site.output("home/index.html"),
        &["href=\"/Big/Part/\"", "href=\"/Notes/Intro/\""],
    );
    site.same_as_clean();
    // Two such paths would be one file on some systems.
    site.write("content/big/part.md", "+++\ntitle = \"Other\"\n+++\n");
    assert_contains(&site.refused(), &["C0203", "differ only in upper and lower case"]);
    site.write("site.toml", &site.read("site.toml").replace("keep", "Keep"));
    assert_contains(&site.refused(), &["C0009", "did you mean `keep`?"]);
}
