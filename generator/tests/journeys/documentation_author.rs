//! An author of documentation, who knows another generator for it.

use std::process::Command;

use super::Journey;
use crate::common::assert_contains;

#[test]
fn a_documentation_author() {
    let mut docs = Journey::new("docs");

    docs.run(&["new", "v2/write", "Pictures"]);
    docs.replace("content/v2/write/pictures.md", "draft = true\n", "");
    assert_contains(&docs.built("v2/write/text/index.html"), &["/v2/write/pictures/"]);
    docs.done("add a page, which the sidebar lists");

    let order = ["v2/write/", "v2/write/pictures.md", "v2/write/code.md", "v2/start/"];
    docs.append("site.toml", &format!("[content]\norder = {order:?}\n"));
    let html = docs.built("v2/index.html");
    assert!(html.find("/v2/write/").unwrap() < html.find("/v2/start/").unwrap());
    docs.done("set the order of the sidebar in one file");

    docs.copy("content/v2", "content/v3");
    let version =
        |number| format!("[[docs.versions]]\nid = \"v{number}\"\nlabel = \"Version {number}\"\n");
    docs.replace("site.toml", &version(2), &format!("{}\n{}", version(3), version(2)));
    docs.replace(
        "content/v2/index.md",
        "layout = \"docs\"",
        "layout = \"docs\"\nrobots = \"noindex\"",
    );
    assert_contains(&docs.built("v2/write/text/index.html"), &["noindex", "/v3/write/text/"]);
    docs.done("add a version");

    let page = "content/v2/write/text.md";
    docs.append(page, "\n> [!TIP] Fold it\n> A callout.\n");
    assert_contains(&docs.built("v2/write/text/index.html"), &["Fold it"]);
    docs.done("write a callout with a title");

    let tab = |os| format!("{{% tab(\"{os}\") %}}\nRun `install`.\n{{% end %}}\n");
    let tabs = format!("\n{{% tabs(\"os\") %}}\n{}{}{{% end %}}\n", tab("Linux"), tab("macOS"));
    docs.append(page, &tabs);
    assert_contains(&docs.built("v2/write/text/index.html"), &[">Linux<", ">macOS<"]);
    docs.done("write the commands of two systems in tabs");

    docs.append(page, "\n[Code](code.md#nowhere)\n");
    let text = docs.output_of(&["check"]);
    assert_eq!(text.status.code(), Some(1));
    docs.replace(page, "#nowhere", "");
    docs.check(&["check"]);
    docs.done("write a link, whose anchor is checked");

    docs.run(&["add", "math"]);
    docs.append(page, "\n$x^2$\n");
    assert_contains(&docs.built("v2/write/text/index.html"), &["<math"]);
    docs.done("write a formula");

    docs.write("content/data/limits.csv", "name,value\nPages,10000\n");
    docs.write(
        "pages/shortcodes.html",
        "{% macro limits() %}<table>{% for it in data.limits %}<tr><td>{{ it.name }}<td>{{ it.value }}</tr>{% endfor %}</table>{% endmacro %}\n",
    );
    docs.append(page, "\n{{ limits() }}\n");
    assert_contains(&docs.built("v2/write/text/index.html"), &["<td>Pages"]);
    docs.done("show a table of a CSV file");

    docs.replace("site.toml", "edit_url = \"\"", "edit_url = \"https://git.example.org/edit/\"");
    assert_contains(&docs.built("v2/write/text/index.html"), &["edit/content/v2/write/text.md"]);
    docs.done("link to the source of each page");

    git(&docs, &["init", "--quiet"]);
    git(&docs, &["add", "."]);
    git(&docs, &["commit", "--quiet", "--message", "First"]);
    docs.append("site.toml", "[git]\ndates = true\n");
    assert_contains(&docs.built("v2/write/text/index.html"), &["Last updated"]);
    docs.done("show the date of the last change");

    let text = docs.run(&["add", "mermaid", "--no-install"]);
    assert_contains(&text, &["created src/islands/mermaid/island.tsx"]);
    docs.done("add diagrams of Mermaid");

    docs.assert_steps("documentation author");
}

fn git(docs: &Journey, arguments: &[&str]) {
    let mut command = Command::new("git");
    command.args(["-c", "user.name=A", "-c", "user.email=a@example.com"]).args(arguments);
    assert!(command.current_dir(docs.root()).status().unwrap().success());
}
