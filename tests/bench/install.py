#!/usr/bin/env python3
"""Measures an installation with all features: its time with a cold target folder, and the size of the program.

    tests/bench/install.py BASE HEAD

Runs the installation command of each commit's README. The crates are in the cache of cargo; run `cargo fetch` before.
"""

import resource
import subprocess
import time

from commits import ENVIRONMENT, clone_of, compare, readme_command

ROWS = ["installation, s", "CPU, s", "program, MB"]


def cpu_seconds(usage):
    return usage.ru_utime + usage.ru_stime


def measure(commit, folder):
    """Returns the values of one round, in the order of `ROWS`."""
    clone = clone_of(commit, folder)
    command = readme_command(clone, "^cargo install --path .*$")
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run([*command, "--root", folder, "--locked", "--quiet"], cwd=clone, env=ENVIRONMENT, check=True)
    seconds = time.perf_counter() - start
    cpu = cpu_seconds(resource.getrusage(resource.RUSAGE_CHILDREN)) - cpu_seconds(before)
    return seconds, cpu, (folder / "bin/croupier").stat().st_size / 1e6


if __name__ == "__main__":
    compare(__doc__, ROWS, measure)
