#!/usr/bin/env python3
"""Deploys a site to emulators of object stores: moto for S3 and CloudFront, and Azurite for Azure Blob Storage.

    tests/stores/check.py FOLDER

FOLDER keeps the emulators between runs: a virtual environment with moto, and the npm package of Azurite. The first run installs them.
CROUPIER names the binary.
"""

import base64
import email.utils
import hashlib
import hmac
import json
import os
import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
CROUPIER = os.environ.get("CROUPIER", str(HERE.parent.parent / "target/debug/croupier"))
AZURITE = "3.37.0"
ACCOUNT, KEY = "croupier", base64.b64encode(b"a key of this test").decode()


def install(folder: pathlib.Path) -> None:
    """Installs the emulators, unless FOLDER has these versions."""
    requirements = (HERE / "requirements.txt").read_text()
    wanted = f"{requirements}azurite {AZURITE}\n"
    stamp = folder / "installed"
    if stamp.exists() and stamp.read_text() == wanted:
        return
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run([sys.executable, "-m", "venv", folder / "venv"], check=True)
    pip = [folder / "venv/bin/pip", "install", "--quiet", "--disable-pip-version-check"]
    npm = ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error", "--prefix", folder]
    commands = [[*pip, "--requirement", HERE / "requirements.txt"], [*npm, f"azurite@{AZURITE}"]]
    running = [subprocess.Popen(command) for command in commands]
    assert [process.wait() for process in running] == [0, 0]
    stamp.write_text(wanted)


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def request(method: str, url: str, headers: dict[str, str] | None = None) -> bytes | None:
    """Sends a request and returns the body of its response, or `None` if the object does not exist."""
    try:
        with urllib.request.urlopen(urllib.request.Request(url, method=method, headers=headers or {})) as response:
            return response.read()
    except urllib.error.HTTPError as error:
        if error.code == 404:
            return None
        raise RuntimeError(f"{method} {url}: {error.code} {error.read().decode()}") from error


def signed(method: str, path: str, query: str, headers: dict[str, str]) -> dict[str, str]:
    """Returns the headers of a request to Azurite with its signature. The body is empty."""
    headers = {"x-ms-date": email.utils.formatdate(usegmt=True), "x-ms-version": "2021-12-02", **headers}
    canonical = "".join(f"{name}:{headers[name]}\n" for name in sorted(headers))
    resource = f"/{ACCOUNT}/{ACCOUNT}{path}" + "".join(f"\n{pair.replace('=', ':')}" for pair in sorted(query.split("&")))
    text = f"{method}\n" + "\n" * 11 + canonical + resource
    digest = hmac.new(base64.b64decode(KEY), text.encode(), hashlib.sha256).digest()
    return {**headers, "authorization": f"SharedKey {ACCOUNT}:{base64.b64encode(digest).decode()}"}


class Site:
    """A site with a target."""

    def __init__(self, folder: pathlib.Path, url: str, environment: dict[str, str], purge: str | None = None) -> None:
        self.folder = folder
        clean = {name: value for name, value in os.environ.items() if not name.startswith(("AWS_", "AZURE_"))}
        self.environment = {**clean, "HOME": str(folder), **environment}
        subprocess.run([CROUPIER, "new", folder / "site", "--template", "plain"], check=True, capture_output=True)
        self.root = folder / "site"
        settings = self.root / "site.toml"
        # The purge command waits for a line if there is a pipe.
        waiting = '{ command = ["sh", "-c", "if test -p pipe; then read line < pipe; fi"] }'
        target = f'\n[deploy.production]\nurl = "{url}"\nprofile = "preview"\npurge = {purge or waiting}\n'
        settings.write_text(settings.read_text() + target)

    def write(self, path: str, content: str | bytes) -> None:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content if isinstance(content, bytes) else content.encode())

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        output = subprocess.PIPE
        command = [CROUPIER, *arguments]
        return subprocess.Popen(command, cwd=self.root, env=self.environment, stdout=output, stderr=output, text=True)

    def run(self, *arguments: str, status: int = 0) -> str:
        process = self.start(*arguments)
        out, err = process.communicate()
        assert process.returncode == status, f"{arguments}: {process.returncode}\n{out}{err}"
        return out if status == 0 else err

    def event(self, *arguments: str) -> dict[str, object]:
        return json.loads(self.run(*arguments, "--json").splitlines()[-1])


