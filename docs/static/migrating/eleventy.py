"""Text of Eleventy, whose Markdown runs through Liquid, and the files that it ignores."""

import re

import gatsby
import liquid
from files import report

# Wildcards, after `re.escape`: `**` matches in all folders, and `*` in one of them.
WILDCARDS = {r"\*\*/": "(?:.*/)?", r"\*\*": ".*", r"\*": "[^/]*"}


def exclusion(source, file):
    """Returns a function that says whether Eleventy ignores a file."""
    patterns = [expression(it) for it in ("**/node_modules", *ignored(source))]
    return lambda path: any(re.fullmatch(it, path.as_posix()) for it in patterns)


def ignored(source):
    """Yields the patterns of .eleventyignore, which is in the folder or in the one around it."""
    folder = source.resolve()
    for file, start in ((folder / ".eleventyignore", ""), (folder.parent / ".eleventyignore", f"{folder.name}/")):
        for line in file.read_text("utf-8-sig").splitlines() if file.is_file() else []:
            pattern = line.strip().removeprefix("./")
            if pattern.startswith("!"):
                report(file.name, f"left out `{pattern}`, which names files that are not ignored")
            elif pattern and not pattern.startswith("#") and pattern.startswith((start, "**/")):
                yield pattern.removeprefix(start).strip("/")


def expression(pattern):
    """Returns a regular expression for a file, or for the files of a folder."""
    return re.sub(r"\\\*\\\*/?|\\\*", lambda it: WILDCARDS[it[0]], re.escape(pattern)) + "(?:/.*)?"


class Rules(gatsby.Rules):
    def text(self, text, page):
        return super().text(text, page) if page.suffix == ".mdx" else liquid.without_raw(text, page)
