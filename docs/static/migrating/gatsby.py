"""Imports, components, comments and directives of MDX."""

import re
from textwrap import indent

import files
from files import report
from move import CODE, split_code

INLINE_CODE = r"(?P<ticks>`+)[^`\n](?:[^\n]*?[^`\n])??(?P=ticks)(?!`)"
IMPORT = r"^import\s(?:[^;\"'\n]|\n(?!\s*\n))*[\"'][^\"'\n]+[\"'];?[ \t]*\n"
EXPORT = r"^export\s[^\n]*(?:\n[^\n]*\S[^\n]*)*\n"
BRACES = r"\{[^{}]*\}"
for _ in range(5):
    BRACES = rf"\{{(?:[^{{}}]|{BRACES})*\}}"
VALUE = rf"\"[^\"]*\"|'[^']*'|{BRACES}"
TAG = rf"<(?P<slash>/?)(?P<name>[A-Z][\w.]*)(?P<attributes>(?:[^<>{{}}\"'/]|{VALUE})*)(?P<is_empty>/?)>"
SPACE = r"\{(?P<space>\"[ \t]*\"|'[ \t]*')\}"
COMMENT = r"\{/\*(?P<comment>.*?)\*/\}"
DIRECTIVE = r"^[ \t]*(?P<colons>:{3,})[ \t]*(?P<kind>[\w-]*)(?:\[(?P<title>[^\]\n]*)\])?(?P<rest>\{[^}\n]*\})?[ \t]*$"
ATTRIBUTE = rf"([\w:.-]+)(?:\s*=\s*({VALUE}))?|({BRACES})"
# A part of a literal of JavaScript: a comment, a text, a key of an object, a word, a number or a sign.
TOKEN = (
    r"\s+|/\*.*?\*/|//[^\n]*|(?P<quote>[\"'`])(?P<text>(?:\\.|(?!(?P=quote)).)*)(?P=quote)|(?P<key>[A-Za-z_$][\w$]*)(?=\s*:)"
    r"|(?P<word>true|false|null)\b|(?P<number>-?[\d.]+)|(?P<sign>[\[\]{},:])"
)


class Rules:
    def __init__(self, source, target, file):
        pass

    def text(self, text, page):
        if page.suffix == ".mdx":
            for found in reversed(list(re.finditer(f"{IMPORT}|{EXPORT}", hide_code(text), re.M))):
                removed = text[found.start() : found.end()]
                if removed.startswith("export"):
                    print_left_out(page, removed)
                text = text[: found.start()] + text[found.end() :]
            return without_indented_code(calls(text, page))
        return calls(text, page)


def print_left_out(page, source):
    report(page, f"left out {' '.join(source.split())[:80]}")


def hide_code(text):
    """Replaces each character of code, so that positions stay the same."""

    def hidden(found):
        return re.sub(r"[^\n]", "\0", found[0])

    return re.sub(INLINE_CODE, hidden, re.sub(CODE, hidden, text, flags=re.S | re.M))


def columns(line):
    """Returns the indentation of a line. A tab counts as four columns."""
    return len(line.expandtabs(4)) - len(line.expandtabs(4).lstrip())


def cut(text, count):
    """Removes indentation of so many columns from each line."""

    def cut_line(line):
        end = next((it for it in range(len(line)) if len(line[:it].expandtabs(4)) >= count), len(line))
        return " " * (len(line[:end].expandtabs(4)) - count) + line[end:]

    return "\n".join(cut_line(it) for it in text.split("\n"))


def dedent(text):
    """Removes the common indentation."""
    return cut(text, min((columns(it) for it in text.split("\n") if it.strip()), default=0))


def without_indented_code(text):
    """Removes indentation that makes code in CommonMark, which MDX does not have."""
    output, items, is_after_blank = [], [], True
    for index, part in enumerate(split_code(text)):
        blocks = [part] if index % 2 else part.split("\n")
        for position, block in enumerate(blocks):
            margin = columns(block)
            while block.strip() and is_after_blank and items and margin < items[-1]:
                items.pop()
            # `items` has the columns at which the texts of the open list items begin.
            base = items[-1] if items else 0
            if block.strip() and margin - base >= 4:
                block = cut(block, margin - base)
            item = None if index % 2 else re.match(r"[ \t]*(?:[-*+]|\d+[.)])[ \t]+(?=\S)", block)
            if item:
                while items and columns(block) < items[-1]:
                    items.pop()
                items.append(len(item[0].expandtabs(4)))
            is_after_blank = not block.strip()
            output.append(block + "\n" * (position + 1 < len(blocks)))
    return "".join(output)


def macro_name(name):
    return re.sub(r"\W", "_", re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name)).lower()


def quoted(text):
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def unescaped(text):
    """Returns the text of a string literal of JavaScript."""
    return re.sub(r"\\(.)", lambda it: {"n": "\n", "t": "\t", "r": "", "\n": ""}.get(it[1], it[1]), text, flags=re.S)