def check(site: Site, public: str, headers: dict[str, str] | None = None) -> None:
    """Runs deployments. `public` is the URL of the live site, which is read with these headers."""

    def read(path: str) -> bytes | None:
        return request("GET", f"{public}/{path}", headers)

    site.write("static/old/a b.txt", "old")
    site.write("static/film.mp4", os.urandom(20 << 20))
    site.write("content/index.md", '+++\ntitle = "Home"\n+++\nFirst\n')
    first = site.event("deploy")
    assert b"First" in read("index.html")
    assert read("film.mp4") == (site.root / "static/film.mp4").read_bytes()
    assert site.event("deploy")["changed"] == 0

    site.write("content/index.md", '+++\ntitle = "Home"\n+++\nSecond\n')
    (site.root / "static/old/a b.txt").unlink()
    second = site.event("deploy")
    assert second["uploaded"] < first["uploaded"] and second["removed"] == 1, second
    assert b"Second" in read("index.html") and read("old/a%20b.txt") is None

    back = site.event("rollback")
    assert back["uploaded"] == 0 and b"First" in read("index.html") and read("old/a%20b.txt") == b"old"
    assert len(site.run("releases").splitlines()) == 3

    # The purge command of the first deployment waits for a line in a pipe.
    pipe = site.root / "pipe"
    os.mkfifo(pipe)
    running = site.start("deploy", "--no-build")
    with open(pipe, "w") as writer:
        waiting = site.start("deploy", "--no-build")
        line = next((line for line in waiting.stderr if "has not finished; waiting up to" in line), None)
        assert line, "the second deployment did not wait"
        pipe.unlink()
        writer.write("go\n")
    for process in (running, waiting):
        out, err = process.communicate()
        assert process.returncode == 0, out + err
    assert b"Second" in read("index.html")

    # Another program damages the state.
    lines = site.run("deploy", "--dry-run").splitlines()
    assert lines == [], lines


def check_refusals(site: Site, variables: dict[str, str], code: str) -> None:
    """Expects a diagnostic if these variables are set."""
    site.environment = {**site.environment, **variables}
    message = site.run("deploy", status=3)
    assert f"error[{code}]" in message, message
    for value in variables.values():
        assert value not in message, message


def wait_until_listening(server: subprocess.Popen[bytes], port: int) -> None:
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline and server.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except OSError:
            time.sleep(0.05)
    raise RuntimeError("the emulator does not listen")


def s3(tools: pathlib.Path, folder: pathlib.Path) -> None:
    port = free_port()
    endpoint = f"http://127.0.0.1:{port}"
    command = [tools / "venv/bin/moto_server", "-H", "127.0.0.1", "-p", str(port)]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_until_listening(server, port)
        request("PUT", f"{endpoint}/site")
        variables = {"AWS_ACCESS_KEY_ID": "id", "AWS_SECRET_ACCESS_KEY": "secret"}
        site = Site(folder, f"s3://site/www?endpoint={endpoint}", variables)
        # moto needs the header of a signature, which it does not compare.
        check(site, f"{endpoint}/site/www", {"authorization": "AWS id:signature"})
        missing = Site(folder / "missing", f"s3://missing?endpoint={endpoint}", variables)
        check_refusals(missing, {}, "C0703")
    finally:
        server.kill()
        server.wait()


