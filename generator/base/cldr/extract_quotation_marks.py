#!/usr/bin/env python3
"""Writes quotation_marks.tsv from the npm package cldr-misc-full, which has the delimiters of the Unicode CLDR in JSON.

    npm pack cldr-misc-full@48.2.0 && tar xzf cldr-misc-full-48.2.0.tgz
    python3 extract_quotation_marks.py package/main > quotation_marks.tsv

Each line is a locale: its tag, its opening and its closing mark, separated by tabs. French marks have a no-break space inside. A locale with
the marks of the shorter one, or of English if there is none, is left out.
"""

import json
import os
import sys

folder = sys.argv[1]
ENGLISH = ("“", "”")


def marks(tag):
    with open(os.path.join(folder, tag, "delimiters.json"), encoding="utf-8") as file:
        delimiters = json.load(file)["main"][tag]["delimiters"]
    start, end = delimiters["quotationStart"], delimiters["quotationEnd"]
    if tag.split("-")[0] == "fr" and start == "«":
        start, end = start + "\u00a0", "\u00a0" + end
    return start, end


found = {tag: marks(tag) for tag in sorted(os.listdir(folder)) if tag not in ("root", "und")}

for tag, own in found.items():
    parent = tag.rpartition("-")[0]
    while parent and parent not in found:
        parent = parent.rpartition("-")[0]
    if own != found.get(parent, ENGLISH):
        print("\t".join([tag, *own]))
