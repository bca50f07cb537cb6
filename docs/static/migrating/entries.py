"""Splits front matter in YAML, TOML and JSON into entries.

An entry has its value as it is written, so that dates, numbers and comments do not change.
"""

import json
import re
from typing import NamedTuple

YAML_QUOTE = re.compile(r'"(?:\\.|[^"\\])*"|\'(?:\'\'|[^\'])*\'', re.S)
TOML_QUOTE = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}(?!")|\'\'\'.*?\'{3,5}(?!\')|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'', re.S
)
YAML_KEY = re.compile(r"(\"(?:\\.|[^\"\\])*\"|'(?:''|[^'])*'|(?![-?:](?:\s|$))[^\s#&*!|>%@`\"'\[\]{},][^\n]*?)[ \t]*:(?=\s|$)")
TOML_NAME = r"(?:[A-Za-z0-9_-]+|\"(?:\\.|[^\"\\\n])*\"|'[^'\n]*')"
TOML_PATH = rf"{TOML_NAME}(?:[ \t]*\.[ \t]*{TOML_NAME})*"
TOML_HEADER = re.compile(rf"[ \t]*(\[\[?)[ \t]*({TOML_PATH})[ \t]*\]\]?[ \t]*(#[^\n]*)?(?:\n|$)")
TOML_KEY = re.compile(rf"[ \t]*({TOML_PATH})[ \t]*=[ \t]*")
FENCE = r"\s*(\+\+\+|---)[ \t]*(json|toml|ya?ml)?[ \t]*\n(.*?)^(?:\1|(?P<dots>\.\.\.))[ \t]*$\n?"
# The first lines of a page of MkDocs without fences.
META = r"(?:[A-Za-z0-9_-]+:[ \t]*\S.*\n(?:(?: {4}|\t).*\n)*)+(?=\s*\n|\Z)"
COMMENT = re.compile(r"[ \t]*(#[^\n]*)?\n|[ \t]*(#[^\n]*)?$")
ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "0": "\0", "e": "\x1b"}


class Unreadable(Exception):
    """Front matter, or a value of it, that these scripts cannot read."""


class Entry(NamedTuple):
    """A key with its value. `path` has several names for a dotted key of TOML."""

    path: tuple
    source: str
    comments: tuple = ()


class Table(NamedTuple):
    """A table of TOML with a header. Front matter begins with one without a name."""

    path: tuple
    is_array: bool
    comments: tuple
    entries: list


def split_page(kind, text):
    """Returns the format, the front matter and the text of a page."""
    if kind == "hugo" and text.lstrip().startswith("{") and not text.lstrip().startswith(("{{", "{%")):
        start = text.index("{")
        try:
            end = json.JSONDecoder().raw_decode(text, start)[1]
        except ValueError as error:
            raise Unreadable(f"it is not valid JSON: {error}") from None
        return "json", text[start:end], text[end:].lstrip("\n")

    found = re.match(FENCE, text, re.S | re.M)
    if found and not (found["dots"] and (found[1] == "+++" or kind in ("hugo", "zola"))):
        of_fence = "toml" if found[1] == "+++" else "yaml"
        return (found[2] or of_fence).replace("yml", "yaml"), found[3], text[found.end() :]
    if kind == "mkdocs" and (found := re.match(META, text)):
        pairs = re.findall(r"^([\w-]+):[ \t]*(.*(?:\n[ \t]+.*)*)", found[0], re.M)
        lines = (f"{key.lower()}: {json.dumps(' '.join(value.split()), ensure_ascii=False)}\n" for key, value in pairs)
        return "yaml", "".join(lines), text[found.end() :]
    begin = re.match(r"\s*(?:\+\+\+|---)[ \t]*([a-z]*)[ \t]*\n(?:[ \t]*\n|#.*\n)*(.*)", text)
    if begin and (begin[1] or YAML_KEY.match(begin[2]) or text.lstrip().startswith("+++")):
        raise Unreadable(f"it is {begin[1]}" if begin[1] else "it has no end")
    return "yaml", "", text


