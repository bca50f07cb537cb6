"""Links of Zola. Its shortcodes need no change."""

import re
from pathlib import Path
from urllib.parse import unquote

from files import address, place, split_language
from move import split_code

LINK = r"@/([^\s)\"#<>]+\.md)"


class Rules:
    def __init__(self, source, target, file):
        pass

    def text(self, text, page):
        parts = split_code(text)
        # Links are not changed in code.
        parts[::2] = [re.sub(rf"`[^`\n]+`|{LINK}", link, it) for it in parts[::2]]
        return "".join(parts)


def link(found):
    """Returns a link to a file of Croupier, or the path of a section."""
    if not found[1]:
        return found[0]
    linked = Path(unquote(found[1]))
    is_section = split_language("zola", linked)[0] == "_index"
    path = address("zola", linked) if is_section else f"/{place('zola', linked)}"
    return path.replace(" ", "%20")
