//! `croupier new SECTION TITLE`: content files from archetypes.

use crate::common::{Site, SiteBuilder, assert_contains, printed_text};

fn site() -> SiteBuilder {
    SiteBuilder::new()
        .page("posts/index", "title = \"Posts\"\n", "")
        .file("content/docs/index.md", "---\ntitle: Docs\n---\n")
        .file("content/docs/guides/index.md", "---\ntitle: Guides\n---\n")
        .file("content/data/menu.toml", "")
}

/// Creates a page and returns its text.
fn create(site: &Site, arguments: &[&str], file: &str) -> String {
    let output = site.run(&[&["new"], arguments].concat());
    assert!(output.status.success(), "{}", printed_text(&output));
    let text = site.read(file);
    let note = ", a draft: croupier dev --drafts shows it";
    let note = if text.contains("draft") { note } else { "" };
    assert_eq!(printed_text(&output), format!("created {file}{note}\n"));
    text
}

/// Returns the message of a refused command, which changed no file.
fn refused(site: &Site, arguments: &[&str]) -> String {
    let before = crate::common::tree(site.root());
    let output = site.run(&[&["new"], arguments].concat());
    assert_eq!(output.status.code(), Some(2), "{}", printed_text(&output));
    assert_eq!(crate::common::tree(site.root()), before);
    printed_text(&output)
}

#[test]
fn a_page_is_created_in_the_language_of_its_section_and_is_a_valid_draft() {
    let site = site().create();
    assert_eq!(
        create(
            &site,
            &["posts", "The \"best\" C:\\ path: é"],
            "content/posts/the-best-c-path-é.md"
        ),
        "+++\ntitle = \"The \\\"best\\\" C:\\\\ path: é\"\ndate = 2026-01-01\ndraft = true\n+++\n\n"
    );
    assert_eq!(
        create(&site, &["docs/guides", "First: steps"], "content/docs/guides/first-steps.md"),
        "---\ntitle: \"First: steps\"\ndate: 2026-01-01\ndraft: true\n---\n\n"
    );
    create(&site, &["/", "About us"], "content/about-us.md");
    create(&site, &["content/docs/", "Start"], "content/docs/start.md");
    // A section in the singular, and a page with a folder of its own.
    create(&site, &["post", "With pictures", "--bundle"], "content/posts/with-pictures/index.md");
    let output = site.run(&["build", "--preview", "--drafts"]);
    assert!(output.status.success(), "{}", printed_text(&output));
    for file in
        ["posts/the-best-c-path-é", "docs/guides/first-steps", "about-us", "posts/with-pictures"]
    {
        assert!(site.has(&format!("{file}/index.html")), "{file}");
    }
}

#[test]
fn the_archetype_of_the_nearest_section_is_filled_in() {
    let site = site()
        .settings("time_zone = \"Asia/Tokyo\"\n")
        .file(
            "archetypes/docs.md",
            "---\ntitle: \"{{title}}\"\nextra: { slug: \"{{ slug }}\", at: {{ datetime }} }\n---\n# {{ title }}\n{{ note(\"{{ x }}\") }} in {{ section }}\n",
        )
        .file("archetypes/default.md", "+++\ntitle = \"{{ title }}\"\n+++\nDefault\n")
        .file("archetypes/recipes.md", "No front matter: {{ title }}, {{ date }}")
        .create();
    assert_eq!(
        create(&site, &["docs/guides", "A & \"B\""], "content/docs/guides/a-b.md"),
        "---\ntitle: \"A & \\\"B\\\"\"\nextra: { slug: \"a-b\", at: 2026-01-01T09:00:00+09:00 }\n---\n# A & \"B\"\n{{ note(\"{{ x }}\") }} in docs/guides\n"
    );
    assert_contains(&create(&site, &["posts", "New"], "content/posts/new.md"), &["Default"]);
    // An archetype declares a section that has no page yet.
    assert_eq!(
        create(&site, &["recipes", "Soup"], "content/recipes/soup.md"),
        "No front matter: Soup, 2026-01-01"
    );
}

