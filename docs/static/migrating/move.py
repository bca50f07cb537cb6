"""Copies the content of another generator into a Croupier site.

python3 move.py KIND FROM TO [FILE]

KIND is hugo, zola, mkdocs or gatsby. FILE is the file of parameters (hugo) or mkdocs.yml (mkdocs).
"""

import importlib
import re
import shutil
import sys
from pathlib import Path

KEYS = set(
    "title description heading template path slug status draft weight in_sitemap robots date updated publish_at expire_at "
    "aliases menu_label sort_by paginate_by taxonomies extra headless".split()
)
NAMES = {
    "linkTitle": "menu_label",
    "lastmod": "updated",
    "publishDate": "publish_at",
    "expiryDate": "expire_at",
    "url": "path",
    "permalink": "path",
}
PAGES = (".md", ".mdx")
DATE = r"(?<!\d)(\d{4})[-/](0[1-9]|1[0-2])[-/](0[1-9]|[12]\d|3[01])(?!\d)"
# A code block, which ends with at least as many marks as it begins with.
CODE = r"^[ \t>]*(?P<mark>`{3,}|~{3,})[^`\n]*\n(?:.*?\n)??[ \t>]*(?P=mark)[`~]*[ \t]*$"
# Whether Hugo renders a page.
RENDER = r"(?:^|[{,])\s*render[ \t]*[=:][ \t]*[\"']?(\w+)"
EMPTY_LIST = r"^[\w-]+\s*[=:]\s*(\[\s*\]|null|~)?\s*$"


def slug(name):
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def place(kind, path):
    """Returns the path of a file below content/, so that its URL stays the same."""
    folders, name = list(path.parent.parts), path.name
    if kind == "zola":
        folders = [slug(re.sub(r"^\d{4}-\d\d-\d\d[-_]", "", it)) for it in folders]
    elif kind == "hugo":
        folders = [it.lower().replace(" ", "-") for it in folders]
    if path.suffix not in PAGES:
        return Path(*folders, name)
    stem = path.stem
    if stem.lower() in ("index", "_index", "readme"):
        stem = "index"
    elif kind == "zola":
        stem = slug(re.sub(r"^\d{4}-\d\d-\d\d[-_]", "", stem))
    elif kind == "hugo":
        stem = stem.lower().replace(" ", "-")
    return Path(*folders, f"{stem}.md")


def split_code(text):
    """Returns prose and fenced code blocks, in turn."""
    parts, position = [], 0
    for code in re.finditer(CODE, text, re.S | re.M):
        parts += [text[position : code.start()], code[0]]
        position = code.end()
    return [*parts, text[position:]]


def address(kind, page):
    """Returns the URL path that a page has without `path`."""
    return f"/{place(kind, page).with_suffix('').as_posix()}/".replace("/index/", "/")


def keys(text, is_toml):
    """Splits front matter into keys with their values, over as many lines as these have."""
    chunks, quote, depth = [], None, 0
    for line in text.splitlines(keepends=True):
        is_inside = quote or is_toml and depth > 0
        if not is_inside and re.match(r"[\w\"-]+[ \t]*[=:]", line) or not chunks:
            chunks.append("")
            depth = 0
        chunks[-1] += line
        if is_toml:
            for mark in re.findall(r'"""|\'\'\'', line):
                quote = None if quote == mark else quote or mark
            bare = re.sub(r"\"(\\.|[^\"\\])*\"|'[^']*'|#.*", "", line)
            depth += 0 if quote else bare.count("[") + bare.count("{") - bare.count("]") - bare.count("}")
    return chunks


