"""Writes the corpus of the build benchmark: the same pages as a Croupier site and as a Hugo site."""

import random
import struct
import zlib

WORDS = "lantern paper water quiet evening river game light table card wheel player house garden moon bridge harbour".split()
PICTURES = 20
RECORDS = 50

FILES = {
    "site.toml": 'name = "Bench"\nbase_url = "https://bench.example"\n'
    '[output]\npage_data = true\n[[taxonomies]]\nname = "tags"\n'
    # Neither the templates of Hugo below nor the bare pipeline write these.
    "[head]\nopen_graph = false\nstructured_data = false\n",
    "pages/shell.html": '<!doctype html><html><head><meta charset="utf-8">{{ head }}</head><body><nav>'
    "{% for it in data.menu['items'] %}<a href=\"{{ it.path }}\">{{ it.label }}</a>{% endfor %}</nav><main>{{ main }}</main></body></html>",
    "pages/page.html": "<article><h1>{{ page.heading }}</h1>{% if page.date %}<p>{{ page.date|date }}</p>{% endif %}{{ page.body }}"
    '<p>{% for it in page.taxonomies.tags %}<a href="{{ it.path }}">{{ it.name }}</a> {% endfor %}</p></article>',
    "pages/list.html": '<h1>{{ page.heading }}</h1><ul>{% for it in section(page.path) %}<li><a href="{{ it.path }}">'
    "{{ it.title }}</a> {{ it.date }} {{ it.description }}</li>{% endfor %}</ul>",
    "pages/term.html": '<h1>{{ term.name }}</h1><ul>{% for it in paginator.pages %}<li><a href="{{ it.path }}">{{ it.title }}</a> '
    "{{ it.description }}</li>{% endfor %}</ul>",
    "pages/terms.html": '<h1>{{ page.heading }}</h1><ul>{% for it in terms %}<li><a href="{{ it.path }}">{{ it.name }}</a> '
    "{{ it.count }}</li>{% endfor %}</ul>",
    "pages/prices.html": "<h1>{{ page.heading }}</h1><ul>{% for it in data.prices.records %}<li>{{ it.name }} {{ it.price }}</li>"
    "{% endfor %}</ul>",
    "content/index.md": '+++\ntitle = "Home"\n+++\nHello.\n',
    "content/prices.md": '+++\ntitle = "Prices"\ntemplate = "prices"\n+++\nHello.\n',
    "content/data/prices.toml": "".join(f'[[records]]\nname = "Record {it}"\nprice = {it}\n' for it in range(RECORDS)),
}

HUGO = (
    'baseURL = "https://bench.example"\ntitle = "Bench"\ndisableKinds = ["RSS"]\n[taxonomies]\ntag = "tags"\n'
    "[markup.goldmark.renderer]\nunsafe = true\n[markup.highlight]\ncodeFences = false\n"
    '[outputs]\npage = ["HTML", "JSON"]\nsection = ["HTML", "JSON"]\ntaxonomy = ["HTML", "JSON"]\nterm = ["HTML", "JSON"]\nhome = ["HTML"]\n'
)


def text(dice, size):
    """Returns Markdown of about `size` bytes: paragraphs, headings, lists, tables, code, pictures and some inline HTML."""
    parts = []
    length = 0
    while length < size:
        kind = dice.randrange(12)
        words = [dice.choice(WORDS) for _ in range(dice.randrange(12, 60))]
        if kind == 0:
            part = "## " + " ".join(words[:4]).title()
        elif kind == 1:
            part = "\n".join("- " + " ".join(words[at : at + 5]) for at in range(0, len(words), 5))
        elif kind == 2:
            rows = [words[at : at + 3] for at in range(0, len(words) - 3, 3)]
            part = "| a | b | c |\n|---|---|---|\n" + "\n".join("| " + " | ".join(row) + " |" for row in rows)
        elif kind == 3:
            part = " ".join(words[:10]) + ' <em class="x">' + words[0] + "</em> **" + words[1] + "** " + " ".join(words[10:])
        elif kind == 4:
            lines = [f'    if ({words[at]} < {words[at + 1]} && {words[at + 2]}) {{ return "<{words[at]}>"; }}' for at in range(0, len(words) - 3, 4)]
            part = "```js\nfunction deal() {\n" + "\n".join(lines) + "\n}\n```"
        elif kind == 5 and dice.randrange(2):
            part = f"![A {words[0]} at the {words[1]}](/images/p{dice.randrange(PICTURES)}.png)"
        else:
            part = " ".join(words).capitalize() + "."
        parts.append(part)
        length += len(part) + 2
    return "\n\n".join(parts) + "\n"


