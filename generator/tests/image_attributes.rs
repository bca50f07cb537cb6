//! Dimensions and alternative texts of images in a text.

use crate::common::{SiteBuilder, assert_contains};

#[test]
fn an_image_has_dimensions_and_a_missing_alt_text_is_a_warning() {
    let site = SiteBuilder::bare()
        .file("static/images/a.svg", "<svg viewBox=\"0 0 30 20\"></svg>")
        .page("a", "title = \"A\"\n", "![dice](/images/a.svg)\n\n![](/images/a.svg)\n\n<img src=\"/images/a.svg\" alt=\"\">\n")
        .file("pages/page.html", "{{ image_size(\"/images/a.svg\").width }} {{ page.body }}")
        .create();
    // Every build reports the warning, even if it does not render the page.
    for other in ["", "## Other", "## Others"] {
        site.write("content/b.md", &format!("+++\ntitle = \"B\"\n+++\n{other}\n"));
        for message in [site.build(), site.build()] {
            assert_contains(&message, &["C0210", "content/a.md:6:1"]);
            assert_eq!(message.matches("C0210").count(), 1, "{message}");
        }
    }
    assert_contains(
        &site.output("a/index.html"),
        &["30 <p><img src=\"/images/a.svg\" alt=\"dice\" width=\"30\" height=\"20\""],
    );

    site.write("static/images/a.svg", "<svg viewBox=\"0 0 60 20\"></svg>");
    site.build();
    assert_contains(&site.output("a/index.html"), &["60 <p><img", "width=\"60\""]);
    site.same_as_clean();

    site.remove("static/images/a.svg");
    let message = site.refused();
    assert!(
        message.contains("/images/a.svg does not exist") || message.contains("there is no image"),
        "{message}"
    );
}