class FrontMatter:
    """The front matter of a page with the keys of Croupier."""

    def __init__(self, kind, page, text):
        found = re.match(r"\s*(\+\+\+|---)[ \t]*\n(.*?)^\1[ \t]*$\n?", text, re.S | re.M)
        self.kind, self.page = kind, page
        self.fence = found[1] if found else "---"
        self.is_toml = self.fence == "+++"
        self.body = text[found.end() :] if found else text
        self.own, self.extra, self.terms, self.tables = {}, "", "", []
        # Hugo's options that decide whether the page and the pages below it are rendered.
        self.build, self.cascade, self.has_headless_pages = "", "", False
        source = found[2] if found else ""
        first, *self.tables = re.split(r"^(?=\[)", source, flags=re.M) if self.is_toml else [source]
        for chunk in keys(first, self.is_toml):
            self.add_chunk(chunk)
        if kind == "hugo":
            self.take_tables()
            self.add_headless()
        self.add_date()

    def line(self, key, value):
        return f'{key} = "{value}"\n' if self.is_toml else f'{key}: "{value}"\n'

    def indented(self, chunk):
        return chunk if self.is_toml else re.sub(r"^(?=.)", "  ", chunk, flags=re.M)

    def add_chunk(self, chunk):
        written = re.match(r"[\w-]*", chunk)[0]
        name = NAMES.get(written, written)
        if self.kind == "gatsby" and written == "slug":
            name = "path"
        if name == "layout" or self.kind == "mkdocs" and name in ("status", "template"):
            name = f"{written}_of_{self.kind}"
        chunk = (name + chunk[len(written) :]).rstrip() + "\n" if written else chunk
        value = re.sub(r"^[\w-]+\s*[=:]\s*", "", chunk).strip().strip("\"'")
        folder = address(self.kind, self.page).rsplit("/", 2)[0]
        if name == "path":
            path = "/" + value.strip("/")
            is_file = path.endswith(".html") or path == "/"
            self.own["path"] = self.line("path", path if is_file else f"{path}/")
        elif name == "aliases":
            start = folder if self.kind == "hugo" else ""
            self.own[name] = re.sub(r"(^\s*- *[\"']?|[\[,]\s*[\"']?)(?=[\w.])", rf"\g<1>{start}/", chunk, flags=re.M)
        elif self.kind == "hugo" and name in ("build", "_build", "cascade"):
            field = name.strip("_")
            setattr(self, field, getattr(self, field) + chunk)
        elif self.kind == "zola" and name == "render":
            self.own["headless"] = "headless = true\n" if value == "false" else ""
        elif name in ("tags", "categories"):
            self.terms += "" if re.match(EMPTY_LIST, chunk) else self.indented(chunk)
        elif name in ("params", "extra", "taxonomies") and not self.is_toml:
            inner = chunk.split("\n", 1)[1]
            if name == "taxonomies":
                self.terms += inner
            else:
                self.extra += inner
        elif name == "template":
            self.own[name] = chunk.replace(".html", "")
        elif name in KEYS or not name:
            self.own[name] = self.own.get(name, "") + chunk
        else:
            self.extra += self.indented(chunk)

    def take_tables(self):
        """Takes the tables of TOML about rendering out of the others."""
        for field in ("build", "cascade"):
            own = [it for it in self.tables if re.match(rf"\[+_?{field}[\].]", it)]
            self.tables = [it for it in self.tables if it not in own]
            setattr(self, field, getattr(self, field) + "".join(own))

    def add_headless(self):
        """Makes a page that Hugo does not render headless, and the pages below one whose `cascade` says so for all of them."""
        own, below = (re.search(RENDER, it, re.M) for it in (self.build, self.cascade))
        is_for_all = not re.search(r"^\W*_?target\b", self.cascade, re.M)
        self.has_headless_pages = bool(below and below[1] in ("never", "false") and is_for_all)
        is_headless = own[1] in ("never", "false") if own else self.has_headless_pages
        if is_headless:
            self.own["headless"] = f"headless{' =' if self.is_toml else ':'} true\n"
        rest = self.cascade
        if self.has_headless_pages:
            rest = re.sub(r"^(\s*)build:[ \t]*\n(\1\s+.*\n)*|^\[cascade\._?build\]\n([^\[].*\n)*", "", rest, flags=re.M)
        if re.sub(r"^(cascade:|\[+cascade\]+)", "", rest, flags=re.M).strip():
            if self.is_toml:
                self.tables.append(rest)
            else:
                self.extra += self.indented(rest)

    def add_date(self):
        """Takes the date of a page without one from its path or file name."""
        places = [self.own.get("path", ""), self.page.as_posix()]
        found = next((it for it in (re.search(DATE, place) for place in places) if it), None)
        if found and "date" not in self.own:
            date = "-".join(found.groups())
            self.own["date"] = f"date = {date}\n" if self.is_toml else f"date: {date}\n"

    def remove_aliases(self, routes):
        """Removes aliases that are paths of pages, which the other generator did not redirect either."""
        paths = re.findall(r"[\[,\s\"'](/[^\s\"',\]]*)", self.own.get("aliases", ""))
        rest = [it for it in paths if f"/{it.strip('/')}/" not in routes]
        if len(rest) < len(paths):
            values = ", ".join(f'"{it}"' for it in rest)
            self.own["aliases"] = f"aliases{' =' if self.is_toml else ':'} [{values}]\n"

    def add(self, key, value):
        """Adds a key that the page does not have."""
        self.own.setdefault(key, self.line(key, value))

    def path(self):
        """Returns the path that `path` or `slug` sets, if the page has one of them."""
        if "path" in self.own:
            return self.own["path"].split('"')[1]
        slug = re.sub(r"^slug\s*[=:]\s*", "", self.own.get("slug", "")).strip().strip("\"'")
        return f"{address(self.kind, self.page).rsplit('/', 2)[0]}/{slug}/" if slug else None

    def params(self):
        """Returns the values of one line that `extra` has."""
        found = re.findall(r"^\s*([\w-]+)\s*[:=]\s*(\S.*)$", self.extra + "".join(self.tables), re.M)
        return {name: value.strip().strip("\"'") for name, value in found}

    def has(self, key):
        return key in self.own

    def text(self):
        own = "".join(self.own.values())
        if not self.is_toml:
            own += "cascade:\n  headless: true\n" * self.has_headless_pages
            tables = ["taxonomies:\n" + self.terms] * bool(self.terms) + ["extra:\n" + self.extra] * bool(self.extra)
            inside = own + "".join(tables)
            return f"---\n{inside}---\n" if inside else ""
        tables = [re.sub(r"^(\[+)params", r"\1extra", it) for it in self.tables]
        tables = [re.sub(r"^(\[+)(?!\[|extra|taxonomies)", r"\1extra.", it) for it in tables]
        tables = [re.sub(r"^\w+ *= *\[ *\]\n", "", it, flags=re.M) if it.startswith("[taxonomies]") else it for it in tables]
        if self.terms:
            tables.insert(0, "[taxonomies]\n" + self.terms)
        if self.extra and not any(it.startswith("[extra]") for it in tables):
            tables.insert(bool(self.terms), "[extra]\n")
        tables = [it.replace("[extra]\n", "[extra]\n" + self.extra, 1) for it in tables]
        tables += ["[cascade]\nheadless = true\n"] * self.has_headless_pages
        return f"+++\n{own}{''.join(tables)}+++\n"


