//! The shortcodes `figure`, `youtube` and `vimeo`.

use crate::common::{Site, SiteBuilder, assert_contains};

const VIDEO: &str = "{{ youtube(\"a-B_1\", \"A <walk>\", poster=\"pic.svg\", start=30) }}\n\n{{ vimeo(12, title=\"Film\") }}\n";

/// A site with a text beside an image.
fn site(text: &str) -> Site {
    SiteBuilder::new()
        .file("pages/shell.html", "<head>{{ head }}</head><main id='main'>{{ main }}</main>")
        .file("content/posts/a/pic.svg", "<svg viewBox=\"0 0 3 4\">")
        .page("posts/a/index", "title = \"A\"\n", text)
        .create()
}

#[test]
fn a_figure_has_a_caption_and_the_dimensions_of_its_image() {
    let site = site(
        "{{ figure(\"pic.svg\", \"A & b\", caption=\"See *this*\", class=\"wide\") }}\n\n{{ figure(src=\"/posts/a/pic.svg\", alt=\"\", loading=\"eager\", link=\"../../index.md\") }}\n",
    );
    site.build();
    let expected = [
        "<main id='main'><figure class=\"wide\"><img src=\"/posts/a/pic.svg\" alt=\"A &amp; b\" width=\"3\" height=\"4\" loading=\"lazy\" decoding=\"async\">\
         <figcaption>See <em>this</em></figcaption></figure>\n<figure><a href=\"/\"><img src=\"/posts/a/pic.svg\" alt=\"\" width=\"3\" height=\"4\" decoding=\"async\"></a></figure>",
    ];
    assert_contains(&site.output("posts/a/index.html"), &expected);
    site.write(
        "content/posts/a/index.md",
        "+++\ntitle = \"A\"\n+++\n{{ figure(\"pic.svg\") }} {{ figure(\"no.svg\", \"x\") }}\n",
    );
    assert_contains(
        &site.refused(),
        &["C0405", "content/posts/a/index.md:4:1", "needs a text alternative"],
    );
    site.write(
        "content/posts/a/index.md",
        "+++\ntitle = \"A\"\n+++\n{{ figure(\"no.svg\", \"x\") }}\n",
    );
    assert_contains(&site.refused(), &["C0204", "content/posts/a/index.md:4:1", "/posts/a/no.svg"]);
}

#[test]
fn videos_are_links_and_their_hosts_are_in_the_policy_of_sites_that_enable_them() {
    let site = site(VIDEO);
    site.append("site.toml", "[embeds]\nyoutube = true\nvimeo = true\n");
    site.build();
    let html = site.output("posts/a/index.html");
    let expected = [
        "<div class=\"embed embed-youtube\"><a class=\"embed-link\" href=\"https://www.youtube.com/watch?v=a-B_1&amp;t=30\" \
         data-embed=\"https://www.youtube-nocookie.com/embed/a-B_1?autoplay=1&amp;start=30\" data-title=\"A &lt;walk&gt;\">\
         <img src=\"/posts/a/pic.svg\" alt=\"\" width=\"3\" height=\"4\" loading=\"lazy\" decoding=\"async\">\
         <span class=\"embed-label\">Play video: A &lt;walk&gt;</span></a></div>\n\
         <div class=\"embed embed-vimeo\"><a class=\"embed-link\" href=\"https://vimeo.com/12\" data-embed=\"https://player.vimeo.com/video/12?autoplay=1&amp;dnt=1\"",
    ];
    assert_contains(&html, &expected);
    let script = html.split("src=\"/assets/embed-").nth(1).expect("the page loads the script");
    assert!(site.has(&format!("assets/embed-{}", script.split('"').next().unwrap())));
    let policy = "frame-src 'self' https://www.youtube-nocookie.com https://player.vimeo.com;";
    assert_contains(&site.output("_headers"), &[policy]);
    site.write("site.toml", &site.read("site.toml").replace("vimeo = true\n", ""));
    assert_contains(&site.refused(), &["C0405", "content/posts/a/index.md:6:1", "vimeo = true"]);
    site.write("content/posts/a/index.md", "+++\ntitle = \"A\"\n+++\nText.\n");
    site.build();
    assert_contains(
        &site.output("_headers"),
        &["frame-src 'self' https://www.youtube-nocookie.com;"],
    );
    site.same_as_clean();
}

#[test]
fn a_site_without_videos_has_no_script_for_them() {
    let site = site("Text.\n");
    site.build();
    assert!(!site.output("posts/a/index.html").contains("embed-"));
    assert!(!site.tree().keys().any(|path| path.to_string_lossy().contains("embed-")));
    assert_contains(&site.output("_headers"), &["frame-src 'self';"]);
}

#[test]
fn wrong_ids_and_missing_titles_are_errors() {
    for (call, expected) in [
        ("youtube(\"https://x.example/?v=1\", \"T\")", "what follows `v=`"),
        ("youtube(\"abc\")", "needs the title"),
        ("vimeo(\"abc\", \"T\")", "write the number"),
        ("youtub(\"abc\", \"T\")", "did you mean `youtube`?"),
    ] {
        let site = site(&format!("{{{{ {call} }}}}\n"));
        site.append("site.toml", "[embeds]\nyoutube = true\nvimeo = true\n");
        assert_contains(&site.refused(), &["content/posts/a/index.md:4:1", expected]);
    }
}

#[test]
fn the_text_of_the_link_is_in_the_language_of_the_site_or_as_site_toml_says() {
    let site = site("{{ vimeo(1, \"Film\") }}\n");
    site.append("site.toml", "language = \"pt-BR\"\n[embeds]\nvimeo = true\n");
    site.build();
    assert_contains(&site.output("posts/a/index.html"), &[">Reproduzir vídeo: Film<"]);
    site.append("site.toml", "play_label = \"Toista: {title}!\"\n");
    site.build();
    assert_contains(&site.output("posts/a/index.html"), &[">Toista: Film!<"]);
    site.same_as_clean();
}

#[test]
fn a_macro_of_the_site_replaces_a_built_in_shortcode() {
    let site = site("{{ youtube(\"x\") }}\n");
    site.write("pages/shortcodes.html", "{% macro youtube(id) %}<b>{{ id }}</b>{% endmacro %}");
    site.build();
    assert_contains(&site.output("posts/a/index.html"), &["<b>x</b>"]);
}