def json_entries(text):
    """Splits front matter in JSON. Its values are valid YAML."""
    try:
        values = json.loads(text)
    except ValueError as error:
        raise Unreadable(f"it is not valid JSON: {error}") from None
    if not isinstance(values, dict):
        raise Unreadable("it is no table")
    return [Entry((key,), json.dumps(value, ensure_ascii=False)) for key, value in values.items()]


def marks(text, position, is_toml):
    """Yields positions and characters outside of quotes and comments. A quote is one mark, at its last character."""
    is_start = True
    while position < len(text):
        char = text[position]
        if char in "\"'" and (is_toml or is_start):
            quote = (TOML_QUOTE if is_toml else YAML_QUOTE).match(text, position)
            if not quote:
                raise Unreadable("a quote has no end")
            position = quote.end()
            is_start = False
            yield position - 1, '"'
        elif char == "#" and (is_toml or position == 0 or text[position - 1].isspace()):
            position = text.find("\n", position) % (len(text) + 1)
        else:
            yield position, char
            is_start = char in "[{,:" or is_start and char.isspace()
            position += 1


def end_of_value(text, start, is_toml):
    """Returns where a quote, a list or a table ends."""
    depth = 0
    for position, char in marks(text, start, is_toml):
        depth += (char in "[{") - (char in "]}")
        if depth == 0:
            return position + 1
    raise Unreadable("a bracket has no end")


def without_comments(text, is_toml):
    """Returns a value without the comments in and after it."""
    output, end = "", 0
    for position, char in marks(text, 0, is_toml):
        output += text[end : position + 1] if char == '"' else char
        end = position + 1
    return output.strip()


def items(text, is_toml):
    """Returns the parts between the commas of a list or a table in brackets."""
    inner, parts, start, depth = text.strip()[1:-1], [], 0, 0
    for position, char in marks(inner, 0, is_toml):
        depth += (char in "[{") - (char in "]}")
        if char == "," and depth == 0:
            parts.append(inner[start:position])
            start = position + 1
    parts = [without_comments(it, is_toml) for it in [*parts, inner[start:]]]
    return [it for it in parts if it]


def flow_entries(text, is_toml):
    """Splits a table in braces."""
    entries = []
    for item in items(text, is_toml):
        key = TOML_KEY.match(item) if is_toml else YAML_KEY.match(item) or re.match(r'("(?:\\.|[^"\\])*")\s*:', item)
        if not key:
            raise Unreadable(f"`{item}` has no value")
        path = toml_path(key[1]) if is_toml else (key_name(key[1]),)
        value = item[key.end() :].strip()
        # A text without quotes can be on several lines, which would need indentation in a block.
        entries.append(Entry(path, value if value[:1] in ("'", '"', "[", "{") else " ".join(value.split())))
    return entries


def key_name(written):
    return unquoted(written) if written[0] in "\"'" else written.strip()


def toml_path(written):
    return tuple(key_name(it) for it in re.findall(TOML_NAME, written))


def indentation(line):
    return len(line) - len(line.lstrip(" "))


