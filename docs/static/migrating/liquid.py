"""Liquid in Markdown, which runs in code, too."""

import re

from files import report
from gatsby import hide_code

RAW = r"\{%-?\s*raw\s*-?%\}(?P<raw>.*?)\{%-?\s*endraw\s*-?%\}"
TAG = r"(?<!\\)\{\{.*?\}\}|(?<!\\)\{%.*?%\}"


def without_raw(text, page):
    """Removes `{% raw %}`, and reports other Liquid in code, which stays as it is."""
    code = hide_code(text)
    output, position = "", 0
    for raw in [*re.finditer(RAW, text, re.S), None]:
        end = raw.start() if raw else len(text)
        for tag in re.finditer(TAG, text[position:end], re.S):
            if code[position + tag.start()] == "\0":
                report(page, f"left {' '.join(tag[0].split())[:80]} in code, which Liquid replaced")
        output += text[position:end]
        if raw:
            output += shown(raw, code)
            position = raw.end()
    return output


def shown(raw, code):
    """Returns the text inside of `{% raw %}`. Braces in prose get a backslash, so that they call no shortcode."""
    start = raw.start("raw")
    return re.sub(r"\{(?=[{%])", lambda it: "{" if code[start + it.start()] == "\0" else r"\{", raw["raw"])
