//! A React developer who knows Astro. Packages of npm are not installed: a small program with the protocol of the real bundler
//! and renderer replaces them. `tests/e2e/starters` builds such sites with the packages.

use super::Journey;
use crate::common::assert_contains;

#[test]
fn a_react_developer() {
    let mut site = Journey::new("docs");

    let text = site.run(&["add", "islands", "--no-install"]);
    assert_contains(&text, &["created src/islands/counter/island.tsx"]);
    site.replace_bundler();
    site.done("add islands to documentation");

    site.write(
        "src/islands/prices/island.tsx",
        "export function Island() { return <p>Prices</p>; }\n",
    );
    site.write("src/islands/prices/props.schema.json", "{ \"type\": \"object\" }\n");
    site.append("content/v2/write/text.md", "\n{{ island(\"prices\") }}\n");
    assert_contains(&site.built("v2/write/text/index.html"), &["data-island=\"prices\""]);
    site.done("write an island, and show it in a text");

    site.write("content/data/prices.toml", "basic = 10\n");
    site.run(&["types"]);
    assert_contains(&site.read(".croupier/types.d.ts"), &["readonly basic: number;"]);
    site.done("write a data file, and use its type in an island");

    site.replace("pages/docs.html", "{{ page.body }}", "{{ page.body }}\n{{ island(\"prices\") }}");
    assert_contains(&site.built("v2/index.html"), &["data-island=\"prices\""]);
    site.done("show an island in a template");

    site.append("site.toml", "[hosts]\nconnect = [\"https://api.harbour.se\"]\n");
    assert_contains(&site.built("_headers"), &["connect-src 'self' https://api.harbour.se"]);
    site.done("allow requests to an API of another host");

    site.append("site.toml", "[dev.proxy]\n\"/api/\" = \"http://127.0.0.1:9000\"\n");
    site.check(&[]);
    site.done("forward requests to an API during development");

    site.assert_steps("React developer");
}
