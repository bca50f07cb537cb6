"""Measures the editor of `croupier dev` on a site of many pages: the list of files, and the time from a change to the rendered page.

    python3 tests/bench/editor.py [--pages 10000] [--edits 41]

`CROUPIER` names the program, by default the optimized one of this repository.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import tempfile
import time
import urllib.request
from pathlib import Path

import corpus

ROOT = Path(__file__).resolve().parents[2]
CROUPIER = os.environ.get("CROUPIER", ROOT / "target" / "release" / "croupier")


class Client:
    """Sends the calls of the application in the browser."""

    def __init__(self, origin):
        self.origin = origin

    def call(self, method, path, body=None):
        """Returns the response of a call, and its time in milliseconds."""
        headers = {"origin": self.origin, "content-type": "application/json"}
        data = json.dumps(body).encode() if body is not None else None
        request = urllib.request.Request(self.origin + path, data=data, method=method, headers=headers)
        start = time.perf_counter()
        with urllib.request.urlopen(request) as response:
            text = response.read()
        return text, (time.perf_counter() - start) * 1000


def row(name, times):
    times = sorted(times)
    print(f"| {name} | {statistics.median(times):.1f} | {times[int(len(times) * 0.95)]:.1f} |")


def measure(client, page, count):
    """Prints the table of a running server. `page` is the path of a content file."""
    edit = "/_croupier/edit"
    _, first = client.call("GET", f"{edit}/tree")
    print(f"\nThe first list, which reads the site: {first:.0f} ms. Times of later calls in milliseconds:\n")
    print("| call | median | 95th percentile |\n|---|---|---|")
    row("list of files", [client.call("GET", f"{edit}/tree?kind=page&page={it + 1}")[1] for it in range(count)])
    row("search in the list", [client.call("GET", f"{edit}/tree?q=lantern")[1] for _ in range(count)])
    # The site is rendered once while the editor is idle; later calls do not wait for it.
    client.call("GET", f"{edit}/entry?path=content/data/prices.toml")

    entry = json.loads(client.call("GET", f"{edit}/entry?path={page}")[0])
    price = json.loads(client.call("GET", f"{edit}/entry?path=content/data/prices.toml")[0])

    def preview(path, base, edits, route):
        """Returns the time until the page with a draft is there."""
        body = {"files": [{"path": path, "base": base, "edits": edits}]}
        _, stored = client.call("PUT", f"{edit}/draft?id=0123456789abcdef&route={route}", body)
        html, loaded = client.call("GET", f"{route}?croupier-draft=0123456789abcdef")
        return html.decode(), stored + loaded

    route = entry["route"]
    for name, of_round in [
        ("a body", lambda it: (page, entry["digest"], [{"body": {"start": 0, "end": 0}, "text": f"Round {it}.\n\n"}], route, f"Round {it}.")),
        ("a title", lambda it: (page, entry["digest"], [{"set": "/title", "value": f"Title {it}"}], route, f"Title {it}")),
        ("one data record", lambda it: ("content/data/prices.toml", price["digest"], [{"set": "/records/7/price", "value": 7000 + it}], "/prices/", f"{7000 + it}")),
    ]:
        times = []
        for number in range(count):
            *arguments, expected = of_round(number)
            html, elapsed = preview(*arguments)
            assert expected in html, f"{name}: {expected} is not in the preview"
            times.append(elapsed)
        row(f"draft to preview: {name}", times)

    digest = entry["digest"]
    times = []
    for number in range(5):
        edits = [{"set": "/title", "value": f"Saved {number}"}]
        body = {"files": [{"path": page, "base": digest, "edits": edits}]}
        saved, elapsed = client.call("POST", f"{edit}/save", body)
        digest = json.loads(saved)["files"][0]["digest"]
        times.append(elapsed)
        # The next save begins after the server has read this one.
        while f"Saved {number}" not in client.call("GET", route)[0].decode():
            time.sleep(0.01)
    row("save of a title, with all checks", times)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pages", type=int, default=10_000)
    parser.add_argument("--edits", type=int, default=41)
    options = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="croupier-bench-"))
    try:
        site, _ = corpus.make(folder, options.pages, without_hugo=True)
        command = [CROUPIER, "dev", "--port", "0", "--root", site]
        server = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        try:
            origin = next(line.split()[-1].rstrip("/") for line in server.stderr if line.startswith("serving "))
            page = sorted((site / "content").glob("s*/p*.md"))[0].relative_to(site)
            print(f"{options.pages} pages, {CROUPIER}")
            measure(Client(origin), str(page), options.edits)
        finally:
            server.terminate()
            server.wait()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
