//! `extra.schema.json` in folders of content/: which pages it describes, where violations are reported, and the schema for editors.

use serde_json::Value;

use crate::common::{Site, SiteBuilder, assert_contains, assert_diagnostics, printed_text};

const SCHEMA: &str = r##"{
  "type": "object",
  "required": ["author"],
  "additionalProperties": false,
  "properties": {
    "author": { "$ref": "#/$defs/name" },
    "rating": { "type": "integer", "maximum": 5 },
    "seen": { "type": "string", "format": "date" },
    "links": { "type": "array", "items": { "type": "string", "pattern": "^/" } }
  },
  "$defs": { "name": { "type": "string", "minLength": 2 } }
}
"##;

/// A site whose posts have a schema.
fn posts() -> Site {
    SiteBuilder::bare()
        .page("index", "title = \"Home\"\n[extra]\nanything = 1\n", "")
        .page("posts/index", "title = \"Posts\"\n", "")
        .page(
            "posts/a",
            "title = \"A\"\n[extra]\nauthor = \"Ada\"\nrating = 5\nseen = 2026-01-02\n",
            "",
        )
        .file("content/posts/deep/b.md", "---\ntitle: B\nextra: { author: Bob }\n---\n")
        .file("content/posts/extra.schema.json", SCHEMA)
        .create()
}

#[test]
fn extra_that_does_not_match_the_schema_is_reported_at_its_key() {
    let site = posts();
    site.build();
    assert!(!site.has("posts/extra.schema.json"));
    site.write(
        "content/posts/a.md",
        "+++\ntitle = \"A\"\n\n[extra]\nauthor = \"A\"\nrating = 7\nratng = 1\nlinks = [\"/a/\", \"b\"]\nseen = \"soon\"\n+++\n",
    );
    site.write("content/posts/deep/b.md", "---\ntitle: B\nextra:\n  rating: high\n---\n");
    site.write("content/posts/c.md", "# C\n");
    assert_diagnostics!(site.refused());
}

#[test]
fn the_schema_of_the_nearest_folder_applies() {
    let site = posts();
    site.write("content/posts/deep/extra.schema.json", "{\"required\": [\"place\"]}");
    let message = site.refused();
    assert_contains(&message, &["C0113", "content/posts/deep/b.md:3:8", "`place`"]);
    assert!(!message.contains("posts/a.md"), "{message}");
    site.remove("content/posts/deep/extra.schema.json");
    site.build();
    site.same_as_clean();
}

#[test]
fn the_schema_of_content_applies_to_the_home_page_and_marks_its_texts() {
    let schema = |kind: &str| {
        format!(
            "{{\"properties\": {{\"lead\": {{\"type\": \"{kind}\", \"translatable\": true}}, \"size\": {{}}}}}}"
        )
    };
    let site = SiteBuilder::bare()
        .settings("[languages.en]\nlabel = \"English\"\n[languages.fr]\nlabel = \"Français\"\n")
        .file("pages/page.html", "<p>{{ page.extra.lead | default }}|{{ page.extra.size }}</p>")
        .page("index", "title = \"Home\"\n[extra]\nlead = \"Hello\"\nsize = 7\n", "")
        .page("index.fr", "title = \"Accueil\"\n", "")
        .file("content/extra.schema.json", &schema("string"))
        .create();
    site.build();
    assert_contains(&site.output("index.html"), &["<p>Hello|7</p>"]);
    assert_contains(&site.output("fr/index.html"), &["<p>|7</p>"]);

    // A change of the schema checks the home page again.
    site.write("content/extra.schema.json", &schema("integer"));
    assert_contains(&site.refused(), &["C0113", "content/index.md:4:"]);
    site.remove("content/extra.schema.json");
    site.same_as_clean();
    assert_contains(&site.output("fr/index.html"), &["<p>Hello|7</p>"]);
}

#[test]
fn a_changed_schema_checks_all_pages_of_its_folder_again() {
    let site = posts();
    site.build();
    site.write("content/posts/extra.schema.json", &SCHEMA.replace("5 }", "4 }"));
    assert_contains(&site.refused(), &["C0113", "content/posts/a.md:5:10", "`extra.rating`"]);
    // The next process reports it again.
    assert_contains(&site.refused(), &["content/posts/a.md:5:10"]);
    site.write("content/posts/extra.schema.json", "{\"items\": {}, \"requires\": []}");
    assert_contains(&site.refused(), &["C0112", "content/posts/extra.schema.json"]);
    site.write("content/posts/extra.schema.json", SCHEMA);
    let before = site.tree();
    site.build();
    assert_eq!(site.tree(), before);
}

#[test]
fn inherited_values_count_and_are_reported_where_they_are_set() {
    let site = posts();
    let index = |extra: &str| format!("+++\ntitle = \"Posts\"\n[cascade.extra]\n{extra}+++\n");
    site.write("content/posts/c.md", "+++\ntitle = \"C\"\n+++\n");
    site.write("content/posts/index.md", &index("author = \"Cy\"\n"));
    site.build();
    site.write("content/posts/index.md", &index("author = \"Cy\"\nrating = 9\n"));
    let message = site.refused();
    assert_contains(&message, &["content/posts/index.md:5:10", "`extra.rating`"]);
    assert!(!message.contains("posts/c.md:"), "{message}");
}

#[test]
fn the_schema_for_editors_has_the_schema_of_the_section() {
    let site = posts();
    let print = |arguments: &[&str]| site.run(&[&["schema", "page"], arguments].concat());
    let schema: Value =
        serde_json::from_slice(&print(&["--section", "/posts/deep/"]).stdout).unwrap();
    let extra = &schema["properties"]["extra"];
    assert_eq!(extra["required"], serde_json::json!(["author"]));
    assert_eq!(extra["properties"]["author"]["$ref"], "#/$defs/name");
    assert_eq!(schema["$defs"]["name"]["minLength"], 2);
    assert_eq!(schema["properties"]["title"]["type"], "string");
    let without = print(&["--section", "/"]);
    assert_eq!(without.status.code(), Some(2));
    assert_contains(&printed_text(&without), &["there is no content/extra.schema.json"]);
}
