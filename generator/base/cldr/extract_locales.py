#!/usr/bin/env python3
"""Writes locales.tsv from the npm packages cldr-core, cldr-numbers-full and cldr-localenames-full.

    for it in cldr-core cldr-numbers-full cldr-localenames-full; do
      npm pack $it@48.0.0; mkdir $it; tar xzf $it-48.0.0.tgz -C $it
    done
    python3 extract_locales.py . > locales.tsv

Each line is a locale: its tag and the fields of `locale::FIELDS`, separated by tabs. `^` is the value of the locale without its last
subtag. A locale whose fields are all those of the shorter one is left out. `ar-u-nu-latn` has the formats with Latin digits of a language
that has other ones by default.
"""

import json
import os
import sys

folder = sys.argv[1]
# Latin America is no country. Its Spanish has most speakers in Mexico.
COUNTRIES = {"es-419": "MX"}


def read(package, path):
    with open(os.path.join(folder, package, "package", path), encoding="utf-8") as file:
        return json.load(file)


supplemental = lambda name: read("cldr-core", f"supplemental/{name}.json")["supplemental"]
LIKELY = supplemental("likelySubtags")["likelySubtags"]
DIGITS = {tag: it["_digits"] for tag, it in supplemental("numberingSystems")["numberingSystems"].items() if "_digits" in it}


def country(tag):
    own = [it for it in tag.split("-")[1:] if len(it) == 2]
    language = tag.split("-")[0]
    return own[0] if own else COUNTRIES.get(tag) or LIKELY.get(tag, LIKELY.get(language, "")).split("-")[-1]


def sizes(pattern):
    """Returns the sizes of groups from right to left."""
    groups = pattern.split(";")[0].split(".")[0].split(",")[1:]
    return ",".join(str(sum(it in "#0" for it in group)) for group in reversed(groups))


def with_placeholder(pattern):
    """Returns a pattern with `0` for the number."""
    start = next(at for at, it in enumerate(pattern) if it in "#0")
    end = max(at for at, it in enumerate(pattern) if it in "#0")
    return pattern[:start] + "0" + pattern[end + 1 :]


def display_names(tag, kind):
    path = f"main/{tag}/{kind}.json"
    if not os.path.exists(os.path.join(folder, "cldr-localenames-full/package", path)):
        return {}
    return read("cldr-localenames-full", path)["main"][tag]["localeDisplayNames"][kind]


def row(tag, system=None):
    numbers = read("cldr-numbers-full", f"main/{tag}/numbers.json")["main"][tag]["numbers"]
    system = system or numbers["defaultNumberingSystem"]
    symbols = numbers["symbols-numberSystem-" + system]
    decimals = numbers["decimalFormats-numberSystem-" + system]["standard"]
    amounts = numbers["currencyFormats-numberSystem-" + system]["standard"]
    positive, _, negative = amounts.partition(";")
    negative = negative or "-" + positive

    code = country(tag)
    name, country_name = display_names(tag, "languages").get(tag.split("-")[0], ""), display_names(tag, "territories").get(code, "")
    fields = [
        name,
        code,
        "" if country_name == code else country_name,
        DIGITS[system][0],
        symbols["decimal"],
        symbols["group"],
        symbols["minusSign"],
        sizes(decimals),
        numbers["minimumGroupingDigits"],
        symbols.get("currencyDecimal", symbols["decimal"]),
        symbols.get("currencyGroup", symbols["group"]),
        sizes(amounts),
        with_placeholder(positive),
        with_placeholder(negative).replace("-", symbols["minusSign"]),
    ]
    assert not any("\t" in it or "^" in it or "\n" in it for it in fields), fields
    return fields


def names_of(tag):
    """Returns a tag, and the shorter ones for which this one is most likely: `sr-ME` for `sr-Latn-ME`, `pa-PK` for `pa-Arab`."""
    language, *others = tag.split("-")
    full = tag if len(others) == 2 else f"{tag}-{country(tag)}"
    short = f"{language}-{country(tag)}"
    return [tag, short] if others and short not in tags and LIKELY.get(short) == full else [tag]


rows = {}
tags = sorted(set(os.listdir(os.path.join(folder, "cldr-numbers-full/package/main"))) - {"root", "und"})
for tag in tags:
    for name in names_of(tag):
        rows[name] = row(tag)
        if rows[name][3] != "0":
            rows[name + "-u-nu-latn"] = row(tag, "latn")

for tag, fields in sorted(rows.items()):
    parent = tag.removesuffix("-u-nu-latn") if tag.endswith("-u-nu-latn") else tag.rpartition("-")[0]
    while parent and parent not in rows:
        parent = parent.rpartition("-")[0]
    inherited = rows.get(parent)
    if inherited != fields:
        written = ["^" if inherited and inherited[at] == field else field for at, field in enumerate(fields)]
        print("\t".join([tag, *written]))
