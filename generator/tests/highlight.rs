//! `[markdown] highlight`: code blocks with classes for tokens, titles, numbers and marked lines.

#[cfg(not(feature = "highlight"))]
#[test]
fn highlight_without_its_cargo_feature_is_an_error_that_names_the_feature() {
    use crate::common::{SETTINGS, Site, assert_contains, printed_text};
    let site = Site::new(&format!("{SETTINGS}[markdown]\nhighlight = true\n"));
    let expected = [
        "site.toml:3:1",
        "built without `highlight`",
        "cargo install --path generator --features highlight",
    ];
    assert_contains(&site.refused(), &expected);
    let output = site.run(&["highlight-css"]);
    assert_eq!(output.status.code(), Some(2));
    assert_contains(&printed_text(&output), &["built without `highlight`"]);
}

#[cfg(feature = "highlight")]
mod with_the_feature {
    use crate::common::{Site, SiteBuilder, assert_contains, printed_text};

    const RUST: &str = "```rs\nlet a = \"<b>\";\n```\n";

    /// A site that highlights the code of a text.
    fn site(text: &str) -> Site {
        SiteBuilder::new()
            .settings("[markdown]\nhighlight = true\nattributes = true\n")
            .file("pages/list.html", "<h1>{{ page.title }}</h1>{% for it in children(page.path) %}{{ it.summary|markdown(html=true) }}{% endfor %}")
            .file("content/index.md", "+++\ntitle = \"Home\"\ntemplate = \"list\"\n+++\n")
            .page("code", "title = \"Code\"\n", text)
            .create()
    }

    #[test]
    fn tokens_have_classes_on_the_page_and_in_summaries() {
        let site = site(&format!("{RUST}\n<!-- more -->\n\n    indented\n"));
        site.build();
        let html = "<pre class=\"highlight\" tabindex=\"0\"><code class=\"language-rs\"><span class=\"hl-keyword\">let</span>";
        for file in ["code/index.html", "index.html"] {
            assert_contains(&site.output(file), &[html, "&lt;b&gt;"]);
        }
        assert_contains(
            &site.output("code/index.html"),
            &["<pre class=\"highlight\" tabindex=\"0\"><code>indented\n</code></pre>"],
        );
    }

    #[test]
    fn without_the_setting_code_has_no_classes() {
        let site = site(RUST);
        site.build();
        site.write("site.toml", &site.read("site.toml").replace("highlight = true\n", ""));
        site.build();
        let html = "<pre><code class=\"language-rs\">let a = \"&lt;b&gt;\";\n</code></pre>";
        assert_contains(&site.output("code/index.html"), &[html]);
        site.same_as_clean();
    }

    #[test]
    fn blocks_have_titles_numbers_marked_lines_and_attributes() {
        let site = site(
            "```text {2} title=\"src/a & b.txt\" linenos linenostart=9 ins=3 del={4}\none\ntwo\nthree\nfour\n```\n{.wide #example}\n",
        );
        let printed = site.build();
        assert!(!printed.contains("C0223"), "{printed}");
        let html = "<figure class=\"code-block\">\n<figcaption>src/a &amp; b.txt</figcaption>\n\
            <pre class=\"wide highlight\" id=\"example\" tabindex=\"0\"><code class=\"language-text\">\
            <span class=\"code-line\" data-line=\"9\">one\n</span>\
            <mark class=\"code-line\" data-line=\"10\">two\n</mark>\
            <ins class=\"code-line\" data-line=\"11\">three\n</ins>\
            <del class=\"code-line\" data-line=\"12\">four\n</del></code></pre>\n</figure>";
        assert_contains(&site.output("code/index.html"), &[html]);
    }

    #[test]
    fn unknown_languages_and_words_are_reported_once_each_with_a_suggestion() {
        let site =
            site("One.\n\n``` rustt\na\n```\n\n```klingonese\nb\n```\n\n```js copy\nc\n```\n");
        let printed = site.build();
        assert_contains(
            &printed,
            &[
                "C0225",
                "content/code.md:6:5",
                "did you mean `rust`?",
                "content/code.md:10:4",
                "write `text` for code without a language, or name a similar language",
                "C0223",
                "content/code.md:14:1",
            ],
        );
        assert_eq!(printed.matches("C0225").count(), 2, "{printed}");
        assert_contains(
            &site.output("code/index.html"),
            &["<code class=\"language-klingonese\">b\n"],
        );
    }

    #[test]
    fn languages_that_other_generators_know_are_highlighted() {
        let names = [
            "sh",
            "js",
            "ts",
            "jsonc",
            "svelte",
            "vue",
            "swift",
            "dart",
            "elixir",
            "haskell",
            "zig",
            "terraform",
            "make",
            "powershell",
            "proto",
            "C#",
            "C++",
            "YML",
        ];
        let blocks =
            names.map(|name| format!("```{name}\nif \"a\" 1 // b # c\n<b class=\"d\">\n```\n"));
        let site = site(&blocks.join("\n"));
        let printed = site.build();
        assert!(!printed.contains("C0225"), "{printed}");
        let html = site.output("code/index.html");
        for block in html.split("<pre").skip(1) {
            assert!(block.contains("<span class=\"hl-"), "{block}");
        }
    }