def picture(dice):
    """Returns a PNG of 64 by 48 random pixels."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\0" + dice.randbytes(64) for _ in range(48))
    head = struct.pack(">IIBBBBB", 64, 48, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def write(path, content):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())


def layouts(hugo, menu):
    """Writes the templates of the Hugo site, with the same output as those of Croupier."""
    base = '<!doctype html><html><head><meta charset="utf-8"><title>{{ .Title }}</title><meta name="description" content="{{ .Description }}"><link rel="canonical" href="{{ .Permalink }}"></head><body><nav>' + menu + "</nav><main>%s</main></body></html>"
    listing = '<h1>{{ .Title }}</h1><ul>{{ range %s }}<li><a href="{{ .RelPermalink }}">{{ .Title }}</a> {{ .Description }}</li>{{ end }}</ul>'
    tags = '<p>{{ range (.GetTerms "tags") }}<a href="{{ .RelPermalink }}">{{ .LinkTitle }}</a> {{ end }}</p>'
    terms = '<h1>{{ .Title }}</h1><ul>{{ range .Data.Terms.Alphabetical }}<li><a href="{{ .Page.RelPermalink }}">{{ .Page.Title }}</a> {{ .Count }}</li>{{ end }}</ul>'
    for name, body in {
        "single.html": base % ('<article><h1>{{ .Title }}</h1><p>{{ .Date.Format "2 January 2006" }}</p>{{ .Content }}' + tags + "</article>"),
        "list.html": base % (listing % ".RegularPages"),
        "taxonomy.html": base % terms,
        "term.html": base % (listing % ".Pages"),
        "single.json": '{{ dict "path" .RelPermalink "title" .Title "main" .Content | jsonify }}',
        "list.json": '{{ dict "path" .RelPermalink "title" .Title | jsonify }}',
    }.items():
        write(hugo / "layouts/_default" / name, body)
    write(hugo / "hugo.toml", HUGO)
    write(hugo / "content/_index.md", '+++\ntitle = "Home"\n+++\nHello.\n')


def problem(page):
    """Markdown that causes a warning: an image on a host that the policy does not allow, or a reference to a missing footnote."""
    return f"![A card](https://pictures.invalid/{page}.png)\n\n" if page % 2 else f"See the note.[^note{page}]\n\n"


def make(folder, pages, without_hugo, warnings=0):
    """Writes both sites below `folder` and returns their roots; only Croupier's with `without_hugo`. The first pages cause `warnings`."""
    dice = random.Random(7)
    site, hugo = folder / "croupier", folder / "hugo"
    sections = max(1, pages // 100)
    menu = range(min(sections, 20))
    items = ", ".join(f'{{ label = "S{it}", path = "/s{it:04}/" }}' for it in menu)
    for path, content in {**FILES, "content/data/menu.toml": f"items = [{items}]\n"}.items():
        write(site / path, content)
    if not without_hugo:
        layouts(hugo, "".join(f'<a href="/s{it:04}/">S{it}</a>' for it in menu))
    for number in range(PICTURES):
        image = picture(dice)
        for root in [site] if without_hugo else [site, hugo]:
            write(root / f"static/images/p{number}.png", image)
    for section in range(sections):
        write(site / f"content/s{section:04}/index.md", f'+++\ntitle = "Section {section}"\ntemplate = "list"\n+++\n')
        if not without_hugo:
            write(hugo / f"content/s{section:04}/_index.md", f'+++\ntitle = "Section {section}"\n+++\n')
    for page in range(pages):
        name = f"content/s{page % sections:04}/p{page:07}.md"
        front = f'+++\ntitle = "Page {page}"\ndescription = "About {dice.choice(WORDS)} and {dice.choice(WORDS)}"\n'
        front += f"date = 20{dice.randrange(10, 26)}-{dice.randrange(1, 13):02}-{dice.randrange(1, 29):02}\n"
        tags = ", ".join(f'"Tag {dice.randrange(max(10, pages // 100))}"' for _ in range(2))
        other = dice.randrange(pages)
        link = f"See [another](/s{other % sections:04}/p{other:07}/).\n\n"
        link += problem(page) if page < warnings else ""
        body = front + f"[taxonomies]\ntags = [{tags}]\n+++\n" + link + text(dice, dice.randrange(1000, 6000))
        write(site / name, body)
        if not without_hugo:
            # In Hugo, terms are keys at the top level.
            write(hugo / name, body.replace("[taxonomies]\n", "", 1))
    return site, hugo