def literal(source):
    """Returns a literal of JavaScript as one of a template, or none for another expression."""
    output, position = "", 0
    for token in re.finditer(TOKEN, source, re.S):
        if token.start() != position or token["quote"] == "`" and "${" in token["text"]:
            return None
        position = token.end()
        if token["quote"]:
            output += f'"{quoted(unescaped(token["text"]))}"'
        elif token["key"]:
            output += f'"{token["key"]}"'
        else:
            output += {"null": "none", ",": ", ", ":": ": "}.get(token[0], (token[0].strip() if token.lastgroup else ""))
    return output if position == len(source) else None


def arguments(attributes, page):
    """Returns the attributes with literal values as arguments of a macro."""
    output = []
    for name, value, spread in re.findall(ATTRIBUTE, attributes):
        is_expression = value.startswith("{")
        written = None if spread else literal(value[1:-1] if is_expression else value or "true")
        if written and name[0].isalpha():
            output.append(f'{re.sub(r"[^a-zA-Z0-9]", "_", name)}={written}')
        else:
            print_left_out(page, spread or f"{name}={value}")
    return ", ".join(output)


def tabs(name, attributes, page):
    """Returns the call of a built-in shortcode for `Tabs` or `TabItem`. Starlight and Docusaurus have other names for its argument."""
    names = ("syncKey", "groupId") if name == "Tabs" else ("label", "value")
    found = {key: literal(value) for key, value, _ in re.findall(ATTRIBUTE, attributes) if value[:1] in ("'", '"')}
    values = [found[key] for key in names if found.get(key)]
    for key in re.findall(ATTRIBUTE, attributes):
        if key[0] not in names:
            print_left_out(page, key[2] or f"{key[0]}={key[1]}")
    return f'{"tabs" if name == "Tabs" else "tab"}({values[0] if values else ""})'


def call(mark, text, page):
    """Returns the call of the macro of a component or directive."""
    if mark["name"] in ("Tabs", "TabItem"):
        return tabs(mark["name"], text[slice(*mark.span("attributes"))], page)
    if mark["name"]:
        return f'{macro_name(mark["name"])}({arguments(text[slice(*mark.span("attributes"))], page)})'
    title = f'title="{quoted(text[slice(*mark.span("title"))])}"' if mark["title"] else ""
    rest = arguments(text[slice(*mark.span("rest"))][1:-1], page) if mark["rest"] else ""
    return f'{macro_name(mark["kind"])}({", ".join(it for it in (title, rest) if it)})'


def ends(marks):
    """Returns the mark that ends each tag or directive, by the index of the mark that begins it."""
    output, open_marks = {}, []
    for index, mark in enumerate(marks):
        if mark["name"] and not mark["is_empty"] and not mark["slash"] or mark["kind"]:
            open_marks.append(index)
        elif mark["slash"] or mark["colons"]:
            same = [it for it in open_marks if all(marks[it][key] == mark[key] for key in ("name", "colons"))]
            if same:
                output[same[-1]] = mark
                open_marks = [it for it in open_marks if it < same[-1]]
    return output


def calls(text, page):
    """Writes components and directives as calls of macros, without the indentation of the text in them."""
    marks = list(re.finditer(f"{TAG}|{SPACE}|{COMMENT}|{DIRECTIVE}", hide_code(text), re.S | re.M))
    if files.names_of_astro and page.suffix != ".mdx":
        # Markdown of Astro has directives only.
        marks = [it for it in marks if it["colons"]]
    ends_of = ends(marks)
    output, position = "", 0
    for index, mark in enumerate(marks):
        start = mark.start("colons") if mark["colons"] else mark.start()
        if start < position:
            continue
        end = ends_of.get(index)
        output += text[position:start]
        position = mark.end()
        if mark["space"]:
            output += mark["space"][1:-1]
        elif mark["comment"] is not None:
            output += f'<!--{text[slice(*mark.span("comment"))]}-->'
        elif mark["is_empty"]:
            output += "{{ " + call(mark, text, page) + " }}"
        elif not end:
            output += text[start:position]
        else:
            inner = text[position : end.start()]
            position = end.end()
            begin = "{% " + call(mark, text, page) + " %}"
            line, rest_of_line = output.rpartition("\n")[2], text[position:].partition("\n")[0]
            if "\n" not in inner and (line.strip() or rest_of_line.strip()):
                output += begin + calls(inner, page) + "{% end %}"
                continue
            # A component outside a sentence begins and ends on lines of its own.
            first, _, rest = inner.partition("\n")
            body = calls(f"{first.strip()}\n{dedent(rest)}".strip("\n").rstrip(), page)
            margin = line[: len(line) - len(line.lstrip())]
            if line.strip():
                output += "\n" + margin
            output += begin + "\n" + indent(body, margin) + "\n" + margin + "{% end %}"
            if rest_of_line.strip():
                output += "\n" + margin
                position += len(rest_of_line) - len(rest_of_line.lstrip())
    return output + text[position:]
