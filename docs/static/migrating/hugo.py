"""Shortcodes and references of Hugo. FILE has the values of `param`, one `name=value` in each line."""

import posixpath
import re
from pathlib import Path
from urllib.parse import unquote

import files
from files import address, hugo_name, is_page, language_of, prefix, report
from front_matter import FrontMatter
from move import split_code
from values import text_literal

# `{{< name arguments >}}`, `{{< name />}}`, `{{< /name >}}` and `{{</ name >}}`, on one line or on several.
NAME = r"[\w.-]+(?:/[\w.-]+)*"
VALUES = r"(?:\"(?:\\.|[^\"\\])*\"|`[^`]*`|(?!\{\{|[>%]\}\})[^\"`])*?"
TAG = rf"\{{\{{([<%])-?\s*(/?)\s*({NAME})({VALUES})\s*(/?)\s*-?[>%]\}}\}}"
HIGHLIGHT = r"\{\{[<%]\s*highlight\s+\"?([\w+#-]+)\"?((?:(?![>%]\}\}).)*)[>%]\}\}(.*?)\{\{[<%]\s*/\s*highlight\s*[>%]\}\}"
REFERENCE = rf"\{{\{{[<%]\s*(?:rel)?ref\s+(?P<arguments>{VALUES})\s*[>%]\}}\}}"
ESCAPED_TAG = r"\{\{([<%])/\*(.*?)\*/([>%])\}\}"
# The target of a link: in its text, or in the definition of a reference.
TARGET = r"(?P<before>\]\(<?|^ {0,3}\[[^\]\n]+\]:[ \t]+<?)(?P<path>[^\s()<>#?:]+)(?=[\s)>#?])"
# Code in a sentence, and indented code after an empty line.
CODE_IN_TEXT = r"(?<!`)(?P<ticks>`+)(?!`)(?:[^\n]|\n(?!\s*\n))+?(?<!`)(?P=ticks)(?!`)|(?:(?<=\n\n)|\A)(?:(?: {4}|\t).*(?:\n|\Z))+"
ARGUMENT = r"(?:(?P<key>[\w-]+)\s*=\s*)?(?:\"(?P<quoted>(?:\\.|[^\"\\])*)\"|`(?P<raw>[^`]*)`|(?P<bare>[^\s\"`]+))"