def first_paragraph(text):
    """Returns the first paragraph without markup."""
    for paragraph in re.split(r"\n\s*\n", re.split("<!-- ?more ?-->", text)[0]):
        if not re.match(r"\s*([#<!{`|>*-]|\[[^\]]+\]:|    )", paragraph):
            markup = r"!?\[([^\]]*)\](\([^)]*\)|\[[^\]]*\])?|[*_`\\]|<[^>]*>|\{\{.*?\}\}|\{%.*?%\}"
            plain = " ".join(re.sub(markup, lambda it: it[1] or "", paragraph).split())
            return plain[:200].replace('"', "'")
    return ""


def move_page(kind, rules, page, text, target):
    front = FrontMatter(kind, page, text)
    front.remove_aliases(getattr(rules, "routes", ()))
    body = rules.text(front.body, page)
    if front.has("date") and (description := first_paragraph(body)):
        front.add("description", description)
    title = getattr(rules, "titles", {}).get(page.as_posix())
    has_title = front.has("title") or re.match(r"\s*# ", body)
    if title and not has_title:
        front.add("title", title)
    elif target.name == "index.md" and not has_title and not re.search("^#", body, re.M):
        front.add("title", (page.parent.name or "Home").replace("-", " ").capitalize())
    target.write_text(front.text() + body, "utf-8")


def main(kind, source, target, file=None):
    source, target = Path(source), Path(target)
    rules = importlib.import_module(kind).Rules(source, target, file)
    for path in sorted(it for it in source.rglob("*") if it.is_file()):
        page = path.relative_to(source)
        to = target / "content" / place(kind, page)
        to.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix in PAGES:
            move_page(kind, rules, page, path.read_text("utf-8-sig"), to)
        else:
            shutil.copy(path, to)
    home = target / "content/index.md"
    if not home.exists():
        home.write_text("+++\ntitle = \"Home\"\n+++\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
