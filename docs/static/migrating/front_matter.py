"""The front matter of a page with the keys of Croupier."""

import json
import posixpath
import re
from datetime import datetime

import files
from entries import Entry, Unreadable, flow_entries, json_entries, split_page, toml_tables, yaml_entries
from files import address, hugo_name, language_of, prefix, zola_name
from rendering import Rendering
from values import read_flow, read_yaml, toml_key, toml_literal, yaml_key

KEYS = set(
    "title description heading template path slug status draft weight in_sitemap robots date updated publish_at expire_at "
    "aliases menu_label sort_by paginate_by taxonomies extra headless translation_key authors image image_alt canonical search".split()
)
# Hugo reads keys in any case.
HUGO_NAMES = {
    **{it.lower(): it for it in KEYS},
    "linktitle": "menu_label",
    "lastmod": "updated",
    "modified": "updated",
    "publishdate": "publish_at",
    "pubdate": "publish_at",
    "published": "publish_at",
    "expirydate": "expire_at",
    "unpublishdate": "expire_at",
    "translationkey": "translation_key",
    "url": "path",
}
NAMES = {
    "linkTitle": "menu_label",
    "lastmod": "updated",
    "publishDate": "publish_at",
    "expiryDate": "expire_at",
    "translationKey": "translation_key",
    "url": "path",
    "permalink": "path",
}
# The names of Jekyll, Eleventy, Astro and their plugins.
OTHER_NAMES = {
    "pubDate": "date",
    "pubDatetime": "date",
    "updatedDate": "updated",
    "modDatetime": "updated",
    "last_modified_at": "updated",
    "lastUpdated": "updated",
    "redirect_from": "aliases",
}
# Keys of other generators that have another meaning here, or none there.
OTHER_MEANINGS = {"mkdocs": ("status", "template"), "eleventy": ("slug", "path", "url")}
HUGO_TABLES = ("params", "taxonomies", "build", "_build", "cascade", "sitemap", "layout")
DATES = ("date", "updated", "publish_at", "expire_at")
DATE_FORMATS = ("%b %d %Y", "%b %d, %Y", "%B %d %Y", "%B %d, %Y", "%d %b %Y", "%d %B %Y", "%Y/%m/%d")
DATE = r"(?<!\d)(\d{4})[-/](0[1-9]|1[0-2])[-/](0[1-9]|[12]\d|3[01])(?!\d)"
# A path of a file that is no page.
OTHER_FILE = r"\.(htm|xhtml|xml|txt|json|php|aspx?|jsp|pdf|rss|atom)$"


