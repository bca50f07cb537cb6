#!/usr/bin/env python3
"""Simulates what a release costs a CDN when many tabs are open: requests per second, bytes, and how long tabs run earlier code.

Each tab alternates between use and rest. In use, the reader scrolls and follows links; the tab checks the release as the loader does
(`runtime/loader/src/loader/core/release.ts`): while scrolling and before navigations at most every 30 s, and on becoming visible at most every
300 s. The model is an upper bound: readers scroll all the time. The result is the mean of a sample, scaled to `--tabs`.

    python3 tests/bench/open_tabs.py [--tabs 1000000] [--sample 20000] [--seed 7]
"""

import argparse
import random
from collections import Counter
from pathlib import Path

HOUR = 3600
# Seconds before the release in which tabs reach their usual states, and seconds after it that are counted.
BEFORE, AFTER = 72 * HOUR, 96 * HOUR
# Means in seconds: a period of use, and the time between two navigations in it.
USE, READING = 240, 25
# Rests: another tab, some hours, a night. Mean in seconds, and share of all rests.
RESTS = [(300, 0.6), (3 * HOUR, 0.3), (16 * HOUR, 0.1)]
# Share of periods of use after which a reader closes the tab. Another reader then opens one.
CLOSES = 0.3
CHECK_ACTIVE = int(next(
    line.split("=")[1].strip(" ;\n").replace("_", "")
    for line in (Path(__file__).parents[2] / "runtime/loader/src/loader/core/release.ts").read_text().splitlines()
    if line.startswith("export const on_navigation_ms")
)) / 1000
CHECK_VISIBLE = 300
# Bytes after compression: a document, and the code that all pages of the casino share.
DOCUMENT, CODE = 15_000, 100_000


class Counts:
    """Requests by kind and second after the release, and when tabs change to the new code."""

    def __init__(self):
        self.checks = Counter()
        self.navigations = Counter()
        self.loads = Counter()
        self.changed_at = []
        self.open_at_release = 0
        self.in_use_at_release = 0


def rest(dice):
    [mean] = dice.choices([mean for mean, _ in RESTS], [share for _, share in RESTS])
    return dice.expovariate(1 / mean)


def simulate(dice, counts):
    """Follows the place of one tab: a tab, and after it is closed the tab of another reader."""
    now = -BEFORE + dice.random() * 2 * HOUR
    is_old, knows, checked = True, False, now
    was_open_at_release = False
    while now < AFTER:
        end = now + dice.expovariate(1 / USE)
        if now < 0 <= end:
            was_open_at_release = True
            counts.in_use_at_release += 1
        link = now + dice.expovariate(1 / READING)
        check = now if now - checked >= CHECK_VISIBLE else checked + CHECK_ACTIVE
        check = max(check, now)
        while min(link, check) < end:
            if check <= link:
                checked = check
                if check >= 0:
                    knows = True
                    counts.checks[int(check)] += 1
                check += CHECK_ACTIVE
                continue
            if link >= 0:
                counts.navigations[int(link)] += 1
                if is_old and knows:
                    is_old = False
                    if was_open_at_release:
                        counts.loads[int(link)] += 1
                        counts.changed_at.append(link)
            link += dice.expovariate(1 / READING)
        now = end
        if dice.random() < CLOSES:
            # A tab of another reader begins with the code that is live then.
            if was_open_at_release and is_old and now >= 0:
                counts.changed_at.append(now)
            is_old, knows, checked = now < 0, False, now
            continue
        later = now + rest(dice)
        if now < 0 <= later:
            was_open_at_release = True
        now = later
    if was_open_at_release:
        counts.open_at_release += 1


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--tabs", type=int, default=1_000_000)
    arguments.add_argument("--sample", type=int, default=20_000)
    arguments.add_argument("--seed", type=int, default=7)
    options = arguments.parse_args()
    dice = random.Random(options.seed)
    counts = Counts()
    for _ in range(options.sample):
        simulate(dice, counts)
    tabs = counts.open_at_release
    scale = options.tabs / tabs

    def rate(counter, start, length):
        return sum(counter[second] for second in range(start, start + length)) / length * scale

    def peak(counter, window):
        starts = range(0, HOUR, window)
        return max(rate(counter, start, window) for start in starts)

    print(f"{options.tabs:,} open tabs, {counts.in_use_at_release / tabs:.0%} of them in use at the release; sample {tabs:,}, seed {options.seed}\n")
    print("| requests per second | mean of the first hour |\n|---|---|")
    checks = rate(counts.checks, 0, HOUR)
    print(f"| checks of app-data | {checks:,.0f} |")
    print(f"| a check for each navigation | {rate(counts.navigations, 0, HOUR):,.0f} |")
    print(f"| a check each minute of every tab | {options.tabs / 60:,.0f} |")
    loads = peak(counts.loads, 10)
    print("\n| documents that tabs load for new shared code | number |\n|---|---|")
    print(f"| at most, per second (mean of 10 s) | {loads:,.0f} |")
    print(f"| in the first minute, first hour | {rate(counts.loads, 0, 60) * 60:,.0f}, {rate(counts.loads, 0, HOUR) * HOUR:,.0f} |")
    print(f"| bandwidth at the most, Gbit/s | {loads * (DOCUMENT + CODE) * 8 / 1e9:.2f} |")
    print("\n| time after the release | tabs with earlier code |\n|---|---|")
    for label, second in [("1 minute", 60), ("10 minutes", 600), ("1 hour", HOUR), ("6 hours", 6 * HOUR), ("24 hours", 24 * HOUR), ("48 hours", 48 * HOUR), ("96 hours", AFTER)]:
        left = tabs - sum(1 for at in counts.changed_at if at <= second)
        print(f"| {label} | {left / tabs:.2%} |")


if __name__ == "__main__":
    main()