def yaml_entries(text):
    """Splits a table of YAML, which can be indented."""
    lines = text.rstrip().split("\n")
    first = next((it for it in lines if it.strip() and not it.lstrip().startswith("#")), "")
    if first.lstrip().startswith("{"):
        start = text.index("{")
        end = end_of_value(text, start, False)
        if not COMMENT.fullmatch(text[end:].strip() + "\n"):
            raise Unreadable("there is text after the table")
        return flow_entries(text[start:end], False)

    margin = indentation(first)
    lines = [it[margin:] if not it[:margin].strip() else it.lstrip() for it in lines]
    entries, comments, index = [], [], 0
    while index < len(lines):
        line = lines[index]
        if not line.strip() or line.lstrip().startswith("#"):
            comments += [line.strip()] * bool(line.strip())
            index += 1
            continue
        key = YAML_KEY.match(line)
        if not key or line[0] not in "\"'" and " #" in key[1]:
            raise Unreadable(f"`{line.strip()}` is no key")
        count = count_lines(lines[index:], key.end())
        source = "\n".join([line[key.end() :], *lines[index + 1 : index + count]])
        entries.append(Entry((key_name(key[1]),), source.strip(" \t") if count == 1 else source.lstrip(" \t"), tuple(comments)))
        comments = []
        index += count
    if comments and entries:
        # Comments at the end belong to the last entry.
        entries[-1] = entries[-1]._replace(source="\n".join([entries[-1].source, *comments]))
    return entries


def file_entries(text):
    """Splits a file of YAML, without a mark of a document and types such as `!!python/name:x`."""
    return yaml_entries(re.sub(r"\A(#.*\n|\s*\n)*---.*\n|(?<=: )![!\w/.:-]+[ \t]*", "", text, flags=re.M))


def count_lines(lines, start):
    """Returns how many lines the first entry has, whose value begins at `start`."""
    value = lines[0][start:].strip()
    if value[:1] in ("'", '"', "[", "{"):
        text = "\n".join(lines)
        end = end_of_value(text, text.index(value[0], start), False)
        if not COMMENT.match(text, end):
            raise Unreadable(f"`{value}` has text after its end")
        return text.count("\n", 0, end) + 1

    is_empty = not value or value.startswith("#")
    count = 1
    for index, line in enumerate(lines[1:], 1):
        is_item = is_empty and re.match(r"-(\s|$)", line)
        if line.strip() and not line.startswith((" ", "\t")) and not is_item:
            if not line.startswith("#"):
                break
        elif line.strip():
            count = index + 1
    return count


def toml_tables(text):
    """Splits front matter in TOML into tables."""
    tables, comments, position = [Table((), False, (), [])], [], 0
    while position < len(text):
        if blank := COMMENT.match(text, position):
            comments += [it for it in blank.groups() if it]
            position = max(blank.end(), position + 1)
        elif header := TOML_HEADER.match(text, position):
            comments += [header[3]] * bool(header[3])
            tables.append(Table(toml_path(header[2]), header[1] == "[[", tuple(comments), []))
            comments, position = [], header.end()
        elif key := TOML_KEY.match(text, position):
            depth, end = 0, len(text)
            for at, char in marks(text, key.end(), True):
                depth += (char in "[{") - (char in "]}")
                if char == "\n" and depth == 0:
                    end = at
                    break
            tables[-1].entries.append(Entry(toml_path(key[1]), text[key.end() : end].strip(), tuple(comments)))
            comments, position = [], end
        else:
            raise Unreadable(f"`{text[position:].strip().splitlines()[0]}` is no key")
    if comments:
        tables.append(Table(None, False, tuple(comments), []))
    return tables


def unquoted(text):
    """Returns the text in quotes."""
    mark = text[:3] if text[:3] in ('"""', "'''") and len(text) > 5 else text[:1]
    inner = text[len(mark) : -len(mark)]
    if len(mark) == 3:
        inner = inner[1:] if inner.startswith("\n") else inner
    elif "\n" in inner:
        # A single line break of YAML is a space.
        inner = re.sub(r"[ \t]*\n[ \t]*", " ", inner)
    if mark[0] == "'":
        return inner.replace("''", "'") if len(mark) == 1 else inner

    def unescape(found):
        code = found[1] or found[2] or found[3]
        if code:
            return chr(int(code, 16))
        return "" if found[4].isspace() else ESCAPES.get(found[4], found[4])

    return re.sub(r"\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|x([0-9a-fA-F]{2})|(\s+|.))", unescape, inner, flags=re.S)