class FrontMatter:
    """The front matter of a page with the keys of Croupier."""

    def __init__(self, kind, page, text):
        self.kind, self.page, self.source = kind, page, text
        self.is_toml, self.body = False, text
        # The keys of the page, as they are written, and their values.
        self.own, self.values = {}, {}
        self.extra, self.terms, self.tables = {}, {}, []
        # Whether the page and the pages below it are rendered.
        self.rendering = Rendering()
        # A slug of Hugo with a slash.
        self.folded_slug = ""
        # What could not be moved, and why nothing could be moved.
        self.problems, self.failure = [], None
        try:
            self.read()
        except Unreadable as error:
            self.failure = str(error)

    def read(self):
        form, source, self.body = split_page(self.kind, self.source)
        self.is_toml = form == "toml"
        if form == "json":
            entries = json_entries(source)
        elif self.is_toml:
            first, *self.tables = toml_tables(source)
            entries = first.entries
        else:
            entries = yaml_entries(source)
        for entry in entries:
            self.add_entry(entry)
        self.take_tables()
        if self.kind == "hugo":
            self.add_headless()
        self.complete_slug()
        self.complete_aliases()
        self.add_date()

    def value(self, entry):
        return read_flow(entry.source, True) if self.is_toml else read_yaml(entry.source)

    def chunk(self, path, entry):
        """Returns an entry with another key, as it is written."""
        comments = "".join(f"{it}\n" for it in entry.comments)
        if self.is_toml:
            return f"{comments}{toml_key(path)} = {entry.source}\n"
        key, source = ".".join(path) if len(path) > 1 else path[0], entry.source
        if source[:1] in ("'", '"', "[", "{"):
            # The other lines of a quote or a list can be without indentation, which is not valid everywhere.
            first, *rest = source.split("\n")
            source = "\n".join([first, *("    " + it.strip() for it in rest)])
        space = "" if not source or source.startswith("\n") else " "
        return f"{comments}{yaml_key(key)}:{space}{source}\n"

    def line(self, key, value):
        return f"{key} = {toml_literal(value)}\n" if self.is_toml else f"{key}: {json.dumps(value, ensure_ascii=False)}\n"

    def set_own(self, key, value):
        self.own[key], self.values[key] = self.line(key, value), value

    def add_extra(self, path, entry):
        """Adds an entry to `extra`, unless it has the key already."""
        if path in self.extra:
            self.problems.append(f"left out a second `{'.'.join(path)}`: {' '.join(entry.source.split())[:80]}")
        else:
            self.extra[path] = entry

    def inside(self, entry):
        """Returns the entries of a table."""
        if entry.source.startswith("{"):
            return flow_entries(entry.source, self.is_toml)
        if entry.source.partition("\n")[0].strip().startswith(("&", "*", "!")):
            raise Unreadable(f"`{entry.path[0]}` has an anchor or a type")
        if self.is_toml or self.value(entry) is not None and "\n" not in entry.source:
            raise Unreadable(f"`{entry.path[0]}` is no table")
        inside = yaml_entries(entry.source.partition("\n")[2]) if "\n" in entry.source else []
        if inside and entry.comments:
            inside[0] = inside[0]._replace(comments=(*entry.comments, *inside[0].comments))
        return inside

    def name(self, written):
        """Returns the key of Croupier for one of the other generator."""
        name = NAMES.get(written, written)
        if self.kind == "hugo":
            name = HUGO_NAMES.get(written.lower(), written)
        if self.kind == "gatsby" and written == "slug":
            return "path"
        if self.kind == "jekyll" and written in ("tag", "category"):
            return {"tag": "tags", "category": "categories"}[written]
        if self.kind in ("jekyll", "eleventy", "gatsby"):
            name = OTHER_NAMES.get(written, name)
        if name == "layout" or written in OTHER_MEANINGS.get(self.kind, ()):
            return f"{written}_of_{self.kind}"
        return name

    def add_entry(self, entry):
        written, *below = entry.path
        name = self.name(written)
        if self.kind == "hugo":
            written = written.lower() if written.lower() in HUGO_TABLES else written
        if written == "extra" or written == "params" and (self.kind == "hugo" or below or self.is_table(entry)):
            for it in [entry._replace(path=tuple(below))] if below else self.inside(entry):
                self.add_extra(it.path, it)
        elif written == "taxonomies":
            for it in [entry._replace(path=tuple(below))] if below else self.inside(entry):
                self.add_terms(it.path[0], it)
        elif self.kind == "hugo" and written in ("build", "_build", "cascade"):
            self.rendering.add(written.strip("_"), below, self.value(entry))
        elif below:
            self.add_extra(entry.path, entry)
        elif (taxonomy := name.lower() if self.kind == "hugo" else name) in files.taxonomies:
            self.add_terms(taxonomy, entry)
        elif name in self.own and self.values.get(name) is not None:
            self.problems.append(f"`{written}` is `{written}_of_{self.kind}` of `extra`, because the page has another {name}")
            self.add_extra((f"{written}_of_{self.kind}",), entry)
        elif not self.add_own(name, entry):
            self.add_extra((name,), entry)

    def is_table(self, entry):
        return isinstance(self.value(entry), dict)

    def add_own(self, name, entry):
        """Adds a key of Croupier. Returns false for another key."""
        if name == "path":
            self.add_path(entry)
        elif name == "sitemap" and self.kind == "hugo" and (self.value(entry) or {}) == {"disable": True}:
            self.set_own("in_sitemap", False)
        elif name == "slug" and isinstance(self.value(entry), (list, dict)):
            self.add_by_hand("slug", entry)
        elif name == "slug" and self.kind == "hugo" and "/" in str(self.value(entry)):
            self.folded_slug = str(self.value(entry))
        elif name == "aliases":
            self.add_aliases(self.value(entry))
        elif name == "render" and self.kind == "zola":
            if self.value(entry) is False:
                self.set_own("headless", True)
        elif name == "published" and self.kind in ("gatsby", "jekyll"):
            if is_false(self.value(entry)):
                self.set_own("draft", True)
        elif name == "in_search_index" and self.kind == "zola":
            if self.value(entry) is False:
                self.set_own("search", False)
        elif name == "redirect_to" and self.kind == "jekyll":
            self.problems.append(f"redirects to {self.value(entry)}. Delete the page, and write [[redirects]] into site.toml")
        elif name == "eleventyExcludeFromCollections" and self.kind == "eleventy":
            self.problems.append(f"left out {name}: lists here have all pages of a folder")
        elif name not in KEYS or not is_usable(name, value := self.value(entry)):
            return False
        else:
            if name == "template" and isinstance(value, str):
                self.set_own(name, re.sub(r"\.html$", "", value))
            elif name == "slug" and isinstance(value, str) and self.slug(value) != value.lower():
                self.set_own(name, self.slug(value))
            elif name in DATES and iso_date(value):
                date = iso_date(value)
                self.own[name], self.values[name] = f"{name} = {date}\n" if self.is_toml else f"{name}: {date}\n", date
            elif value is not None and not (name == "slug" and value == ""):
                # A key without a value is the same as none.
                self.own[name], self.values[name] = self.chunk((name,), entry), value
        return True

    def slug(self, value):
        """Returns a slug as the other generator writes it in a URL."""
        written = {"hugo": hugo_name, "zola": zola_name}.get(self.kind, str.lower)(value)
        return written or value.lower()

    def add_path(self, entry):
        value = self.value(entry)
        if value is False:
            self.set_own("headless", True)
            return
        if isinstance(value, dict) and isinstance(value.get("build"), str):
            # Eleventy writes the page at one path, and serves it at several.
            value = value["build"]
        if value is None or value == "":
            return
        if not isinstance(value, str):
            self.add_by_hand("path", entry)
            return
        if self.kind == "gatsby" and files.has_collections and entry.path[0] == "slug":
            # A slug of Astro begins at the collection.
            value = "/".join([*self.page.parts[:-1][:1], value.strip("/")])
        path = "/" + value.strip("/")
        if re.search(r"\{\{|\{%|^/?:|/:|^/\w+://", path) or path in ("/pretty", "/date", "/none", "/ordinal") and self.kind == "jekyll":
            self.add_extra((f"{entry.path[0]}_of_{self.kind}",), entry)
            self.problems.append(f"write `path` by hand: `{value}` is no path")
            return
        if re.search(OTHER_FILE, path):
            self.problems.append(f"`{value}` cannot be the path of a page: it ends with a slash or .html here")
        path = re.sub(r"/index\.html$", "/", path)
        self.set_own("path", path if path.endswith((".html", "/")) else f"{path}/")
        language = language_of(self.kind, self.page)
        if self.kind == "hugo" and language and str(value).startswith("/"):
            self.problems.append(f"`{value}` is below the path of the language {language} here")

    def add_by_hand(self, name, entry):
        """Moves a list or a table to `extra`, from which no URL can be made."""
        self.add_extra((f"{entry.path[0]}_of_{self.kind}",), entry)
        self.problems.append(f"write `{name}` by hand: `{' '.join(entry.source.split())[:80]}` is no {name}")

    def add_aliases(self, value):
        written = [value] if isinstance(value, str) else value or []
        if not all(isinstance(it, str) for it in written):
            raise Unreadable("`aliases` is no list of texts")
        self.set_own("aliases", written)

    def complete_aliases(self):
        """Makes whole paths of aliases. Those of Hugo begin at the folder of the URL, or at the path of the language."""
        aliases = []
        for it in self.values.get("aliases", []):
            folder, start = "/", ""
            if self.kind == "hugo" and it.startswith("/"):
                start = prefix(self.kind, self.page)
            elif self.kind == "hugo":
                folder = posixpath.dirname((self.path() or address(self.kind, self.page)).rstrip("/"))
                if "path" not in self.own and self.page.parts[0].lower() in files.permalinks:
                    self.problems.append(f"left out the alias `{it}`: it begins at a URL of `permalinks`. Write the whole path")
                    continue
            path = posixpath.normpath(f"{start}/{posixpath.join(folder, it)}").replace("//", "/")
            aliases.append(path + "/" if it.endswith("/") and path != "/" else path)
        if aliases:
            self.set_own("aliases", aliases)
        else:
            self.own.pop("aliases", None)

    def complete_slug(self):
        """Makes a path of a slug with a slash. A slug of Hugo's section is also in the URLs of its pages."""
        if self.folded_slug and "path" not in self.own:
            parts = [hugo_name(it) for it in self.folded_slug.strip("/").split("/")]
            self.set_own("path", f"{address(self.kind, self.page).rsplit('/', 2)[0]}/{'/'.join(parts)}/")
        if self.kind == "hugo" and self.page.stem.startswith("_index") and {"slug", "path"} & self.own.keys():
            self.problems.append("set the paths of the pages below it by hand: their URLs begin with that of this page")

    def add_terms(self, name, entry):
        """Adds the terms of a taxonomy, unless there are none."""
        value = self.value(entry)
        if isinstance(value, (str, int, float)) and not isinstance(value, bool):
            # Jekyll splits a text at spaces, but not the one of `category`.
            is_one = self.kind != "jekyll" or entry.path[-1] in ("tag", "category")
            words = [str(value)] if is_one else str(value).split()
            entry = entry._replace(source=json.dumps(words, ensure_ascii=False))
            if is_one and " " in words[0] and self.kind not in ("hugo", "jekyll"):
                self.problems.append(f"`{name}` is one term: {words[0]}")
            value = words
        if isinstance(value, list) and any(type(it) in (int, float) for it in value):
            # A term is a text here.
            value = [str(it) if type(it) in (int, float) else it for it in value]
            entry = entry._replace(source=json.dumps(value, ensure_ascii=False))
        if value in (None, [], ""):
            return
        if name in self.terms and self.kind == "jekyll":
            both = [*as_list(self.value(self.terms[name])), *as_list(value)]
            self.terms[name] = entry._replace(source=json.dumps(list(dict.fromkeys(both)), ensure_ascii=False))
        elif name in self.terms:
            self.problems.append(f"left out a second `{name}`: {' '.join(entry.source.split())[:80]}")
        else:
            self.terms[name] = entry

    def take_tables(self):
        """Moves tables of TOML to `extra`, and takes out those that are no data."""
        tables, self.tables = self.tables, []
        for table in tables:
            first = table.path[0].lstrip("_") if table.path else ""
            if self.kind == "hugo" and first in ("build", "cascade"):
                self.rendering.add_table(first, table, [(it.path, self.value(it)) for it in table.entries])
            elif table.path in (("params",), ("extra",)) and not table.is_array:
                for index, entry in enumerate(table.entries):
                    comments = entry.comments if index else (*table.comments, *entry.comments)
                    self.add_extra(entry.path, entry._replace(comments=comments))
            elif table.path == ("taxonomies",):
                for entry in table.entries:
                    self.add_terms(entry.path[0], entry)
            elif table.path and first == "taxonomies":
                self.tables.append(table)
            else:
                below = table.path and (table.path[1:] if table.path[0] in ("params", "extra") else table.path)
                self.tables.append(table._replace(path=table.path and ("extra", *below)))

    def add_headless(self):
        """Makes a page that Hugo does not render headless, and moves the other options of `build` and `cascade` to `extra`."""
        is_headless = self.rendering.is_headless()
        if is_headless is not None:
            self.set_own("headless", is_headless)
        for key, value in self.rendering.rest().items():
            written = toml_literal(value) if self.is_toml else json.dumps(value, ensure_ascii=False)
            self.add_extra((key,), Entry((key,), written))

    def add_date(self):
        """Takes the date of a page without one from its path or file name."""
        places = [str(self.values.get("path", "")), self.page.as_posix()]
        found = next((it for it in (re.search(DATE, place) for place in places) if it), None)
        if found:
            self.add_day(*found.groups())

    def add_day(self, year, month, day):
        """Adds a date, unless the page has one."""
        if "date" not in self.own:
            date = f"{year}-{month:0>2}-{day:0>2}"
            self.own["date"] = f"date = {date}\n" if self.is_toml else f"date: {date}\n"
            self.values["date"] = date

    def remove_aliases(self, routes):
        """Removes aliases that are paths of pages, which the other generator did not redirect either."""
        aliases = self.values.get("aliases", [])
        rest = [it for it in aliases if f"/{it.strip('/')}/" not in routes]
        if len(rest) < len(aliases):
            self.set_own("aliases", rest)

    def add(self, key, value):
        """Adds a key that the page does not have."""
        if key not in self.own:
            self.set_own(key, value)

    def path(self):
        """Returns the path that `path` or `slug` sets, if the page has one of them."""
        if "path" in self.own:
            return self.values["path"]
        slug = self.values.get("slug")
        return f"{address(self.kind, self.page).rsplit('/', 2)[0]}/{slug}/" if slug else None

    def params(self):
        """Returns the values of `extra` that are no tables or lists, by their names in `extra`."""
        found = {}

        def add(path, value):
            for key, it in value.items() if isinstance(value, dict) else []:
                add((*path, key), it)
            if value is not None and not isinstance(value, (dict, list)):
                found[".".join(path)] = str(value).lower() if isinstance(value, bool) else str(value)

        tables = [(it.path[1:], it.entries) for it in self.tables if it.path and it.path[0] == "extra" and not it.is_array]
        for path, entries in [((), self.extra.values()), *tables]:
            for entry in entries:
                try:
                    add((*path, *entry.path), self.value(entry))
                except Unreadable:
                    continue
        return found

    def has(self, key):
        return key in self.own

    def text(self):
        """Returns the front matter, with its fences."""
        own = "".join(self.own.values())
        terms = "".join(self.chunk((name,), it) for name, it in self.terms.items())
        extra = "".join(self.chunk(path, it) for path, it in self.extra.items())
        if not self.is_toml:
            own += "cascade:\n  headless: true\n" * self.rendering.has_headless_pages()
            own += f"taxonomies:\n{indented(terms)}" * bool(terms) + f"extra:\n{indented(extra)}" * bool(extra)
            return f"---\n{own}---\n" if own else ""
        own += f"[taxonomies]\n{terms}" * bool(terms) + f"[extra]\n{extra}" * bool(extra)
        own += "".join(self.table(it) for it in self.tables)
        own += "[cascade]\nheadless = true\n" * self.rendering.has_headless_pages()
        return f"+++\n{own}+++\n"

    def table(self, table):
        comments = "".join(f"{it}\n" for it in table.comments)
        if table.path is None:
            return comments
        begin, end = ("[[", "]]") if table.is_array else ("[", "]")
        return f"{comments}{begin}{toml_key(table.path)}{end}\n" + "".join(self.chunk(it.path, it) for it in table.entries)


def indented(chunk):
    return re.sub(r"^(?=.)", "  ", chunk, flags=re.M)


def is_usable(name, value):
    """Returns whether a value is one of Croupier. Themes use these keys for other values, too."""
    if value is None:
        return True
    if name in ("image", "image_alt", "canonical"):
        return isinstance(value, str)
    if name == "authors":
        return isinstance(value, str) or isinstance(value, list) and all(isinstance(it, str) for it in value)
    if name == "updated":
        return not isinstance(value, bool)
    return name != "search" or isinstance(value, bool)


def is_false(value):
    """Returns whether a value is false in YAML 1.1, which Jekyll reads."""
    return value is False or isinstance(value, str) and value.lower() in ("no", "off")


def iso_date(value):
    """Returns a date such as `Jul 08 2022` in digits, or none for another one."""
    for form in DATE_FORMATS if isinstance(value, str) else []:
        try:
            return datetime.strptime(value, form).date().isoformat()
        except ValueError:
            continue
    return None


def as_list(value):
    return value if isinstance(value, list) else [value]
