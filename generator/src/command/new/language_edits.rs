//! What a starter template has in place of its English texts and of links to one language, if its site has several languages.

use crate::command::new::template::Template;

/// Returns the edits of a template. `None` if its texts are in English only.
pub(super) fn edits_of(template: Template) -> Option<Vec<&'static [Edit]>> {
    match template {
        Template::Plain => Some(vec![EVERY, HOME_LINK, PLAIN]),
        Template::Blog => Some(vec![EVERY, HOME_LINK, DESIGN, BLOG]),
        Template::Docs => Some(vec![EVERY, HOME_LINK, DESIGN, DOCS]),
        Template::Islands => Some(vec![EVERY, ISLANDS]),
        Template::Casino => None,
    }
}

/// A text of a template, and what takes its place on a site in several languages. The end of the path names the files.
pub(super) type Edit = (&'static str, &'static str, &'static str);

/// Edits of all templates.
const EVERY: &[Edit] = &[(
    "shell.html",
    "lang=\"{{ site.language }}\"",
    "lang=\"{{ site.language }}\" dir=\"{{ site.direction }}\"",
)];

/// Edits of the templates whose base layout has the link to the home page.
const HOME_LINK: &[Edit] =
    &[("shell.html", "href=\"/\"", "href=\"{{ language_url(path=\"/\") }}\"")];

const PLAIN: &[Edit] = &[(
    "shell.html",
    "{{ site.name }}</a></header>",
    "{{ site.name }}</a>{% include \"parts/languages.html\" %}</header>",
)];

/// Edits of the templates with the header of the design.
const DESIGN: &[Edit] = &[(
    "shell.html",
    "{% include \"parts/theme_switch.html\" %}",
    "<div data-region=\"languages\">{% include \"parts/languages.html\" %}</div>\n{% include \"parts/theme_switch.html\" %}",
)];

const BLOG: &[Edit] = &[
    (
        "shell.html",
        "<a href=\"{{ it.path }}\"{% if page.path == it.path %} aria-current=\"page\"{% endif %}>{{ it.label }}</a>",
        "{%- set path = language_url(path=it.path) %}\n\
         <a href=\"{{ path }}\"{% if page.path == path %} aria-current=\"page\"{% endif %}>{{ t(it.message) }}</a>",
    ),
    (
        "shell.html",
        "href=\"/posts/atom.xml\"",
        "href=\"{{ language_url(path=\"/\") }}posts/atom.xml\"",
    ),
    ("term.html", "href=\"/tags/\"", "href=\"{{ language_url(path=\"/tags/\") }}\""),
    ("archive.html", "href=\"/archive/\"", "href=\"{{ language_url(path=\"/archive/\") }}\""),
    ("archives.html", "it.date|date(\"%b %-d\")", "it.date|date(\"medium\")"),
    (
        "post.html",
        "{{ page.reading_time }} min read",
        "{{ t(\"reading-time\", minutes=page.reading_time) }}",
    ),
    ("site.toml", "label = \"Posts\"", "message = \"posts\""),
    ("site.toml", "label = \"Tags\"", "message = \"tags\""),
    ("site.toml", "label = \"Archive\"", "message = \"archive\""),
    ("site.toml", "label = \"About\"", "message = \"about\""),
    (
        "site.toml",
        "# Links of the header. A",
        "# Links of the header. `message` is the key of the label in i18n/. A",
    ),
];

const ISLANDS: &[Edit] = &[
    (
        "shell.html",
        "{{ slice(\"header\") }}",
        "<div class=\"top\">{{ slice(\"header\") }}<div data-region=\"languages\">{% include \"parts/languages.html\" %}</div></div>",
    ),
    ("shell.html", "<p>Made with Croupier</p>", "<p>{{ t(\"made-with\") }}</p>"),
    ("header.html", "href=\"/\"", "href=\"{{ language_url(path=\"/\") }}\""),
    ("header.html", "href=\"/about/\"", "href=\"{{ language_url(path=\"/about/\") }}\""),
    ("not_found.html", "href=\"/\"", "href=\"{{ language_url(path=\"/\") }}\""),
    (
        "home.html",
        "The header has another counter. Press it, go to <a href=\"/about/\">the other page</a>, and the count is unchanged.",
        "{% set link %}<a href=\"{{ language_url(path=\"/about/\") }}\">{{ t(\"other-page\") }}</a>{% endset %}{{ t(\"header-text\", link=link) }}",
    ),
    (
        "home.html",
        "The switch for light and dark colours loads no code until you press it. The page still never flashes, because a small script in the\nhead applies your choice.",
        "{{ t(\"colours-text\") }}",
    ),
    (
        "home.html",
        "The items come from <code>content/data/hydration.csv</code>. The browser loads the code when it is idle.",
        "{% set file %}<code>content/data/hydration.csv</code>{% endset %}{{ t(\"list-text\", file=file) }}",
    ),
    (
        "theme/island.tsx",
        "import { switchTheme } from \"../../theme\";",
        "import { useMessages } from \"@croupier/loader/messages\";\nimport { switchTheme } from \"../../theme\";",
    ),
    (
        "theme/island.tsx",
        "export function Island() {\n",
        "export function Island() {\n  const t = useMessages();\n",
    ),
    ("theme/island.tsx", "aria-label=\"Light or dark colours\"", "aria-label={t(\"colours\")}"),
];

const DOCS: &[Edit] = &[
    (
        "shell.html",
        "<a href=\"{{ it.path }}\"{% if page.path is startingwith(it.path) %} aria-current=\"{{ \"page\" if page.path == it.path else \"true\" }}\"{% endif %}>{{ it.label }}</a>",
        "{%- set path = language_url(path=it.path) %}\n\
         <a href=\"{{ path }}\"{% if page.path is startingwith(path) %} aria-current=\"{{ \"page\" if page.path == path else \"true\" }}\"{% endif %}>{{ t(it.message) }}</a>",
    ),
    ("shell.html", ". Made with Croupier.", ". {{ t(\"made-with\") }}"),
    (
        "shell.html",
        "href=\"/releases/atom.xml\"",
        "href=\"{{ language_url(path=\"/\") }}releases/atom.xml\"",
    ),
    (
        "shell.html",
        "<body>",
        "<body data-copy=\"{{ t(\"copy\") }}\" data-copied=\"{{ t(\"copied\") }}\" data-not-copied=\"{{ t(\"not-copied\") }}\">",
    ),
    ("docs.js", "button.textContent = \"Copy\"", "button.textContent = document.body.dataset.copy"),
    (
        "docs.js",
        "isCopied ? \"Copied\" : \"Not copied\"",
        "isCopied ? document.body.dataset.copied : document.body.dataset.notCopied",
    ),
    (
        "parts/sidebar.html",
        "{%- set root = (page.path|split(\"/\")|list)[1] %}\n\
         {%- set root = \"/\" ~ root ~ \"/\" %}\n",
        "{#- The version of a page in any language: its path begins with that of the folder in this language. -#}\n\
         {%- set found = namespace(root=\"/\") %}\n\
         {%- for it in site.docs.versions if page.path is startingwith(language_url(path=\"/\" ~ it.id ~ \"/\")) %}\n\
         {%- set found.root = \"/\" ~ it.id ~ \"/\" %}\n\
         {%- endfor %}\n\
         {%- set root = found.root %}\n",
    ),
    (
        "parts/sidebar.html",
        "<li><a href=\"{{ it.path }}\">{{ it.label }}</a></li>",
        "<li><a href=\"{{ language_url(path=it.path) }}\">{{ t(it.message) }}</a></li>",
    ),
    (
        "parts/versions.html",
        "{%- set id = page.path|split(\"/\")|list|attr(1) %}\n",
        "{%- set found = namespace(id=\"\") %}\n\
         {%- for it in site.docs.versions if page.path is startingwith(language_url(path=\"/\" ~ it.id ~ \"/\")) %}\n\
         {%- set found.id = it.id %}\n\
         {%- endfor %}\n\
         {%- set id = found.id %}\n",
    ),
    ("parts/versions.html", ">Version: <", ">{{ t(\"version\") }} <"),
    (
        "parts/versions.html",
        "\"/\" ~ it.id ~ \"/\" %}\n<li>",
        "language_url(path=\"/\" ~ it.id ~ \"/\") %}\n<li>",
    ),
    (
        "docs.html",
        "{%- set id = (page.path|split(\"/\")|list)[1] %}\n{%- set current = site.docs.versions[0] %}\n",
        "{%- set current = site.docs.versions[0] %}\n\
         {%- set found = namespace(id=current.id) %}\n\
         {%- for it in site.docs.versions if page.path is startingwith(language_url(path=\"/\" ~ it.id ~ \"/\")) %}\n\
         {%- set found.id = it.id %}\n\
         {%- endfor %}\n\
         {%- set id = found.id %}\n",
    ),
    (
        "docs.html",
        "else \"/\" ~ current.id ~ \"/\" %}",
        "else language_url(path=\"/\" ~ current.id ~ \"/\") %}",
    ),
    (
        "docs.html",
        "This page describes an old version. <a href=\"{{ target }}\">Read about {{ current.label }}</a>",
        "{{ t(\"old-version\") }} <a href=\"{{ target }}\">{{ t(\"read-about\", version=current.label) }}</a>",
    ),
    (
        "docs.html",
        "{%- if page.updated %}<span>Last updated on <time datetime=\"{{ page.updated }}\">{{ page.updated|date }}</time></span>{% endif %}",
        "{%- if page.updated %}\n\
         {%- set date %}<time datetime=\"{{ page.updated }}\">{{ page.updated|date }}</time>{% endset -%}\n\
         <span>{{ t(\"updated\", date=date) }}</span>\n\
         {%- endif %}",
    ),
    ("home.html", "href=\"{{ root }}\"", "href=\"{{ language_url(path=root) }}\""),
    ("site.toml", "label = \"Documentation\"", "message = \"documentation\""),
    ("site.toml", "label = \"Releases\"", "message = \"releases\""),
    (
        "site.toml",
        "# Links of the header.\n",
        "# Links of the header. `message` is the key of the label in i18n/.\n",
    ),
];
