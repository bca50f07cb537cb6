#!/usr/bin/env python3
"""Writes lists.tsv from the npm package cldr-misc-full, which has the patterns of lists of the Unicode CLDR in JSON.

    npm pack cldr-misc-full@48.2.0 && tar xzf cldr-misc-full-48.2.0.tgz
    python3 extract_lists.py package/main > lists.tsv

Each line is a locale: its tag, four patterns of "and" and four of "or", separated by tabs. The patterns are those of two items, of the first two,
of the next ones and of the last two. `=` is the pattern before. A locale with the patterns of the shorter one, or of English if there is none, is
left out.
"""

import json
import os
import sys

folder = sys.argv[1]


def patterns(tag):
    with open(os.path.join(folder, tag, "listPatterns.json"), encoding="utf-8") as file:
        lists = json.load(file)["main"][tag]["listPatterns"]
    kinds = [lists["listPattern-type-standard"], lists["listPattern-type-or"]]
    return [kind[it] for kind in kinds for it in ("2", "start", "middle", "end")]


found = {tag: patterns(tag) for tag in sorted(os.listdir(folder)) if tag not in ("root", "und")}
print("\t".join(["en", *found["en"]]))

for tag, own in found.items():
    parent = tag.rpartition("-")[0]
    while parent and parent not in found:
        parent = parent.rpartition("-")[0]
    if own != found.get(parent, found["en"]):
        short = ["=" if at > 0 and it == own[at - 1] else it for at, it in enumerate(own)]
        print("\t".join([tag, *short]))