class Rules:
    def __init__(self, source, target, file):
        lines = Path(file).read_text("utf-8").splitlines() if file else []
        self.params = dict(it.split("=", 1) for it in lines if "=" in it)
        # The path of each page and its language, by the path that its file has.
        self.paths, self.languages, self.own_params = {}, {}, {}
        for path in sorted(it for it in source.rglob("*") if is_page(it) and it.is_file()):
            page = path.relative_to(source)
            route = address("hugo", page)
            front = FrontMatter("hugo", page, path.read_text("utf-8-sig", errors="replace"))
            self.paths[route] = front.path() or route
            self.languages[route] = language_of("hugo", page)
            self.own_params[page] = front.params()
        self.routes = set(self.paths.values())

    def reference(self, found, page):
        """Returns the URL path that `ref` or `relref` names: from this folder, from the root, or by the page's name."""
        given = {it["key"] or "path": str(value(it)) for it in re.finditer(ARGUMENT, found["arguments"])}
        if "outputFormat" in given:
            report(page, f"left out outputFormat={literal(given['outputFormat'])} of ref")
        name, _, anchor = given.get("path", "").partition("#")
        name = page_name(re.sub(r"(/?_?index)?(\.md)?$", "", name.lower()).strip("/"))
        language = given.get("lang", language_of("hugo", page)).lower()
        start = f"/{language}" if language and language not in files.default_languages else ""
        folder = address("hugo", page.parent / "x").rsplit("/", 2)[0]
        by_name = sorted((it for it in self.paths if it.endswith(f"/{name}/")), key=lambda it: self.languages[it] != language)
        candidates = [f"{folder}/{name}/", f"/{name}/", *by_name]
        candidates = [f"{start}{it}" for it in candidates] + candidates
        route = next((it for it in candidates if it in self.paths), f"/{name}/")
        route = self.paths.get(route, route) if name else ""
        return route + (f"#{anchor}" if anchor else "")

    def link(self, found, page):
        """Returns a link with the path of the page that it names: from its URL, its folder or the root, in any case."""
        own = self.paths[address("hugo", page)]
        if f"{posixpath.normpath(posixpath.join(own, found['path']))}/" in self.routes:
            return found[0]
        folder = address("hugo", page.parent / "x").rsplit("/", 2)[0]
        name = page_name(re.sub(r"(/?_?index)?\.md$", "", unquote(found["path"]).lower()))
        folders = (own, f"{prefix('hugo', page)}{folder}/", f"{folder}/", "/")
        paths = [posixpath.normpath(posixpath.join(it, name)) for it in folders]
        route = next((self.paths[f"{it}/"] for it in paths if f"{it}/" in self.paths), found["path"])
        return found["before"] + route

    def param(self, found, page):
        """Returns the value of a parameter of the page or of the site."""
        params = {**self.params, **self.own_params[page]}
        if found[1] not in params:
            report(page, f"no value for {found[1]}")
        return params.get(found[1], found[0])

    def text(self, text, page):
        text = re.sub(REFERENCE, lambda it: self.reference(it, page), text)
        text = re.sub(r'\{\{[<%]\s*param\s+"?([^"\s>%]+)"?\s*[>%]\}\}', lambda it: self.param(it, page), text)
        parts = split_code(re.sub(HIGHLIGHT, lambda it: highlight(it, page), text, flags=re.S))
        parts = [re.sub(ESCAPED_TAG, r"{{\1\2\3}}", it) if index % 2 else it for index, it in enumerate(parts)]
        # No shortcode is called in code.
        prose = "".join(f"\0{index}\0" if index % 2 else it for index, it in enumerate(parts))
        # Links are not changed in code.
        links = rf"{CODE_IN_TEXT}|{TARGET}"
        prose = re.sub(links, lambda it: self.link(it, page) if it["path"] else it[0], shortcodes(prose, page), flags=re.M)
        prose = re.sub(r"`[^`\n]+`", lambda it: re.sub(ESCAPED_TAG, r"{{\1\2\3}}", it[0]), prose)
        return re.sub("\0(\\d+)\0", lambda it: parts[int(it[1])], prose)


def page_name(name):
    """Returns the path of a page as Hugo writes it."""
    return "/".join(hugo_name(it) or it for it in name.split("/"))


def highlight(found, page):
    """Writes the shortcode `highlight` as code, with its options."""
    language, options, code = found.groups()
    options = options.strip().strip("\"`").strip()
    if "\n" in code:
        # The code can have fences itself.
        fence = "`" * max(3, 1 + max(map(len, re.findall("`+", code)), default=0))
        return f"{fence}{language}{f' {{{options}}}' if options else ''}{code}{fence}"
    if options:
        report(page, f"left out {options} of highlight")
    return f"`` {code.strip()} ``" if "`" in code else f"`{code.strip()}`"


def value(argument):
    """Returns the value of an argument: a text, or a number or truth value without quotes, as in Hugo."""
    if argument["bare"] is None:
        return (argument["quoted"] or "").replace('\\"', '"') or argument["raw"] or ""
    if re.fullmatch(r"-?(0|[1-9]\d*)(\.\d+)?|true|false", argument["bare"]):
        return {"true": True, "false": False}.get(argument["bare"], Literal(argument["bare"]))
    return argument["bare"]


class Literal(str):
    """A number as it is written."""


def literal(it):
    return it if isinstance(it, Literal) else str(it).lower() if isinstance(it, bool) else text_literal(it)


