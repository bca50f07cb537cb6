"""Notes and tabs of MkDocs, and the titles and the menu in `nav` of mkdocs.yml, which is FILE."""

import re
from pathlib import Path

from entries import Unreadable, file_entries
from files import Output, address, is_page, report
from front_matter import FrontMatter
from move import CODE, split_code
from values import read_yaml, text_literal

NOTE = r'( *)(!!!|\?\?\?\+?|===[!+]?) ?([\w -]*?) ?(?:"(.*)")?$'


class Rules:
    def __init__(self, source, target, file):
        self.source, self.file, self.titles = source, file, {}
        try:
            entries = file_entries(Path(file).read_text("utf-8-sig")) if file else []
            nav = next((read_yaml(it.source) for it in entries if it.path == ("nav",)), None)
        except Unreadable as error:
            report(file, f"write content/data/menu.yaml by hand: {error}")
            return
        if nav:
            menu = "".join(self.menu(nav, ""))
            Output(target).write(Path("data/menu.yaml"), f"main:\n{menu}", file)

    def menu(self, nav, margin):
        """Yields the lines of a menu, and records the titles of its pages."""
        for item in nav or []:
            for label, value in item.items() if isinstance(item, dict) else [(None, item)]:
                if isinstance(value, list):
                    yield f"{margin}- label: {text_literal(label)}\n{margin}  pages:\n"
                    yield from self.menu(value, margin + "  ")
                elif to := self.target(label, value):
                    label = label or self.title(value)
                    yield f"{margin}- {{label: {text_literal(label)}, to: {text_literal(to)}}}\n"
                else:
                    report(self.file, f"left out `{label or value}` of nav")

    def target(self, label, value):
        """Returns the URL path or the URL of an entry of `nav`."""
        if re.match(r"(\w+:)?/", str(value)):
            return value
        page = Path(str(value))
        if not is_page(page) or "*" in page.name:
            return None
        if label:
            self.titles[page.as_posix()] = label
        return address("mkdocs", page).lower()

    def title(self, value):
        """Returns the title of a page, from its front matter, its heading or its name."""
        file = self.source / value
        text = file.read_text("utf-8-sig", errors="replace") if file.is_file() else ""
        front = FrontMatter("mkdocs", Path(value), text)
        heading = re.search(r"^# (.+?)[ #]*$", front.body, re.M)
        name = Path(value).stem if Path(value).stem != "index" else Path(value).parent.name or "Home"
        return str(front.values.get("title") or (heading[1] if heading else name.replace("-", " ").capitalize()))

    def text(self, text, page):
        parts = split_code(notes(text))
        # Python-Markdown passes HTML through up to its end tag, CommonMark up to a blank line.
        block = r"^<(div|ul|table|p)\b(?![^>]*markdown).*?^</\1>"
        parts[::2] = [re.sub(block, lambda it: re.sub(r"\n\s*\n", "\n", it[0]), it, flags=re.S | re.M) for it in parts[::2]]
        return "".join(parts)


def notes(text):
    """Writes `!!! note "Title"` and the indented lines below it as HTML around Markdown, and tabs as shortcodes."""
    lines, output = text.split("\n"), []
    is_in_tabs = False
    while lines:
        line = lines.pop(0)
        is_fence = line.lstrip(" \t>").startswith(("```", "~~~"))
        if is_fence and (code := re.match(CODE, "\n".join([line, *lines]), re.S | re.M)):
            # Notes are not changed in code.
            output += code[0].split("\n")
            lines = lines[code[0].count("\n") :]
            continue
        found = re.match(NOTE, line)
        if not found:
            output.append(line)
            continue
        indent, mark, name, title = found.groups()
        body = []
        while lines and (not lines[0].strip() or spaces(lines[0]).startswith(indent + "    ")):
            body.append(spaces(lines.pop(0))[len(indent) + 4 :])
        title = name.split()[0].capitalize() if title is None else title
        inside = notes("\n".join(body).strip("\n"))
        if mark[0] == "=":
            begin = "" if is_in_tabs else "{% tabs() %}\n"
            following = next((it for it in lines if it.strip()), "")
            is_in_tabs = re.match(indent + r"===\+? ", following) is not None
            end = "" if is_in_tabs else "\n{% end %}\n"
            html = f'{begin}{{% tab({text_literal(title)}) %}}\n{inside}\n{{% end %}}{end}'
        elif mark[0] == "?":
            opened = " open" if mark.endswith("+") else ""
            html = f'<details class="{name}"{opened}><summary>{title}</summary>\n\n{inside}\n\n</details>\n'
        else:
            heading = f"**{title}**\n\n" if title else ""
            html = f'<aside class="{name}">\n\n{heading}{inside}\n\n</aside>\n'
        output += [indent + it if it else it for it in html.split("\n")]
    return "\n".join(output)


def spaces(line):
    """Returns a line with spaces in place of tabs in its indentation."""
    return re.sub(r"^[ \t]+", lambda it: it[0].expandtabs(4), line)
