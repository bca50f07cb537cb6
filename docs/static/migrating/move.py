"""Copies the content of another generator into a Croupier site.

python3 move.py KIND FROM TO [FILE]

KIND is hugo, zola, mkdocs, jekyll, eleventy or gatsby. FILE is the file of parameters (hugo), mkdocs.yml (mkdocs) or
_config.yml (jekyll).
The exit code is 1 if a part of the content was not moved. Each such part is printed.
"""

import importlib
import re
import sys
from pathlib import Path

import files
from files import Output, address, is_page, language_of, latin, place, report
from front_matter import FrontMatter

try:
    import tomllib
except ImportError:
    # Python before 3.11 cannot check the TOML that the script writes.
    tomllib = None

# A code block, which ends with at least as many marks as it begins with.
CODE = r"^[ \t>]*(?P<mark>`{3,}|~{3,})[^`\n]*\n(?:.*?\n)??[ \t>]*(?P=mark)[`~]*[ \t]*$"
# Generators whose folders of content have templates and data, too.
MARKDOWN_AMONG_OTHERS = ("jekyll", "eleventy", "gatsby")
OTHER_MARKUP = (".org", ".adoc", ".asciidoc", ".rst", ".textile", ".pandoc", ".pdc")
# Files that some generators render like pages if they have front matter.
WITH_FRONT_MATTER = (".html", ".htm", ".xml", ".json", ".txt", ".css", ".scss", ".sass", ".js", ".svg", ".webmanifest")
TEMPLATES = (
    *(".njk", ".liquid", ".hbs", ".mustache", ".ejs", ".haml", ".pug", ".webc"),
    *(f".11ty{data}.{form}" for data in ("", "data") for form in ("js", "cjs", "mjs", "ts", "json")),
    *(".astro", ".jsx", ".tsx", ".vue", ".svelte"),
)
# Files that are templates, code or data in the folder of content of one generator.
OWN_FILES = {"eleventy": (".html", ".htm"), "gatsby": (".ts", ".js", ".mjs", ".cjs", ".json", ".yaml", ".yml", ".toml", ".csv")}


def split_code(text):
    """Returns prose and fenced code blocks, in turn."""
    parts, position = [], 0
    for code in re.finditer(CODE, text, re.S | re.M):
        parts += [text[position : code.start()], code[0]]
        position = code.end()
    return [*parts, text[position:]]


def first_paragraph(text):
    """Returns the first paragraph as plain text, at most about 200 characters long."""
    prose = "\n\n".join(split_code(re.split("<!-- ?more ?-->", text)[0])[::2])
    for paragraph in re.split(r"\n\s*\n", prose):
        is_heading = re.search(r"\n\s*(=+|-+)\s*$", paragraph)
        is_table = re.search(r"^[\s|:-]*-[\s|:-]*\|[\s|:-]*$", paragraph, re.M)
        if paragraph.strip() and not is_heading and not is_table and not re.match(r"\s*([#<!{`|>*+-]|\d+[.)]\s|\[[^\]]+\]:|    )", paragraph):
            return shortened(plain_text(paragraph))
    return ""


def plain_text(paragraph):
    """Returns a paragraph without the marks of links, emphasis, code, HTML and shortcodes."""
    parts = re.split(r"(`+)(.+?)\1", paragraph)
    for index in range(0, len(parts), 3):
        text = re.sub(r"\{\{.*?\}\}|\{%.*?%\}|</?[A-Za-z][^<>]*>", "", parts[index])
        text = re.sub(r"(?<!\w)!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])", r"\1", text)
        for _ in range(2):
            text = re.sub(r"(?<![\w\\])(\*{1,3}|_{1,3})(?=\S)(.+?)(?<=[^\s\\])\1(?!\w)", r"\2", text)
        parts[index] = re.sub(r"\\([^\w\s])", r"\1", text)
    return " ".join("".join(it for index, it in enumerate(parts) if index % 3 != 1).split())


def shortened(text):
    """Returns a text that is cut after a word, if it is long."""
    return text if len(text) <= 200 else text[:200].rpartition(" ")[0].rstrip(".,;:") + "…"


def move_page(kind, rules, page, text, output):
    front, target = FrontMatter(kind, page, text), place(kind, page)
    if front.failure:
        report(page, f"not copied, because of its front matter: {front.failure}. Simplify it, and run the script again")
        return

    for problem in front.problems:
        report(page, problem)
    if kind == "jekyll":
        rules.complete(front)
    if kind == "hugo" and files.is_resource(page):
        front.set_own("headless", True)
    report_url(page, front)
    front.remove_aliases(getattr(rules, "routes", ()))
    body = rules.text(front.body, page)
    if front.has("date") and (description := first_paragraph(body)):
        front.add("description", description)
    title = getattr(rules, "titles", {}).get(page.as_posix())
    has_title = front.has("title") or re.match(r"\s*# ", body)
    if title and not has_title:
        front.add("title", title)
    elif target.name.split(".")[0] == "index" and not has_title and not re.search("^#", body, re.M):
        front.add("title", (page.parent.name or "Home").replace("-", " ").capitalize())
    if front.is_toml and tomllib:
        try:
            tomllib.loads(front.text().strip("+\n"))
        except ValueError as error:
            report(page, f"check its front matter: {error}")
    output.write(target, front.text() + body, page)