def call(name, arguments, page):
    """Returns the call of a macro: values without a name first, then those with one."""
    plain, named = [], {}
    for argument in re.finditer(ARGUMENT, arguments):
        key = (argument["key"] or "").replace("-", "_")
        if key in named:
            report(page, f"left out {key}={literal(named[key])} of {name}, which has a second {key}")
        if key:
            named[key] = value(argument)
        else:
            plain.append(value(argument))
    if rest := re.sub(ARGUMENT, "", arguments).strip():
        report(page, f"left out {rest} of {name}")
    if name in ("tab", "tabs", "tabpane"):
        return tabs(name, plain, named, page)
    if name == "figure":
        named = figure(named, page)
    values = [literal(it) for it in plain] + [f"{key}={literal(it)}" for key, it in named.items()]
    return f'{re.sub("[./-]", "_", name)}({", ".join(values)})'


def tabs(name, plain, named, page):
    """Returns the call of `tabs` or `tab`. Themes have several names for the key of a group and the label of a tab."""
    names = ("title", "name", "header", "label") if name == "tab" else ("groupid", "groupId")
    key = None if plain else next((it for it in names if it in named), None)
    values = plain or [named[key]] if plain or key else []
    left_out = [literal(it) for it in plain[1:]] + [f"{it}={literal(named[it])}" for it in named if it != key]
    for it in left_out:
        report(page, f"left out {it} of {name}")
    return ("tab" if name == "tab" else "tabs") + (f"({text_literal(str(values[0]))})" if values else "()")


def figure(named, page):
    """Returns the arguments of `figure`, which has the title and the source of an image in its caption."""
    source = named.get("attr") and (f"[{named['attr']}]({named['attrlink']})" if "attrlink" in named else named["attr"])
    title = named.get("title") and f"**{named['title']}**"
    caption = " ".join(str(it) for it in (title, named.get("caption"), source) if it)
    alt = named.get("alt", named.get("caption", ""))
    moved = {key: named[key] for key in ("link", "class", "loading") if key in named}
    for key, it in named.items():
        if key not in ("src", "alt", "title", "caption", "attr", "attrlink", *moved):
            report(page, f"left out {key}={literal(it)} of figure")
    if "attrlink" in named and not source:
        report(page, f"left out attrlink={literal(named['attrlink'])} of figure")
    return {"src": named.get("src", ""), "alt": alt, **({"caption": caption} if caption else {}), **moved}


def shortcodes(text, page):
    """Writes shortcodes as calls of macros. A tag has a body if its own end tag follows."""
    tags = list(re.finditer(TAG, text))
    ends, open_tags = {}, []
    for index, tag in enumerate(tags):
        _, is_end, name, _, is_empty = tag.groups()
        if is_end:
            same = [it for it in open_tags if tags[it][3] == name]
            if same:
                # Tags that were opened in between have no body.
                ends[same[-1]] = index
                open_tags = [it for it in open_tags if it < same[-1]]
        elif not is_empty:
            open_tags.append(index)
    closing = {end: start for start, end in ends.items()}
    output, position = "", 0
    for index, tag in enumerate(tags):
        output += text[position : tag.start()]
        position = tag.end()
        _, is_end, name, arguments, _ = tag.groups()
        if is_end and index not in closing:
            output += tag[0]
            continue
        start, end = closing.get(index, index), ends.get(closing.get(index, index))
        if end is None:
            output += "{{ " + call(name, arguments, page) + " }}"
            continue
        written = "{% end %}" if is_end else "{% " + call(name, arguments, page) + " %}"
        if "\n" not in text[tags[start].start() : tags[end].end()]:
            output += written
            continue
        # A shortcode around several lines begins and ends on lines of its own.
        line = text[: tags[start].start()].rpartition("\n")[2]
        indent = line[: len(line) - len(line.lstrip())]
        before = output.rpartition("\n")[2]
        if before.strip():
            output = output.rstrip(" ") + "\n"
        else:
            output = output[: len(output) - len(before)]
        output += indent + written
        rest = text[position:].partition("\n")[0]
        if rest.strip():
            output += "\n" + indent
            position += len(rest) - len(rest.lstrip())
    return output + text[position:]
