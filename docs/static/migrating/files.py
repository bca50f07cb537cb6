"""Names of files in Croupier, the files that a run writes, and what it could not move."""

import filecmp
import re
import shutil
import unicodedata
from functools import cache
from pathlib import Path

from entries import Unreadable, file_entries, toml_tables, yaml_entries
from values import read_flow, read_yaml

PAGES = (".md", ".mdx", ".markdown", ".mdown", ".mkdown", ".mkdn", ".mkd")
DATE_PREFIX = r"^(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d))?[-_](?=.)"
LANGUAGE = r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*"
# Letters that Unicode does not decompose, as Zola writes them in ASCII.
LETTERS = str.maketrans(
    {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"}
)
# Signs that separate words in Zola. It writes other ones as words.
SIGNS = "[\u00a0\u00a1\u00ab\u00b7\u00bb\u00bf\u2013\u2014\u2018\u2019\u201c\u201d\u2026]"

problems = []
# The languages of the old and the new site, and the default one. None if no configuration was found.
languages, new_languages, default_languages = None, set(), set()
# The language of each folder of content that has one: `contentDir` of Hugo.
language_folders = {}
# Taxonomies of the old site, the folders whose URLs its `permalinks` decides, and its other settings by their paths.
taxonomies, permalinks, settings = {"tags", "categories"}, set(), {}
# The pages of the old site, relative to its folder, and the name of that folder.
old_pages, name_of_source = set(), ""
# Whether the folder is `src/content` of Astro or in it, and whether it has the collections.
names_of_astro, has_collections = False, False


def report(file, message):
    """Prints what the script could not move. A run with a problem has exit code 1."""
    line = f"{file}: {message}"
    if line not in problems:
        problems.append(line)
        print(line)


def find_languages(source, target):
    """Reads the keys of the languages in the configurations of both sites."""
    global languages
    names = ["config.toml", "zola.toml", "hugo.toml", "config.yaml", "config.yml", "hugo.yaml", "hugo.yml"]
    folders = [source.parent, source.parent / "config/_default"]
    files = [(folder / it, ("languages",)) for folder in folders for it in names]
    files += [(folders[1] / "languages.toml", ()), (folders[1] / "languages.yaml", ())]
    for file, start in [(target / "site.toml", ("languages",)), *files]:
        if not file.is_file():
            continue
        try:
            paths, defaults = configured(file.read_text("utf-8-sig"), file.suffix == ".toml")
        except Unreadable:
            continue
        depth = len(start)
        found = {it[depth].lower() for it in paths if it[:depth] == start and len(it) > depth}
        if file.name == "site.toml":
            new_languages.update(found)
        else:
            read_settings(file)
        if found or file.name != "site.toml":
            languages = (languages or set()) | found
        default_languages.update(it.lower() for it in defaults if isinstance(it, str))


def read_settings(file):
    """Reads the settings of a configuration that decide URLs and terms."""
    for path, value in config_values(file.read_text("utf-8-sig"), file.suffix == ".toml"):
        first, *below = path
        settings[path] = value
        if first == "taxonomies" and isinstance(value, str):
            taxonomies.add(value)
        elif first == "permalinks":
            permalinks.add(below[-1].lower())
        elif first == "languages" and below[1:] == ["contentdir"] and isinstance(value, str):
            language_folders[Path(value).name] = below[0].lower()


def config_values(text, is_toml):
    """Returns the values of a configuration with their paths in lower case, as far as they can be read."""
    tables = [(it.path or (), it.entries) for it in toml_tables(text)] if is_toml else [((), file_entries(text))]
    for start, entries in tables:
        for entry in entries:
            try:
                value = read_flow(entry.source, True) if is_toml else read_yaml(entry.source)
            except Unreadable:
                continue
            yield from flattened(tuple(it.lower() for it in (*start, *entry.path)), value)


def flattened(path, value):
    """Returns the values inside of a table with their paths, or the value itself."""
    if not isinstance(value, dict):
        return [(path, value)]
    return [it for key, inside in value.items() for it in flattened((*path, key.lower()), inside)]


def configured(text, is_toml):
    """Returns the paths of all tables of a configuration, and its default languages."""
    names = ("language", "default_language", "defaultContentLanguage")
    if is_toml:
        tables = toml_tables(text)
        paths = [it.path for it in tables if it.path]
        paths += [(*table.path, *it.path) for table in tables if table.path in ((), ("languages",)) for it in table.entries]
        values = [read_flow(it.source, True) for it in tables[0].entries if it.path[0] in names]
        return paths, values
    entries = file_entries(text)
    tables = [it for it in entries if it.path[0] == "languages"]
    inside = [yaml_entries(it.source.partition("\n")[2]) for it in tables if "\n" in it.source]
    paths = [("languages", it.path[0]) for part in inside for it in part] + [it.path for it in entries]
    return paths, [read_flow(it.source, False) for it in entries if it.path[0] in names]


def is_page(path):
    return path.suffix.lower() in PAGES


def latin(name):
    """Returns a name in ASCII as Zola writes it, or none if it has other letters or signs than Latin ones."""
    decomposed = unicodedata.normalize("NFD", name).lower().translate(LETTERS)
    plain = re.sub("[\u0300-\u036f]|" + SIGNS, lambda it: "-" if re.match(SIGNS, it[0]) else "", decomposed)
    return plain if plain.isascii() else None


def slug(name):
    """Returns a name as Zola writes it, or with its own letters if they are not Latin."""
    letters = latin(name) or unicodedata.normalize("NFC", name).lower()
    written = "".join(it if it.isalnum() or unicodedata.category(it)[0] == "M" else "-" for it in letters)
    return re.sub(r"-+", "-", written).strip("-")


def zola_name(name):
    """Returns a name as Zola writes it with `slugify.paths` of its configuration."""
    form = settings.get(("slugify", "paths"), "on")
    if form == "safe":
        return re.sub(r"[<>:\"/|?*#()\[\]\\\n\r\t]", "", name.strip().rstrip(".")).replace(" ", "_")
    return name if form == "off" else slug(name)


def has_dates_in_names():
    """Returns whether Hugo takes the date of a page from the name of its file, and the rest of the name as its slug."""
    return ":filename" in (settings.get(("frontmatter", "date")) or [])


def hugo_name(name):
    """Returns a name as Hugo writes it: a space is a hyphen, and other signs are removed."""
    letters = unicodedata.normalize("NFC", name).lower()
    allowed = "".join(
        it for it in letters if it.isalnum() or it in "._#+~-@" or it.isspace() or unicodedata.category(it)[0] == "M"
    )
    return re.sub(r"-?\s+-?", "-", allowed.strip())


def astro_name(name):
    """Returns a name as Astro writes it in a slug: a space is a hyphen, and signs are removed."""
    letters = name.lower().replace(" ", "-")
    # Letters and marks of all scripts, digits, and `_` with its like.
    return "".join(it for it in letters if it == "-" or re.match("L|M|Nd|Nl|Pc", unicodedata.category(it)))


def written_name(kind, name):
    """Returns a folder or the stem of a page as the old generator writes it in a URL."""
    if kind == "zola":
        return zola_name(name if settings.get(("slugify", "paths_keep_dates")) else re.sub(DATE_PREFIX, "", name)) or name
    if kind == "hugo":
        return hugo_name(re.sub(DATE_PREFIX, "", name) if has_dates_in_names() else name) or name
    if kind == "gatsby" and names_of_astro:
        return astro_name(name) or name
    return {"_posts": "posts", "_drafts": "drafts"}.get(name, name) if kind == "jekyll" else name


def language_of(kind, path):
    """Returns the language of a page in lower case, which is in its name or that of its first folder. Empty if there is none."""
    return split_language(kind, path)[1].lower() or language_folders.get(path.parts[0] if len(path.parts) > 1 else "", "")


@cache
def stems_of(folder):
    """Returns the names of the pages of Hugo in a folder, without their languages."""
    return {split_language("hugo", it)[0].lower() for it in old_pages if it.parent == folder}


def bundle_of(path):
    """Returns the nearest folder around a file with a page bundle of Hugo, and whether the other pages in it are no pages there."""
    for folder in path.parents:
        stems = stems_of(folder)
        if folder != Path() and "index" in stems:
            return folder, True
        if "_index" in stems:
            return folder, False
    return Path(), False


def is_resource(page):
    """Returns whether Hugo does not publish a page, because it is in a bundle of another one."""
    folder, is_leaf = bundle_of(page)
    return is_leaf and not (page.parent == folder and split_language("hugo", page)[0].lower() == "index")


def split_language(kind, path):
    """Returns the stem of a page, and its language if the name ends with one: `post.fr.md`."""
    name, _, suffix = path.stem.rpartition(".")
    if not name or not re.fullmatch(LANGUAGE, suffix):
        return path.stem, ""
    is_section = name.lower() == "_index" or kind == "mkdocs" and name.lower() == "readme"
    if languages is None:
        # `post.fr.md` is a translation if there is a `post.md`.
        is_language = is_section or name == "index" or path.with_name(f"{name}.md") in old_pages
    else:
        is_language = suffix.lower() in languages or is_section
    return (name, suffix) if is_language else (path.stem, "")


def is_index(kind, stem):
    indexes = {"mkdocs": ("index", "readme"), "hugo": ("index", "_index"), "zola": ("index", "_index")}
    return stem.lower() in indexes.get(kind, ("index",))


def place(kind, path):
    """Returns the path of a file below content/, so that its URL stays the same."""
    folders = [written_name(kind, it) for it in path.parent.parts]
    if not is_page(path):
        # Hugo preserves the names of folders inside of a bundle.
        depth = len(bundle_of(path)[0].parts) if kind == "hugo" else len(folders)
        return Path(*folders[:depth], *path.parent.parts[depth:], path.name)
    stem, language = split_language(kind, path)
    # In Eleventy, a page with the name of its folder is the page of the folder.
    is_of_folder = is_index(kind, stem) or kind == "eleventy" and stem == path.parent.name
    stem = "index" if is_of_folder else written_name(kind, stem)
    return Path(*folders, f"{stem}.{language}.md" if language else f"{stem}.md")


def address(kind, page):
    """Returns the URL path that a page has without `path`."""
    file = place(kind, page).with_suffix("")
    suffix = split_language(kind, page)[1]
    file = file.with_name(file.name[: -len(suffix) - 1]) if suffix else file
    if not suffix and language_of(kind, page):
        file = file.relative_to(file.parts[0])
    return prefix(kind, page) + f"/{file.as_posix()}/".replace("/index/", "/")


def prefix(kind, page):
    """Returns the start of the URL paths in the language of a page."""
    language = language_of(kind, page)
    return f"/{language}" if language and language not in default_languages else ""


class Output:
    """The content of the new site. A file is never written over another one."""

    def __init__(self, target):
        self.content, self.sources = target / "content", {}

    def may_write(self, path, source):
        """Returns whether no other file of this run has the path."""
        key = unicodedata.normalize("NFC", path.as_posix())
        other = self.sources.setdefault(key.lower() if path.suffix == ".md" else key, source)
        if other != source:
            report(source, f"not copied, because {other} has the path content/{path}. Rename one of them")
        return other == source

    def write(self, path, text, source):
        """Writes a file, unless there is one with another text."""
        to = self.content / path
        if not self.may_write(path, source):
            return
        if to.exists() and to.read_bytes() != text.encode("utf-8"):
            report(source, f"not copied, because content/{path} has another text. Delete that file, and run the script again")
            return
        to.parent.mkdir(parents=True, exist_ok=True)
        to.write_bytes(text.encode("utf-8"))

    def copy(self, file, path, source):
        """Copies a file that is no page."""
        to = self.content / path
        if not self.may_write(path, source):
            return
        if to.exists() and not filecmp.cmp(file, to, shallow=False):
            report(source, f"not copied, because content/{path} is another file. Delete that file, and run the script again")
            return
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, to)