    #[test]
    fn a_session_has_commands_and_output_with_crlf_and_marked_lines() {
        let site = site("```console {2} linenos\r\n$ ls \"a\"\r\nif \"b\"\r\n```\r\n");
        site.build();
        let html = site.output("code/index.html");
        assert_contains(
            &html,
            &[
                "<span class=\"hl-punctuation\">$</span> <span class=\"hl-function\">ls</span>",
                "<span class=\"hl-string\">\"a\"</span>",
                "data-line=\"2\">if \"b\"",
            ],
        );
    }

    #[test]
    fn a_language_is_highlighted_as_its_alias() {
        let site = site("```Astro title=\"a\"\n<a href=\"/\">x</a>\n```\n\n```tree\n<b>\n```\n");
        let settings = site.read("site.toml");
        let aliases = |html: &str| {
            format!(
                "{settings}\n[markdown.language_aliases]\nastro = \"{html}\"\ntree = \"text\"\n"
            )
        };
        site.write("site.toml", &aliases("html"));
        let printed = site.build();
        assert!(!printed.contains("C0225"), "{printed}");
        assert_contains(
            &site.output("code/index.html"),
            &[
                "<code class=\"language-Astro\"><span class=\"hl-punctuation\">&lt;</span>",
                "<code class=\"language-tree\">&lt;b&gt;\n</code>",
            ],
        );
        site.write("site.toml", &aliases("text"));
        site.build();
        let plain = "<code class=\"language-Astro\">&lt;a href=&quot;/&quot;&gt;x";
        assert_contains(&site.output("code/index.html"), &[plain]);
        site.write("site.toml", &aliases("astro"));
        assert_contains(&site.build(), &["C0225"]);
    }

    #[test]
    fn a_language_with_an_entity_is_reported_in_its_line() {
        let site = site("```&eacute;&eacute;\néé\n```\n");
        assert_contains(&site.build(), &["C0225", "content/code.md:4:1"]);
    }

    #[test]
    fn plain_code_is_not_reported() {
        let blocks = ["", "text", "txt", "plaintext", "none", "output", "TEXT"]
            .map(|language| format!("```{language}\n<a>\n```\n"));
        let site = site(&blocks.join("\n"));
        let printed = site.build();
        assert!(!printed.contains("C022"), "{printed}");
        assert_eq!(site.output("code/index.html").matches(">&lt;a&gt;\n</code>").count(), 7);
    }

    #[test]
    fn an_edit_of_code_changes_its_page_as_a_clean_build_does() {
        let site = site(RUST);
        site.build();
        site.write("content/code.md", &site.read("content/code.md").replace("let", "const"));
        site.build();
        assert_contains(&site.output("code/index.html"), &[">const</span>"]);
        site.same_as_clean();
    }

    #[test]
    fn the_style_sheet_has_the_chosen_themes() {
        let site = site(RUST);
        let css = printed_text(&site.run(&["highlight-css", "--dark", "dracula"]));
        assert_contains(
            &css,
            &[".highlight {", ".hl-keyword {", "@media (prefers-color-scheme: dark) {"],
        );
        let names = printed_text(&site.run(&["highlight-css", "--list"]));
        assert_contains(&names, &["dracula\n", "github-light\n"]);
        let output = site.run(&["highlight-css", "--light", "github-ligt"]);
        assert_eq!(output.status.code(), Some(2));
        assert_contains(
            &printed_text(&output),
            &["no theme `github-ligt`", "did you mean `github-light`?"],
        );
    }

    #[test]
    fn a_build_without_the_other_caches_highlights_nothing_again() {
        let site = site(RUST);
        let cached = || {
            let files = std::fs::read_dir(site.root().join(".croupier/highlight")).unwrap();
            files.map(|it| it.unwrap().path()).collect::<Vec<_>>()
        };
        site.build();
        let (before, tree) = (cached(), site.tree());
        assert_eq!(before.len(), 1);
        // Each new block would make a new file. Verification compares cached blocks with new ones.
        for folder in ["cache", "preview"] {
            std::fs::remove_dir_all(site.root().join(".croupier").join(folder)).unwrap();
        }
        site.write("pages/page.html", "<p>New</p>{{ page.body }}");
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_croupier"))
            .args(["build", "--preview"])
            .current_dir(site.root())
            .env("CROUPIER_VERIFY", "1")
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", printed_text(&output));
        assert_eq!(cached(), before);
        // A damaged cache is ignored.
        std::fs::write(&before[0], "damaged").unwrap();
        site.write("pages/page.html", "<p>Newer</p>{{ page.body }}");
        site.build();
        site.write("pages/page.html", "{{ page.body }}");
        std::fs::remove_dir_all(site.root().join(".croupier/highlight")).unwrap();
        site.build();
        site.same_as_clean();
        assert_eq!(site.tree().len(), tree.len());
    }
}