DISTRIBUTION = """<DistributionConfig xmlns="http://cloudfront.amazonaws.com/doc/2020-05-31/"><CallerReference>1</CallerReference><Comment/>
<Enabled>true</Enabled><Origins><Quantity>1</Quantity><Items><Origin><Id>o</Id><DomainName>site.s3.amazonaws.com</DomainName>
<S3OriginConfig><OriginAccessIdentity/></S3OriginConfig></Origin></Items></Origins><DefaultCacheBehavior><TargetOriginId>o</TargetOriginId>
<ViewerProtocolPolicy>allow-all</ViewerProtocolPolicy></DefaultCacheBehavior></DistributionConfig>"""


def cloudfront(tools: pathlib.Path, folder: pathlib.Path) -> None:
    port = free_port()
    endpoint = f"http://127.0.0.1:{port}"
    command = [tools / "venv/bin/moto_server", "-H", "127.0.0.1", "-p", str(port)]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    # moto takes the service from the signature, which it does not compare.
    scope = {"authorization": "AWS4-HMAC-SHA256 Credential=id/20260101/us-east-1/cloudfront/aws4_request"}
    api = f"{endpoint}/2020-05-31/distribution"

    def values(text: bytes, name: str) -> list[str]:
        return re.findall(f"<{name}>([^<]*)</{name}>", text.decode())

    try:
        wait_until_listening(server, port)
        created = urllib.request.Request(api, DISTRIBUTION.encode(), {**scope, "content-type": "application/xml"})
        with urllib.request.urlopen(created) as response:
            distribution = values(response.read(), "Id")[0]
        purge = f'{{ provider = "cloudfront", distribution = "{distribution}", endpoint = "{endpoint}" }}'
        variables = {"AWS_ACCESS_KEY_ID": "id", "AWS_SECRET_ACCESS_KEY": "secret"}
        site = Site(folder, str(folder / "live"), variables, purge)
        site.run("deploy")
        site.write("content/index.md", '+++\ntitle = "Home"\n+++\nSecond\n')
        site.run("deploy")
        listed = values(request("GET", f"{api}/{distribution}/invalidation", scope), "Id")
        paths = [values(request("GET", f"{api}/{distribution}/invalidation/{name}", scope), "Path") for name in listed]
        assert len(paths) == 2 and any("/" in each and "/index.html" in each for each in paths), paths
        assert all(len(each) <= 30 for each in paths), paths
    finally:
        server.kill()
        server.wait()


def azure(tools: pathlib.Path, folder: pathlib.Path) -> None:
    port = free_port()
    command = [tools / "node_modules/.bin/azurite-blob", "--blobHost", "127.0.0.1", "--blobPort", str(port)]
    command += ["--inMemoryPersistence", "--disableTelemetry", "--silent"]
    environment = {**os.environ, "AZURITE_ACCOUNTS": f"{ACCOUNT}:{KEY}"}
    server = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_until_listening(server, port)
        endpoint = f"http://127.0.0.1:{port}/{ACCOUNT}"
        headers = signed("PUT", "/site", "restype=container", {"x-ms-blob-public-access": "blob"})
        request("PUT", f"{endpoint}/site?restype=container", headers)
        url = f"az://site/www?account={ACCOUNT}&endpoint={endpoint}"
        site = Site(folder, url, {"AZURE_STORAGE_ACCOUNT_KEY": KEY})
        check(site, f"{endpoint}/site/www")
        wrong = base64.b64encode(b"another key").decode()
        check_refusals(site, {"AZURE_STORAGE_ACCOUNT_KEY": wrong}, "C0702")
        missing = Site(folder / "missing", url.replace("//site", "//missing"), {"AZURE_STORAGE_ACCOUNT_KEY": KEY})
        check_refusals(missing, {}, "C0703")
    finally:
        server.kill()
        server.wait()


def main() -> None:
    tools = pathlib.Path(sys.argv[1]).resolve()
    install(tools)
    for store in (s3, cloudfront, azure):
        started = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            store(tools, pathlib.Path(folder))
        print(f"{store.__name__}: passed in {time.monotonic() - started:.1f} s")


main()
