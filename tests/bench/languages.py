#!/usr/bin/env python3
"""Measures cold builds of as many pages in five languages as in one, alternately. Compare the ratios of one run: they are what a page
costs more because its site has several languages. A part of it is output: pages link to their translations in the document and in the
page-data, which the ratio of sizes shows. With `sitemap_alternates`, only the sitemap has these links.

    cargo build --release -p croupier --features mimalloc
    python3 tests/bench/languages.py [--pages 10000] [--rounds 5] [--folder /dev/shm/croupier-languages]
"""

import argparse
import os
import shutil
import statistics
from pathlib import Path

import build
import corpus

LANGUAGES = {"en": "English", "fr": "Français", "de": "Deutsch", "es": "Español", "pl": "Polski"}


def translate(site):
    """Adds a translation of each page in each other language, and returns the number of pages."""
    tables = "".join(f'[languages.{key}]\nlabel = "{label}"\n' for key, label in LANGUAGES.items())
    settings = site / "site.toml"
    settings.write_text(f'default_language = "en"\n{settings.read_text()}{tables}')
    pages = list((site / "content").rglob("*.md"))
    for page in pages:
        text = page.read_text()
        for key in LANGUAGES:
            if key != "en":
                page.with_suffix(f".{key}.md").write_text(text.replace('title = "', f'title = "{key} ', 1))
    return len(pages) * len(LANGUAGES)


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--pages", type=int, default=10_000)
    arguments.add_argument("--rounds", type=int, default=5)
    arguments.add_argument("--folder", type=Path, default=Path("/dev/shm/croupier-languages"))
    options = arguments.parse_args()
    shutil.rmtree(options.folder, ignore_errors=True)

    one, _ = corpus.make(options.folder / "one", options.pages, without_hugo=True)
    several, _ = corpus.make(options.folder / "several", options.pages // len(LANGUAGES), without_hugo=True)
    # Menus of the same length, also with few pages.
    shutil.copy(several / "content/data/menu.toml", one / "content/data/menu.toml")
    count = len(list((one / "content").rglob("*.md")))
    several_count = translate(several)
    in_sitemap = options.folder / "in_sitemap"
    shutil.copytree(several, in_sitemap)
    settings = in_sitemap / "site.toml"
    settings.write_text(f"{settings.read_text()}[i18n]\nsitemap_alternates = true\n")
    sites = {
        "one language": (one, count),
        "five languages": (several, several_count),
        "five languages, linked in the sitemap": (in_sitemap, several_count),
    }

    samples = {name: [] for name in sites}
    sizes = {}
    for _ in range(options.rounds):
        for name, (site, _) in sites.items():
            out = options.folder / "out"
            for output in (out, site / ".croupier"):
                shutil.rmtree(output, ignore_errors=True)
            samples[name].append(build.run([build.CROUPIER, "build", "--preview", "--out", out], site))
            sizes[name] = sum(path.stat().st_size for path in out.rglob("*") if path.is_file())

    print(f"{os.cpu_count()} cores, medians of {options.rounds} alternating cold builds\n")
    print("| | pages | wall ms/page | CPU ms/page | output KB/page | memory MB |\n|---|---|---|---|---|---|")
    costs = {}
    for name, (_, pages) in sites.items():
        wall, cpu, memory = (statistics.median(column) for column in zip(*samples[name]))
        costs[name] = wall / pages, cpu / pages, sizes[name] / pages
        size = sizes[name] / pages / 1000
        print(f"| {name} | {pages} | {wall / pages * 1000:.3f} | {cpu / pages * 1000:.3f} | {size:.2f} | {memory:.0f} |")
    first = next(iter(costs.values()))
    for name, cost in list(costs.items())[1:]:
        wall, cpu, size = (several / one for one, several in zip(first, cost))
        print(f"| {name}: ratio per page | | {wall:.2f} | {cpu:.2f} | {size:.2f} | |")
    shutil.rmtree(options.folder, ignore_errors=True)


if __name__ == "__main__":
    main()
