//! An operator, who deploys the site and watches it.

use super::Journey;
use crate::common::assert_contains;

#[test]
fn an_operator() {
    let mut site = Journey::new("plain");
    let root = site.root();
    let live = root.join("../live");

    site.replace("site.toml", "www.example.com", "www.harbour.se");
    site.append("site.toml", "[deploy.production]\nurl = \"../live\"\n");
    site.run(&["deploy"]);
    assert!(live.join("index.html").exists());
    site.done("deploy to a folder");

    site.write("content/index.md", &(site.read("content/index.md") + "\nA change.\n"));
    site.edited_files.clear();
    assert_contains(&site.run(&["deploy", "--dry-run"]), &["index.html"]);
    site.check(&["deploy"]);
    assert_contains(&site.run(&["diff"]), &["A change."]);
    site.done("list what a deployment would change, and compare two releases");

    site.run(&["releases"]);
    site.run(&["rollback"]);
    assert!(!site.read("../live/index.html").contains("A change."));
    site.done("list the releases, and go back to the last one");

    let target = "[deploy.preview]\nurl = \"../previews\"\nbase_url = \"https://preview.harbour.se/{name}/\"\n";
    site.append("site.toml", target);
    let text = site.run(&["deploy", "preview", "--name", "login", "--expires", "14d"]);
    assert_contains(&text, &["https://preview.harbour.se/login/"]);
    site.done("deploy a preview of a branch, which expires");

    let rules = site.run(&["host-config", "nginx"]);
    assert_contains(&rules, &["location / {", "content-security-policy"]);
    site.done("write the rules of a web server");

    site.append("site.toml", "[security]\nhsts = true\n");
    site.check(&["build"]);
    let rules = site.check(&["host-config", "nginx"]);
    assert_contains(&rules, &["strict-transport-security"]);
    site.done("require HTTPS");

    site.append("content/index.md", "\n[Status](http://127.0.0.1:9/)\n");
    let text = site.run(&["check", "--external"]);
    assert_contains(&text, &["C0246", "content/index.md", "http://127.0.0.1:9/"]);
    site.edited_files.clear();
    site.done("check the links to other sites");

    site.replace(
        "site.toml",
        "url = \"../live\"\n",
        "url = \"../live\"\nnotify = [\"sh\", \"-c\", \"echo $CROUPIER_DEPLOYMENT_URL > ../told\"]\n",
    );
    site.check(&["deploy"]);
    assert_contains(&site.read("../told"), &["https://www.harbour.se"]);
    site.done("notify a chat after each deployment");

    site.assert_steps("operator");
}
