#!/usr/bin/env python3
"""Measures how long contributors wait: from a fresh clone until the casino's first page, and from an edit until its page is built again.

    tests/bench/first_page.py BASE HEAD --rounds 2

Runs the first command of each commit's README, with a cold target folder. The crates and npm packages are in the caches of cargo and npm;
run `cargo fetch` before.
"""

import os
import signal
import statistics
import subprocess
import sys
import time
import urllib.error
import urllib.request
from json import loads

from commits import ENVIRONMENT, clone_of, compare, readme_command

PORT = 8911
EDITS = 15
# Milliseconds between two edits, so that the watcher reports each one by itself.
PAUSE_MS = 300
ROWS = ["first page, s", "an edit, ms", "slowest edit, ms"]


def wait_for(path, server, is_answer):
    """Waits until the server answers a request for a path, and the answer is the expected one."""
    while True:
        if server.poll() is not None:
            sys.exit(f"the command ended with status {server.returncode}")
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{PORT}{path}") as response:
                if is_answer(response.read()):
                    return
        except (urllib.error.URLError, ConnectionError):
            time.sleep(0.02)


def wait_for_build(server):
    while loads(server.stdout.readline())["event"] != "build_finished":
        pass


def edit_times(clone, server):
    """Returns the milliseconds from the write of a page until each build that publishes it."""
    page = clone / "content/info/faq.md"
    text = page.read_text()
    times = []
    for number in range(EDITS):
        time.sleep(PAUSE_MS / 1000)
        start = time.perf_counter()
        page.write_text(f"{text}\n\nEdit {number} of the benchmark.\n")
        wait_for_build(server)
        times.append((time.perf_counter() - start) * 1000)
        with urllib.request.urlopen(f"http://127.0.0.1:{PORT}/info/faq/") as response:
            if f"Edit {number} of the benchmark." not in response.read().decode():
                sys.exit("the built page does not show the edit")
    return times


def measure(commit, folder):
    """Returns the values of one round, in the order of `ROWS`."""
    start = time.perf_counter()
    clone = clone_of(commit, folder)
    command = [*readme_command(clone, "^cargo run .*-- dev$"), "--json", "--port", str(PORT)]
    # In a group of its own, so that cargo, the server and the sandbox end together.
    server = subprocess.Popen(
        command, cwd=clone, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True
    )
    try:
        wait_for("/", server, lambda body: b"</html>" in body)
        seconds = time.perf_counter() - start

        wait_for_build(server)
        # Until it answers, cargo compiles the sandbox, which disturbs edits.
        wait_for("/rtggames.json", server, lambda _: True)
        edits = edit_times(clone, server)
    finally:
        os.killpg(server.pid, signal.SIGTERM)
        server.wait()
    return seconds, statistics.median(edits), max(edits)


if __name__ == "__main__":
    compare(__doc__, ROWS, measure)
