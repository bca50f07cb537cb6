"""Edits while `watch` runs: from the write of a source until everything made of it is renamed and the build is reported."""

import re
import statistics
import subprocess
import sys
import time
from json import loads


def kinds(site):
    """What is edited: a name, the file, how turn `n` changes its text, and the files of the output that show the change."""
    page = sorted((site / "content").glob("s*/p*.md"))[0]
    place = page.relative_to(site / "content").with_suffix("")
    section = f"{place.parent}/index.html"
    tags = re.findall('"Tag (\\d+)"', page.read_text().split("+++")[1])
    return [
        ("a body", page, lambda text, n: re.sub("(?s)(\n\nEdit .*)?$", f"\n\nEdit {n} of the bench.\n", text.rstrip()), "Edit {n} of the bench", [f"{place}/index.html"]),
        ("a title", page, lambda text, n: re.sub('title = ".*"', f'title = "Title {n}"', text, count=1), ">Title {n}<", [f"{place}/index.html", section, f"tags/tag-{tags[0]}/index.html"]),
        ("a tag", page, lambda text, n: re.sub("tags = .*", f'tags = ["Tag {n}", "Tag {tags[1]}"]', text, count=1), ">Tag {n}<", [f"{place}/index.html", "tags/tag-{n}/index.html"]),
        ("a date", page, lambda text, n: re.sub("date = .*", f"date = 2009-01-{n + 1:02}", text, count=1), "2009-01-{n1:02}", [section]),
        ("one data record", site / "content/data/prices.toml", lambda text, n: re.sub("price = 7.*", f"price = 7{n}", text, count=1), "Record 7 7{n}", ["prices/index.html"]),
        ("a template of one page", site / "pages/prices.html", lambda text, n: re.sub("<h1>.*?</h1>", f"<h1>Turn {n}</h1>", text), "<h1>Turn {n}</h1>", ["prices/index.html"]),
    ]


def measure(croupier, site, out, count):
    """Milliseconds of `count` edits of each kind, median and worst, by name."""
    command = [croupier, "watch", "--json", "--root", site, "--out", out]
    watch = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)

    def finished():
        while True:
            event = loads(watch.stdout.readline())
            if event["event"] == "build_failed":
                sys.exit(f"an edit failed: {event}")
            if event["event"] == "build_finished":
                return

    finished()
    found = {}
    for name, file, edit, shown, places in kinds(site):
        times = []
        for turn in range(count):
            text = edit(file.read_text(), turn)
            begun = time.perf_counter()
            file.write_text(text)
            finished()
            times.append((time.perf_counter() - begun) * 1000)
            for place in places:
                words = shown.format(n=turn, n1=turn + 1)
                if words not in (out / place.format(n=turn)).read_text():
                    sys.exit(f"{name}: {place} does not show `{words}`")
        found[name] = statistics.median(times), max(times)
    watch.terminate()
    watch.wait()
    return found
