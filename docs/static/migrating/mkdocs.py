"""Notes and tabs of MkDocs, and the titles and the menu in `nav` of mkdocs.yml, which is FILE."""

import re
from pathlib import Path

ENTRY = r"(- *)(['\"]?)([^'\"\n]*?)\2: *['\"]?([^'\"\n]+\.md)['\"]?"
NOTE = r'( *)(!!!|\?\?\?\+?|===[!+]?) ?([\w -]*?) ?(?:"(.*)")?$'


class Rules:
    def __init__(self, source, target, file):
        parts = Path(file).read_text("utf-8").split("\nnav:\n") if file else []
        nav = re.split(r"\n(?=\S)", parts[1])[0] if len(parts) > 1 else ""
        nav = "\n".join(it for it in nav.split("\n") if it.strip())
        self.titles = {it[4]: it[3] for it in re.finditer(ENTRY, nav)}
        if nav:
            self.write_menu(nav, target / "content/data")

    def write_menu(self, nav, folder):
        def entry(found):
            route = f"/{found[4][:-3]}/".replace("/index/", "/").replace("/README/", "/").lower()
            return f'{found[1]}{{label: "{found[3]}", to: "{route}"}}'

        nav = re.sub(ENTRY, entry, nav)
        nav = re.sub(r"^( *)- *(['\"]?)([^{'\"\n]*?)\2:\s*$", r'\1- label: "\3"\n\1  pages:', nav, flags=re.M)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "menu.yaml").write_text(f"main:\n{nav}\n", "utf-8")

    def text(self, text, page):
        text = notes(text)
        # Python-Markdown passes HTML through up to its end tag, CommonMark up to a blank line.
        block = r"^<(div|ul|table|p)\b(?![^>]*markdown).*?^</\1>"
        return re.sub(block, lambda it: re.sub(r"\n\s*\n", "\n", it[0]), text, flags=re.S | re.M)


def notes(text):
    """Writes `!!! note "Title"` and the indented lines below it as HTML around Markdown, and tabs as shortcodes."""
    lines, output = text.split("\n"), []
    is_in_tabs = False
    while lines:
        line = lines.pop(0)
        found = re.match(NOTE, line)
        if not found:
            output.append(line)
            continue
        indent, mark, name, title = found.groups()
        body = []
        while lines and (not lines[0].strip() or lines[0].startswith(indent + "    ")):
            body.append(lines.pop(0)[len(indent) + 4 :])
        title = name.split()[0].capitalize() if title is None else title
        inside = notes("\n".join(body).strip("\n"))
        if mark[0] == "=":
            title = title.replace('"', '\\"')
            begin = "" if is_in_tabs else "{% tabs() %}\n"
            following = next((it for it in lines if it.strip()), "")
            is_in_tabs = re.match(indent + r"===\+? ", following) is not None
            end = "" if is_in_tabs else "\n{% end %}\n"
            html = f'{begin}{{% tab("{title}") %}}\n{inside}\n{{% end %}}{end}'
        elif mark[0] == "?":
            html = f'<details class="{name}"><summary>{title}</summary>\n\n{inside}\n\n</details>\n'
        else:
            html = f'<aside class="{name}">\n\n**{title}**\n\n{inside}\n\n</aside>\n'
        output += [indent + it if it else it for it in html.split("\n")]
    return "\n".join(output)
