//! `[markdown] math`: formulas of LaTeX as `MathML`.

use crate::common::{SETTINGS, Site, SiteBuilder, assert_contains, printed_text};

#[cfg(not(feature = "math"))]
#[test]
fn math_without_its_cargo_feature_is_an_error_that_names_the_feature() {
    let site = Site::new(&format!("{SETTINGS}[markdown]\nmath = true\n"));
    let expected =
        ["site.toml:3:1", "built without `math`", "cargo install --path generator --features math"];
    assert_contains(&site.refused(), &expected);
    let output = site.run(&["math-css"]);
    assert_eq!(output.status.code(), Some(2));
    assert_contains(&printed_text(&output), &["built without `math`"]);
}

#[test]
fn without_the_setting_formulas_are_text_and_reported() {
    let site = SiteBuilder::bare().page("index", "title = \"Home\"\n", "For $x^2$.\n").create();
    assert_contains(&site.build(), &["C0223", "content/index.md:4:5", "`[markdown] math = true`"]);
    assert_eq!(site.output("index.html").trim(), "<p>For $x^2$.</p>");
    assert!(SETTINGS.lines().all(|line| !line.contains("math")));
}

#[cfg(feature = "math")]
mod with_the_feature {
    use super::{Site, SiteBuilder, assert_contains, printed_text};

    /// A site with formulas in this text.
    fn site(text: &str) -> Site {
        SiteBuilder::bare()
            .settings("[markdown]\nmath = true\n")
            .file("pages/page.html", "{{ page.body }}")
            .page("index", "title = \"Home\"\n", text)
            .create()
    }

    #[test]
    fn formulas_in_lines_on_their_own_and_in_code_blocks_become_mathml() {
        let site = site(
            "For $x^2$ and\n\n$$\n\\frac{1}{2}\n$$\n\n```math\n\\begin{aligned} a &= b \\end{aligned}\n```\n\n> $$\n> x < y\n> $$\n",
        );
        let text = site.build();
        assert!(!text.contains("warning"), "{text}");
        assert_eq!(
            site.output("index.html").trim(),
            "<p>For <math><msup><mi>x</mi><mn>2</mn></msup></math> and</p>\n\
             <p><math display=\"block\"><mfrac><mn>1</mn><mn>2</mn></mfrac></math></p>\n\
             <math display=\"block\"><mtable displaystyle=\"true\" scriptlevel=\"0\"><mtr><mtd class=\"math-right math-no-right\"><mi>a</mi></mtd>\
             <mtd class=\"math-left math-no-left\"><mo>=</mo><mi>b</mi></mtd></mtr></mtable></math>\n\
             <blockquote>\n<p><math display=\"block\"><mi>x</mi><mo>&lt;</mo><mi>y</mi></math></p>\n</blockquote>"
        );
    }

    #[test]
    fn amounts_escapes_and_code_are_no_formulas() {
        let text = "It costs $5 and $10, $5-$10, US$5$ or \\$x\\$, `$x$`, $ x $ and $20.\n\n```\n$x$\n```\n";
        let site = site(text);
        let printed = site.build();
        assert!(!printed.contains("warning"), "{printed}");
        assert_eq!(
            site.output("index.html").trim(),
            "<p>It costs $5 and $10, $5-$10, US$5$ or $x$, <code>$x$</code>, $ x $ and $20.</p>\n<pre><code>$x$\n</code></pre>"
        );
    }

    #[test]
    fn braces_in_formulas_call_no_shortcode() {
        let site = site("$x^{{2}}$ and $\\frac{{{1}}}{2}$\n");
        let text = site.build();
        assert!(!text.contains("warning"), "{text}");
        assert_contains(&site.output("index.html"), &["<mfrac>", "<msup><mi>x</mi><mn>2</mn>"]);
    }

    #[test]
    fn titles_headings_summaries_and_feeds_have_formulas() {
        let site = SiteBuilder::bare()
            .settings("[markdown]\nmath = true\n[[feeds]]\npath = \"/feed.xml\"\nsection = \"/\"\nformat = \"atom\"\ncontent = \"full\"\n")
            .file("pages/shell.html", "{{ head }}{{ main }}")
            .file("pages/page.html", "{{ page.body }}{% for it in page.toc %}{{ it.text }} {{ it.id }};{% endfor %}{{ page.summary|markdown }}{{ page.extra.note|default(\"\")|markdown }}")
            .file(
                "content/euler.md",
                "+++\ndate = 2025-01-01\n[extra]\nnote = \"See $a_1$.\"\n+++\n# On $e^x$\n\nThe $n$th.\n\n<!-- more -->\n\n## Case $n=0$\n",
            )
            .page("index", "title = \"Home\"\n", "")
            .create();
        let text = site.build();
        assert!(!text.contains("warning"), "{text}");
        let page = site.output("euler/index.html");
        assert_contains(
            &page,
            &[
                "<title>On e^x</title>",
                "<h2 id=\"case-n-0\">",
                "Case <math><mi>n</mi><mo>=</mo><mn>0</mn></math></h2>",
                "Case n=0 case-n-0;",
                "<msub><mi>a</mi><mn>1</mn></msub>",
            ],
        );
        assert_eq!(page.matches("The <math><mi>n</mi></math>th.").count(), 2, "{page}");
        assert_contains(&site.output("feed.xml"), &["&lt;math&gt;&lt;mi&gt;n&lt;/mi&gt;"]);
        site.same_as_clean();
    }

    #[test]
    fn an_invalid_formula_is_an_error_at_its_command() {
        let site = site("Fine.\n\nThen $1 + \\foo{2}$, and\n\n$$\n\\sqrt\n$$\n");
        assert_contains(
            &site.refused(),
            &["C0231", "content/index.md:6:11", "Unknown command `\\foo`", "content/index.md:9:6"],
        );
        // With other braces, it is no formula.
        site.write("content/index.md", "+++\ntitle = \"Home\"\n+++\nThe $\\frac{1$ here\n");
        assert_contains(&site.build(), &["C0223", "content/index.md:4:5", "as many `{` as `}`"]);
        site.write("content/index.md", "+++\ntitle = \"Home\"\n+++\n$\\href{/x}{y}$\n");
        assert_contains(&site.refused(), &["C0231", "content/index.md:4:2", "`\\href`"]);
        site.write("content/index.md", "+++\ntitle = \"Home\"\n+++\nx\n");
        site.write("pages/page.html", "{{ \"$\\\\foo$\"|markdown }}");
        assert_contains(&site.refused(), &["pages/page.html:1", "Unknown command `\\foo`"]);
    }

    #[test]
    fn an_error_names_what_to_write_instead() {
        let site = site("$$\n\\begin{split} a &= b \\end{split}\n$$\n\n$\\text{if $x$ then}$\n");
        assert_contains(
            &site.refused(),
            &[
                "content/index.md:5:7",
                "Unknown environment `split`; write `aligned`",
                "content/index.md:8:11",
                "A formula in `\\text` would be shown as text",
            ],
        );
        site.write(
            "content/index.md",
            "+++\ntitle = \"Home\"\n+++\n$\\sum_{\\substack{i\\\\j}}$\n",
        );
        site.build();
    }

    #[test]
    fn formulas_need_no_inline_style_and_have_a_style_sheet() {
        let site = site("$\\textcolor{red}{x} \\! \\cancel{y}$\n");
        let text = site.build();
        assert!(!text.contains("C0213"), "{text}");
        assert_contains(&site.output("index.html"), &["mathcolor=\"#"]);
        let css = printed_text(&site.run(&["math-css"]));
        assert_contains(&css, &[".math-right { text-align: right;"]);
    }
}
