"""Compares commits of this repository: measures each in a clone of its own, in turns, on the same machine."""

import argparse
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# Without a shared target folder, each clone compiles everything.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "CARGO_TARGET_DIR"}


def readme_command(clone, pattern):
    """Returns the first line of the clone's README that matches a regular expression, split into words."""
    command = re.search(pattern, (clone / "README.md").read_text(), re.MULTILINE)
    if not command:
        sys.exit(f"{clone}/README.md has no command `{pattern}`")
    return command.group().split()


def clone_of(commit, folder):
    """Clones a commit into a folder, and returns the path of the clone."""
    clone = folder / "clone"
    subprocess.run(["git", "clone", "--quiet", ROOT, clone], check=True)
    subprocess.run(["git", "checkout", "--quiet", "--detach", commit], cwd=clone, check=True)
    return clone


def compare(description, rows, measure):
    """Measures the commits of the command line with `measure(commit, folder)`, and prints the medians.

    `rows` are the names of the values that `measure` returns. The first commit is the baseline of the ratios.
    """
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("commits", nargs="+", help="commits of this repository, the baseline first")
    parser.add_argument("--rounds", type=int, default=1)
    args = parser.parse_args()

    rounds = {commit: [] for commit in args.commits}
    for _ in range(args.rounds):
        for commit in args.commits:
            folder = Path(tempfile.mkdtemp(prefix="croupier-bench-"))
            try:
                rounds[commit].append(measure(commit, folder))
            finally:
                shutil.rmtree(folder, ignore_errors=True)
            print(commit, *(f"{value:.1f}" for value in rounds[commit][-1]), file=sys.stderr)

    medians = {commit: [statistics.median(values) for values in zip(*found)] for commit, found in rounds.items()}
    baseline = medians[args.commits[0]]
    for commit, values in medians.items():
        print(f"{commit}:")
        for row, value, base in zip(rows, values, baseline):
            print(f"  {row}: {value:.1f}, ratio {value / base:.2f}")
