#!/usr/bin/env python3
"""Measures cold builds of one corpus with Croupier, Hugo, Eleventy, Astro and Gatsby: the same Markdown, with a list per section and tag.
The npm packages are installed into `--folder`. Absolute times differ between machines; compare those of one run.

    cargo build --release -p croupier
    python3 tests/bench/generators.py [--pages 1000] [--rounds 3] [--folder /dev/shm/croupier-generators] [--only astro,croupier]
"""

import argparse
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
from pathlib import Path

import corpus
from build import CROUPIER, run

SITES = Path(__file__).resolve().parent / "generators"
# The commands, relative to the folder of the site, their output and what they leave for the next build.
NODE = {
    "eleventy": (["eleventy", "--quiet"], "_site", []),
    "astro": (["astro", "build", "--silent"], "dist", [".astro", "node_modules/.astro"]),
    "gatsby": (["gatsby", "build"], "public", [".cache"]),
}


def yaml(text, tags):
    """Returns a page of the Hugo site with YAML front matter, whose tags have the given name."""
    front, body = re.match(r"\+\+\+\n(.*?)\+\+\+\n(.*)", text, re.S).groups()
    lines = [re.sub(r"^(\w+) = ", r"\1: ", line) for line in front.splitlines()]
    return "---\n" + "\n".join(lines).replace("tags:", f"{tags}:") + "\n---\n" + body


def node_site(folder, name, hugo, menu):
    """Writes the site of an npm generator with the pages of the Hugo site, and returns its root."""
    site = folder / name
    shutil.rmtree(site, ignore_errors=True)
    shutil.copytree(SITES / name, site)
    # In Eleventy, `tags` makes a collection for each tag. `terms` does not, so that each list is made only one time.
    tags = "terms" if name == "eleventy" else "tags"
    layout = "layout: page.njk\n" if name == "eleventy" else ""
    for page in hugo.glob("content/s*/p*.md"):
        text = yaml(page.read_text(), tags).replace("---\n", f"---\n{layout}", 1)
        corpus.write(site / page.relative_to(hugo), text)
    if name == "eleventy":
        shutil.move(site / "lists", site / "content/lists")
        corpus.write(site / "content/index.md", "---\nlayout: base.njk\ntitle: Home\n---\nHello.\n")
        corpus.write(site / "_data/menu.json", json.dumps(menu))
    else:
        corpus.write(site / "menu.json", json.dumps(menu))
    shutil.copytree(hugo / "static", site / {"eleventy": "static", "astro": "public", "gatsby": "static"}[name])
    if name == "gatsby":
        # Gatsby and its plugins only run in a folder whose package.json names them.
        shutil.copy(SITES / "package.json", site)
        corpus.write(site / "package.json", (site / "package.json").read_text().replace('  "type": "module",\n', ""))
        corpus.write(site / "src/pages/404.js", 'export default () => "Not found";\n')
    else:
        corpus.write(site / "package.json", '{ "name": "bench", "private": true, "type": "module" }\n')
    return site


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--pages", type=int, default=1000)
    arguments.add_argument("--rounds", type=int, default=3)
    arguments.add_argument("--folder", type=Path, default=Path("/dev/shm/croupier-generators"))
    arguments.add_argument("--only", default="croupier,hugo,eleventy,astro,gatsby", help="names, separated by commas")
    options = arguments.parse_args()
    names = options.only.split(",")
    folder = options.folder / str(options.pages)
    shutil.rmtree(folder, ignore_errors=True)
    site, hugo = corpus.make(folder, options.pages, False)
    count = max(1, options.pages // 100)
    menu = [{"label": f"S{it}", "path": f"/s{it:04}/"} for it in range(min(count, 20))]

    commands = {}
    if "croupier" in names:
        commands["croupier"] = ([CROUPIER, "build", "--out", folder / "out"], site, folder / "out", [site / ".croupier"])
    binary = shutil.which("hugo")
    if "hugo" in names and binary:
        out = folder / "hugo-out"
        commands["hugo"] = ([binary, "--quiet", "--destination", out], hugo, out, [hugo / "resources"])
    installed = [name for name in NODE if name in names]
    if installed:
        # Packages are found from the sites, which are in folders below.
        shutil.copy(SITES / "package.json", options.folder)
        subprocess.run(["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--silent", "--no-package-lock"], cwd=options.folder, check=True)
    for name in installed:
        root = node_site(folder, name, hugo, menu)
        command, output, left = NODE[name]
        program = options.folder / "node_modules/.bin" / command[0]
        commands[name] = ([program, *command[1:]], root, root / output, [root / it for it in left])

    environment = {"ASTRO_TELEMETRY_DISABLED": "1", "GATSBY_TELEMETRY_DISABLED": "1", "CI": "1", "NODE_ENV": "production"}
    os.environ.update(environment)
    samples = {name: [] for name in commands}
    pages = {}
    for _ in range(options.rounds):
        for name, (command, root, output, left) in commands.items():
            for path in [output, *left]:
                shutil.rmtree(path, ignore_errors=True)
            samples[name].append(run(command, root))
            pages[name] = sum(1 for _ in output.rglob("index.html"))
    print(f"{options.pages} pages, {os.cpu_count()} cores, medians of {options.rounds} alternating cold builds\n")
    print("| generator | wall s | CPU s | memory MB | HTML files |\n|---|---|---|---|---|")
    for name, times in samples.items():
        wall, cpu, memory = (statistics.median(column) for column in zip(*times))
        print(f"| {name} | {wall:.2f} | {cpu:.2f} | {memory:.0f} | {pages[name]} |")
    if not samples:
        sys.exit("nothing was measured")


if __name__ == "__main__":
    main()
