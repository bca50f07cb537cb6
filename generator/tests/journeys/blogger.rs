//! A blogger who knows Hugo or Zola.

use super::Journey;
use crate::common::assert_contains;

const TEMPLATE: &str = "template = \"post\"\n";

#[test]
fn a_blogger() {
    let mut blog = Journey::new("blog");
    let post = "content/posts/my-post.md";

    let text = blog.run(&["new", "posts/my-post.md"]);
    assert_contains(&text, &["a draft"]);
    blog.check(&["build", "--preview", "--drafts"]);
    assert_contains(&blog.read(".croupier/preview/posts/my-post/index.html"), &["<h1>"]);
    blog.done("write a post");

    blog.replace(post, "draft = true\n", "");
    assert_contains(&blog.built("posts/index.html"), &["/posts/my-post/"]);
    assert_contains(&blog.built("posts/atom.xml"), &["/posts/my-post/"]);
    blog.done("publish the post in lists and in the feed");

    blog.remove(&[
        "content/posts/first.md",
        "content/posts/second.md",
        "content/posts/text.md",
        "content/posts/pictures.md",
    ]);
    blog.check(&[]);
    blog.done("remove the sample posts");

    blog.append("site.toml", "[permalinks]\nposts = \"/{year}/{month}/{slug}/\"\n");
    let list = blog.built("posts/index.html");
    assert!(!list.contains("\"/posts/my-post/\""), "{list}");
    let url = list.split("href=\"/").find(|it| it.contains("/my-post/\"")).unwrap();
    let url = format!("{}index.html", url.split('"').next().unwrap());
    blog.done("keep the URLs of another generator");

    blog.replace(post, "tags = []", "tags = [\"Tea\"]");
    assert_contains(&blog.built("tags/tea/index.html"), &["/my-post/"]);
    blog.done("add a tag to a post");

    blog.append(
        "site.toml",
        "[[feeds]]\npath = \"atom.xml\"\ntaxonomy = \"tags\"\nformat = \"atom\"\n",
    );
    assert_contains(&blog.built("tags/tea/atom.xml"), &["/my-post/"]);
    blog.done("add a feed for each tag");

    blog.replace("pages/post.html", "{{ page.body }}", "{{ toc(page) }}\n{{ page.body }}");
    blog.append(post, "\n## One\n\nText.\n\n## Two\n\nText.\n");
    assert_contains(&blog.built(&url), &["<a href=\"#one\"", "<a href=\"#two\""]);
    blog.done("show the contents of posts, and write headings");

    let html = blog.built(&url);
    assert_contains(&html, &["property=\"og:image\" content=\"https://", "/social-cards/card."]);
    blog.replace("pages/social_card.svg", "#fdfbf7", "#ffffff");
    assert!(blog.built(&url) != html);
    blog.done("change the colour of the pictures in link previews");

    blog.append(post, "\n![A cup](tea.svg)\n");
    blog.write("content/posts/tea.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>");
    assert_contains(&blog.built(&url), &["alt=\"A cup\""]);
    blog.done("show a picture in a post");

    blog.replace(post, TEMPLATE, &format!("{TEMPLATE}publish_at = 2090-03-01\n"));
    assert_contains(
        &blog.check(&[]),
        &["next change: content/posts/my-post.md is published at 2090-03-01"],
    );
    blog.done("schedule a post");
    blog.replace(post, "publish_at = 2090-03-01\n", "");
    blog.edited_files.clear();

    blog.replace(post, TEMPLATE, &format!("{TEMPLATE}aliases = [\"/2019/tea.html\"]\n"));
    assert_contains(&blog.built("_redirects"), &["/2019/tea.html"]);
    blog.done("redirect an old URL");

    blog.replace("content/posts/index.md", "paginate_by = 10", "paginate_by = 1");
    blog.run(&["new", "posts", "Another post"]);
    blog.replace("content/posts/another-post.md", "draft = true\n", "");
    assert_contains(&blog.built("posts/page/2/index.html"), &["<h2>"]);
    blog.done("write another post, and show one on each page of the list");

    blog.replace("site.toml", "www.example.com", "www.harbour.se");
    let text = blog.run(&["build"]);
    assert_contains(&text, &["the output is in public"]);
    assert!(!blog.read("public/index.html").contains("noindex"));
    blog.done("build the live site");

    let text = blog.run(&["add", "sass", "search-text", "--no-install"]);
    assert_contains(&text, &["created styles/main.scss", "[search] text = true"]);
    blog.done("add Sass, and a search over whole texts");

    blog.assert_steps("blogger");
}
