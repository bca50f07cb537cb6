"""Measures edits while `watch` runs: from the write of a source file until all changed outputs are renamed and the build is reported."""

import re
import statistics
import subprocess
import sys
import time
from json import loads


def kinds(site):
    """Returns the kinds of edits: name, file, function that changes the text in round `n`, expected text, and the outputs that contain it."""
    page = sorted((site / "content").glob("s*/p*.md"))[0]
    path = page.relative_to(site / "content").with_suffix("")
    section = f"{path.parent}/index.html"
    tags = re.findall('"Tag (\\d+)"', page.read_text().split("+++")[1])
    return [
        ("a body", page, lambda text, n: re.sub("(?s)(\n\nEdit .*)?$", f"\n\nEdit {n} of the bench.\n", text.rstrip()), "Edit {n} of the bench", [f"{path}/index.html"]),
        ("a title", page, lambda text, n: re.sub('title = ".*"', f'title = "Title {n}"', text, count=1), ">Title {n}<", [f"{path}/index.html", section, f"tags/tag-{tags[0]}/index.html"]),
        ("a tag", page, lambda text, n: re.sub("tags = .*", f'tags = ["Tag {n}", "Tag {tags[1]}"]', text, count=1), ">Tag {n}<", [f"{path}/index.html", "tags/tag-{n}/index.html"]),
        ("a date", page, lambda text, n: re.sub("date = .*", f"date = 2009-01-{n + 1:02}", text, count=1), "2009-01-{n1:02}", [section]),
        ("one data record", site / "content/data/prices.toml", lambda text, n: re.sub("price = 7.*", f"price = 7{n}", text, count=1), "Record 7 7{n}", ["prices/index.html"]),
        ("a template of one page", site / "pages/prices.html", lambda text, n: re.sub("<h1>.*?</h1>", f"<h1>Round {n}</h1>", text), "<h1>Round {n}</h1>", ["prices/index.html"]),
    ]


def measure(croupier, site, out, count):
    """Returns the median and the worst time of `count` edits in milliseconds, by the name of the kind."""
    command = [croupier, "watch", "--preview", "--json", "--root", site, "--out", out]
    watch = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)

    def wait_for_build():
        while True:
            event = loads(watch.stdout.readline())
            if event["event"] == "build_finished":
                if not event["ok"]:
                    sys.exit(f"a build failed: {event}")
                return

    wait_for_build()
    results = {}
    for name, file, edit, expected, outputs in kinds(site):
        times = []
        for number in range(count):
            text = edit(file.read_text(), number)
            start = time.perf_counter()
            file.write_text(text)
            wait_for_build()
            times.append((time.perf_counter() - start) * 1000)
            for output in outputs:
                expected_text = expected.format(n=number, n1=number + 1)
                if expected_text not in (out / output.format(n=number)).read_text():
                    sys.exit(f"{name}: {output} does not contain `{expected_text}`")
        results[name] = statistics.median(times), max(times)
    watch.terminate()
    watch.wait()
    return results
