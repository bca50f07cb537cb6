#!/usr/bin/env python3
"""Writes dates.tsv from the npm package cldr-dates-full, which has the dates of the Unicode CLDR in JSON.

    npm pack cldr-dates-full@47 && tar xzf cldr-dates-full-47*.tgz
    python3 extract.py package/main > dates.tsv

Each line is a locale: its tag and the fields of `locale::dates::FIELDS`, separated by tabs. Names in a field are separated by `|`.
`^` is the value of the locale without its last subtag, `=` the value of the field before. A locale whose fields are all those of the
shorter one is left out.
"""

import json
import os
import sys

folder = sys.argv[1]
DAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]


def text(value):
    value = value if isinstance(value, str) else value["_value"]
    assert "\t" not in value and "|" not in value and "\n" not in value, value
    return value


def row(tag):
    with open(os.path.join(folder, tag, "ca-gregorian.json"), encoding="utf-8") as file:
        calendar = json.load(file)["main"][tag]["dates"]["calendars"]["gregorian"]
    months = lambda use, width: "|".join(text(calendar["months"][use][width][str(it)]) for it in range(1, 13))
    days = lambda use, width: "|".join(text(calendar["days"][use][width][it]) for it in DAYS)
    patterns = [text(calendar["dateFormats"][it]) for it in ("full", "long", "medium", "short")]
    times = calendar["timeFormats"]
    time, ascii_time = text(times["short"]), text(times.get("short-alt-ascii", ""))
    halves = calendar["dayPeriods"]["format"]["abbreviated"]
    fields = [
        *patterns,
        text(calendar["dateTimeFormats"]["availableFormats"].get("yMMMM", "MMMM y")),
        months("format", "wide"),
        months("stand-alone", "wide"),
        months("format", "abbreviated"),
        months("stand-alone", "abbreviated"),
        days("format", "wide"),
        days("stand-alone", "wide"),
        days("format", "abbreviated"),
        text(halves["am"]) + "|" + text(halves["pm"]),
        text(calendar["eras"]["eraAbbr"]["1"]),
        # The names of halves of the day are in the table, and those of shorter parts (`B`) are not.
        (ascii_time if ascii_time == time.replace("\u202f", " ") else time).replace("B", "a"),
    ]
    return fields


rows = {}
for tag in sorted(os.listdir(folder)):
    if os.path.exists(os.path.join(folder, tag, "ca-gregorian.json")) and tag not in ("root", "und"):
        rows[tag] = row(tag)

for tag, fields in rows.items():
    parent = tag.rpartition("-")[0]
    while parent and parent not in rows:
        parent = parent.rpartition("-")[0]
    inherited = rows.get(parent)
    if inherited == fields:
        continue
    written = []
    for index, field in enumerate(fields):
        if inherited and inherited[index] == field:
            written.append("^")
        elif index and fields[index - 1] == field:
            written.append("=")
        else:
            written.append(field)
    print("\t".join([tag, *written]))
