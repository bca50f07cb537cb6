#!/usr/bin/env python3
"""Writes plurals.tsv and plural_samples.tsv from the npm package cldr-core, which has the plural rules of the Unicode CLDR in JSON.

    npm pack cldr-core@47 && tar xzf cldr-core-47*.tgz
    python3 extract_plurals.py package/supplemental .

Each line has the kind (`cardinal` or `ordinal`), the rules, and the languages that they are for. Rules are separated by `;`, each with
its category, `:` and its condition. `plural_samples.tsv`, for the tests, has numbers of each category instead of conditions.
"""

import json
import os
import re
import sys

supplemental, out = sys.argv[1:]


def samples(rule):
    numbers = re.findall(r"(?<![\d.c])\d+(?:\.\d+)?(?![\d.c])", rule.partition("@")[2])
    return ",".join(dict.fromkeys(numbers))


def write(name, text_of):
    with open(os.path.join(out, name), "w", encoding="utf-8") as file:
        for kind, source in (("cardinal", "plurals"), ("ordinal", "ordinals")):
            with open(os.path.join(supplemental, source + ".json"), encoding="utf-8") as data:
                languages = json.load(data)["supplemental"][f"plurals-type-{kind}"]
            tags = {}
            for tag, rules in languages.items():
                texts = ((key.removeprefix("pluralRule-count-"), text_of(rule)) for key, rule in rules.items())
                line = ";".join(f"{category}:{text}" for category, text in texts if text)
                tags.setdefault(line, []).append(tag)
            for line, of_line in tags.items():
                print(kind, line, " ".join(of_line), sep="\t", file=file)


write("plurals.tsv", lambda rule: rule.partition("@")[0].strip())
write("plural_samples.tsv", samples)
