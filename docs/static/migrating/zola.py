"""Links of Zola. Its shortcodes need no change."""

import re
from pathlib import Path

from move import address, place


class Rules:
    def __init__(self, source, target, file):
        pass

    def text(self, text, page):
        def link(found):
            linked = Path(found[1])
            return address("zola", linked) if linked.name == "_index.md" else f"/{place('zola', linked)}"

        return re.sub(r"@/([^\s)\"#]+\.md)", link, text)