#[test]
fn an_existing_page_and_an_unknown_section_are_refused() {
    let site = site()
        .page("posts/one", "title = \"One\"\n", "")
        .page("posts/two/index", "title = \"Two\"\n", "")
        .create();
    for (arguments, expected) in [
        (&["posts", "One"][..], &["content/posts/one.md exists already"][..]),
        (&["posts", "one", "--bundle"], &["content/posts/one.md exists already"]),
        (&["posts", "Two"], &["content/posts/two/index.md exists already"]),
        (&["psots", "One"], &["no section `psots`", "did you mean `posts`?"]),
        (
            &["news", "One"],
            &["the sections are docs, docs/guides, posts", "create the folder content/news first"],
        ),
        (&["data", "One"], &["no section `data`"]),
        (&["../posts", "One"], &["no section `../posts`"]),
        (&["posts", "?!"], &["the title `?!` has no letters or digits"]),
        (&["posts", "One", "--template", "blog"], &["cannot be used with"]),
        (&["posts", "--bundle"], &["croupier new posts \"Title\""]),
        (
            &["posts", "Index"],
            &["the page of the section", "croupier new posts/the-index.md Index"],
        ),
        (&["post"], &["croupier new posts \"Title\""]),
        (&["/", "--bundle"], &["croupier new / \"Title\""]),
        (&["psots"], &["did you mean `posts`?", "croupier new psots.md"]),
        (&["news/one.md"], &["no section `news`"]),
        (&["/news/one.md"], &["no section `news`"]),
        (&["../one.md"], &["no section `..`"]),
        (&["posts/one.md"], &["content/posts/one.md exists already"]),
        (&["posts/one"], &["content/posts/one.md exists already"]),
        (&["posts/two.md"], &["content/posts/two/index.md exists already"]),
    ] {
        assert_contains(&refused(&site, arguments), expected);
    }
    site.write("archetypes/posts.md", "+++\ntitle = \"{{ title }}\"\n");
    assert_contains(&refused(&site, &["posts", "Three"]), &["archetypes/posts.md is not closed"]);
}

#[test]
fn a_file_and_the_name_of_a_page_are_accepted_with_and_without_a_title() {
    let site = site().create();
    let in_site = site.root().canonicalize().unwrap().join("content/posts/absolute.md");
    let in_site = in_site.to_string_lossy().into_owned();
    for (arguments, file, title) in [
        (&["posts/my-first_post.md"][..], "content/posts/my-first_post.md", "My first post"),
        (&["content/posts/other.md", "A title"], "content/posts/other.md", "A title"),
        (&["docs/guides/setup"], "content/docs/guides/setup.md", "Setup"),
        (&["about"], "content/about.md", "About"),
        (&["contact", "Contact"], "content/contact.md", "Contact"),
        (&["imprint.md", "Who we are"], "content/imprint.md", "Who we are"),
        (&["./terms.md"], "content/terms.md", "Terms"),
        (&[".", "Dot"], "content/dot.md", "Dot"),
        (&["/team.md"], "content/team.md", "Team"),
        (&["/posts/slash.md"], "content/posts/slash.md", "Slash"),
        (&["capitals.MD"], "content/capitals.md", "Capitals"),
        (&["posts/folder.Md", "--bundle"], "content/posts/folder/index.md", "Folder"),
        (&[&in_site], "content/posts/absolute.md", "Absolute"),
        (&["posts/album", "--bundle"], "content/posts/album/index.md", "Album"),
    ] {
        let text = create(&site, arguments, file);
        assert_contains(&text, &[&format!("\"{title}\""), "draft"]);
    }
    let output = site.run(&["build", "--preview", "-D"]);
    assert!(output.status.success(), "{}", printed_text(&output));
    assert!(site.has("docs/guides/setup/index.html"));
}

#[test]
fn a_folder_inside_of_a_site_is_a_new_site_only_with_a_template() {
    let site = site().create();
    site.write("other/note.txt", "");
    for arguments in [&["other"][..], &["site", "--name", "Another"], &["site", "--ci", "none"]] {
        assert_contains(&refused(&site, arguments), &["is a site already", "--template plain"]);
    }
    std::fs::remove_dir_all(site.root().join("other")).unwrap();
    let output = site.run(&["new", "other", "--template", "plain"]);
    assert!(output.status.success(), "{}", printed_text(&output));
    assert_contains(&site.read("other/site.toml"), &["My site"]);
    // Outside of a site, a title is a part of a name without quotes.
    let folder = tempfile::TempDir::new().unwrap();
    let nowhere = folder.path().to_string_lossy().into_owned();
    assert_contains(
        &refused(&site, &["my", "site", "--root", &nowhere]),
        &["there is no site.toml", "croupier new 'my site'"],
    );
}
