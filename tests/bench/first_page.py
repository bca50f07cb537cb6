#!/usr/bin/env python3
"""Measures how long contributors wait: from a fresh clone until the casino's first page, and from an edit until its page is built again.

    tests/bench/first_page.py BASE HEAD --rounds 2

Each round clones each commit into a new folder and runs the first command of its README, so that the commits alternate on the same
machine. Cargo's target folder is cold. The crates and npm packages are in the caches of cargo and npm; run `cargo fetch` before.
Prints the median of each commit and its ratio to the first one.
"""

import argparse
import os
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from json import loads
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PORT = 8911
EDITS = 15
# Milliseconds between two edits, so that the watcher reports each one by itself.
PAUSE_MS = 300
ROWS = ["first page, s", "an edit, ms", "slowest edit, ms"]


def first_command(clone):
    """Returns the first command of the README that starts the casino, with a free port and JSON events."""
    command = re.search(r"^cargo run .*-- dev$", (clone / "README.md").read_text(), re.MULTILINE)
    if not command:
        sys.exit(f"{clone}/README.md has no command `cargo run ... -- dev`")
    return [*command.group().split(), "--json", "--port", str(PORT)]


def wait_for_page(server):
    """Waits until the server sends the start page."""
    while True:
        if server.poll() is not None:
            sys.exit(f"the command ended with status {server.returncode}")
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{PORT}/") as response:
                if b"</html>" in response.read():
                    return
        except (urllib.error.URLError, ConnectionError):
            time.sleep(0.02)


def wait_for_sandbox():
    """Waits until the sandbox answers a call through the server."""
    while True:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{PORT}/rtggames.json").close()
            return
        except (urllib.error.URLError, ConnectionError):
            time.sleep(0.2)


def edit_times(clone, server):
    """Returns the milliseconds from the write of a page until each build that publishes it."""
    page = clone / "content/info/faq.md"
    text = page.read_text()
    times = []
    for number in range(EDITS):
        time.sleep(PAUSE_MS / 1000)
        start = time.perf_counter()
        page.write_text(f"{text}\n\nEdit {number} of the benchmark.\n")
        while loads(server.stdout.readline())["event"] != "build_finished":
            pass
        times.append((time.perf_counter() - start) * 1000)
        with urllib.request.urlopen(f"http://127.0.0.1:{PORT}/info/faq/") as response:
            if f"Edit {number} of the benchmark." not in response.read().decode():
                sys.exit("the built page does not show the edit")
    return times


def measure(commit):
    """Returns the values of one round, in the order of `ROWS`."""
    folder = Path(tempfile.mkdtemp(prefix="croupier-first-page-"))
    clone = folder / "clone"
    environment = {name: value for name, value in os.environ.items() if name != "CARGO_TARGET_DIR"}
    start = time.perf_counter()
    subprocess.run(["git", "clone", "--quiet", ROOT, clone], check=True)
    subprocess.run(["git", "checkout", "--quiet", "--detach", commit], cwd=clone, check=True)
    command = first_command(clone)
    # A group of its own, so that cargo, the server and the sandbox end together.
    server = subprocess.Popen(
        command, cwd=clone, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True
    )
    try:
        wait_for_page(server)
        seconds = time.perf_counter() - start

        while loads(server.stdout.readline())["event"] != "build_finished":
            pass
        # The sandbox is still being compiled, which would disturb the edits.
        wait_for_sandbox()
        edits = edit_times(clone, server)
    finally:
        os.killpg(server.pid, signal.SIGTERM)
        server.wait()
        shutil.rmtree(folder, ignore_errors=True)
    return seconds, statistics.median(edits), max(edits)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("commits", nargs="+", help="commits of this repository, the baseline first")
    parser.add_argument("--rounds", type=int, default=1)
    args = parser.parse_args()

    rounds = {commit: [] for commit in args.commits}
    for _ in range(args.rounds):
        for commit in args.commits:
            rounds[commit].append(measure(commit))
            print(commit, *(f"{value:.1f}" for value in rounds[commit][-1]), file=sys.stderr)

    medians = {commit: [statistics.median(values) for values in zip(*found)] for commit, found in rounds.items()}
    baseline = medians[args.commits[0]]
    for commit, values in medians.items():
        print(f"{commit}:")
        for row, value, base in zip(ROWS, values, baseline):
            print(f"  {row}: {value:.1f}, ratio {value / base:.2f}")


if __name__ == "__main__":
    main()