def hidden_part(kind, page):
    """Returns why a file is not content, with the part of its path that says so."""
    for index, name in enumerate(page.parts):
        part = Path(*page.parts[: index + 1])
        if name.startswith("."):
            return part, "not copied, because Croupier ignores names that begin with a dot"
        is_private = name.startswith("_") and not (kind == "jekyll" and name in ("_posts", "_drafts"))
        if kind in MARKDOWN_AMONG_OTHERS and is_private:
            return part, "not copied, because the name begins with `_`. If it has pages, rename it and run the script again"
    if page.suffix.lower() in OTHER_MARKUP or kind in MARKDOWN_AMONG_OTHERS and page.name.endswith(TEMPLATES):
        return page, "not copied, because it is no Markdown. Write it as a page or a template"
    if kind == "jekyll" and "_posts" in page.parts and is_page(page) and not re.match(r"\d{2,4}-\d{1,2}-\d{1,2}-", page.name):
        return page, "not copied, because Jekyll publishes no post without a date in its name"
    if page.name.lower().endswith(OWN_FILES.get(kind, ())):
        return page, "not copied, because it is a template, code or data. Write it as a page or a template, or move it to content/data"
    if kind == "eleventy" and page.suffix == ".json" and page.stem == (page.parent.name or files.name_of_source):
        return page, "not copied, because it has values for the pages of its folder. Write them into [cascade] of its index.md"
    if kind == "eleventy" and page.suffix == ".json" and any(it.with_suffix(".json") == page for it in files.old_pages):
        return page, "not copied, because it has values for one page. Write them into its front matter"
    if kind == "mkdocs" and page.stem.lower() == "readme" and page.with_name("index.md") in files.old_pages:
        return page, "not copied, because MkDocs ignores it next to index.md"
    return None


def move_file(kind, rules, path, page, output):
    if hidden := hidden_part(kind, page):
        report(*hidden)
        return

    try:
        if is_page(page):
            move_page(kind, rules, page, path.read_text("utf-8-sig"), output)
        elif page.suffix.lower() in WITH_FRONT_MATTER and re.match(r"(---|\+\+\+)\s*\n", path.read_text("utf-8-sig")):
            report(page, "not copied, because it has front matter, but is no Markdown. Write it as a page or a template")
        else:
            output.copy(path, place(kind, page), page)
    except UnicodeError:
        report(page, "not copied, because it is not UTF-8. Save it as UTF-8, and run the script again")
    except OSError as error:
        report(page, f"not copied: {error}")


def report_url(page, front):
    """Reports a page whose URL depends on something that the script does not know."""
    name = (page.parent / str(front.values.get("slug", page.stem))).as_posix()
    is_in_ascii = front.kind == "zola" and files.settings.get(("slugify", "paths"), "on") == "on"
    if is_in_ascii and latin(name) is None and not front.has("path"):
        route = front.path() or address("zola", page)
        report(page, f"has the URL {route} here, but Zola writes it in ASCII. Set `path`, or an alias")


def report_languages(kind, pages):
    """Reports languages that site.toml does not declare."""
    translations = {language_of(kind, it): it for it in reversed(pages)}
    for language in sorted(translations.keys() - files.new_languages - {""}):
        report(translations[language], f"write a table [languages.{language}] into site.toml for it")


def main(kind, source, target, file=None):
    source, target = Path(source), Path(target)
    files.find_languages(source.resolve(), target)
    module = importlib.import_module(kind)
    is_excluded = getattr(module, "exclusion", lambda *_: lambda _: False)(source, file)
    files.name_of_source = source.resolve().name
    files.names_of_astro = "/src/content/" in f"{source.resolve().as_posix()}/"
    files.has_collections = source.resolve().parts[-2:] == ("src", "content")
    paths = sorted(it for it in source.rglob("*") if it.is_file() and not is_excluded(it.relative_to(source)))
    files.old_pages.update(it.relative_to(source) for it in paths if is_page(it))
    rules = module.Rules(source, target, file)
    output = Output(target)
    for path in paths:
        move_file(kind, rules, path, path.relative_to(source), output)
    for path in source.rglob("*"):
        if path.is_symlink() and path.is_dir():
            report(path.relative_to(source), "not copied, because it is a link to a folder")
    report_languages(kind, sorted(it for it in files.old_pages if not hidden_part(kind, it)))
    home = target / "content/index.md"
    if not home.exists() and not files.language_folders and Path("index.md") not in (place(kind, it) for it in files.old_pages):
        home.parent.mkdir(parents=True, exist_ok=True)
        home.write_text("+++\ntitle = \"Home\"\n+++\n")
    return 1 if files.problems else 0


if __name__ == "__main__":
    # The rules import this file as `move`.
    sys.exit(importlib.import_module("move").main(*sys.argv[1:]))
