// Kills deployments at random times while a visitor walks through the site: no script, style sheet, picture or data is ever missing.

import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { freePort, writeFiles } from "../support/deployment";
import { CROUPIER } from "../support/paths";
import { createSite } from "../support/shared_sites";
import { expect, test, waitForFullLoader, waitForLoader } from "../support/test";

const runFile = promisify(execFile);

/** Number of killed deployments. */
const KILLS = Number(process.env.DEPLOY_KILLS ?? 20);
/** Seed of the random choices. */
const SEED = Number(process.env.DEPLOY_SEED ?? Math.floor(Math.random() * 2 ** 31));
/** Number of different releases. */
const RELEASES = 8;
/** Number of retained releases. Files of the others expire, so that a deployment of one of them uploads its files again. */
const RETAINED = 3;
/** Number of pages with links to each other. */
const PAGES = 60;

// The tests share one site, because npm takes long to install its packages.
test.describe.configure({ mode: "default", timeout: 120_000 + KILLS * 6_000 });
test.use({ serviceWorkers: "block" });

/** Returns a generator of random numbers below 1, which a seed determines. */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** An island in the header of all pages. */
const COUNTER = "src/islands/counter/island.tsx";
let counter = "";
let folder = "";
let server: Server | undefined;
let url = "";
/** Responses with an error, and problems that only the browser sees. */
let failures: string[] = [];

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".svg": "image/svg+xml",
};

/** Serves the folder that the site is deployed to. It reads the files afresh for each request, and caches what `_headers` says. */
async function startServer(): Promise<void> {
  const port = await freePort();
  const respond = async (path: string) => {
    const file = path.endsWith("/") ? `${path}index.html` : path;
    const headers = await readFile(join(folder, "site/headers"), "utf8");
    const isImmutable = headers.includes(`\n${file}\n  ! cache-control`) || file.startsWith("/assets/");
    const cache = isImmutable ? "public, max-age=31536000, immutable" : "public, max-age=0, must-revalidate";
    const type = TYPES[extname(file)] ?? "application/octet-stream";
    const body = await readFile(join(folder, "site/live", file)).catch(() => undefined);
    return { body, headers: { "cache-control": cache, "content-type": type } };
  };
  server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", url).pathname);
    respond(path).then(
      ({ body, headers }) => {
        if (body === undefined) failures.push(`404 ${path}`);
        response.writeHead(body === undefined ? 404 : 200, headers).end(body);
      },
      (error: unknown) => {
        failures.push(`500 ${path}: ${String(error)}`);
        response.writeHead(500).end();
      },
    );
  });
  await new Promise<void>((resolve) => server?.listen(port, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${port}`;
}

const output = (release: number) => join(folder, `release-${release}`);
const deployArguments = (release: number) => ["deploy", "--no-build", "--json", "--out", output(release)];

/** Deploys a release, or runs another command, and returns its last event. */
async function run(...command: string[]): Promise<Readonly<Record<string, unknown>>> {
  const { stdout } = await runFile(CROUPIER, command, { cwd: join(folder, "site") });
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "{}") as Record<string, unknown>;
}

/** Writes and builds the sources of a release. All files of a release differ from those of the others. */
async function buildRelease(release: number): Promise<void> {
  const pages = Array.from({ length: PAGES }, (_, page) => {
    const links = [1, 7, 23].map((step) => `[Page ${(page + step) % PAGES}](/p${(page + step) % PAGES}/)`);
    const text = `Text of release ${release}. ${links.join(" ")}`;
    return [`content/p${page}.md`, `+++\ntitle = "Page ${page}"\n+++\n${text}\n`] as const;
  });
  const shape = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><!-- ${release} --><rect width="9" height="9"/></svg>`;
  await writeFiles(join(folder, "site"), {
    ...Object.fromEntries(pages),
    [COUNTER]: counter.replace("{label} <output", `{label} of release ${release} <output`),
    "static/shape.svg": shape,
    "static/release.css": `main { --release: ${release}; }`,
    "src/islands/word/props.schema.json": '{"type":"object","additionalProperties":false}',
    "src/islands/word/island.tsx": `// Renders the release.\n\nexport function Island() {\n  return <p className="word">Code of release ${release}</p>;\n}\n`,
    "pages/page.html":
      '<link rel="stylesheet" href="{{ asset(\'/release.css\') }}"><h1>{{ page.heading }}</h1>{{ page.body }}' +
      '<img src="{{ asset(\'/shape.svg\') }}" alt="A shape" width="9" height="9">{{ island("word", {}, hydrate="load") }}\n',
  });
  await run("build", "--json", "--profile", "preview", "--out", output(release));
}

test.beforeAll(async () => {
  test.setTimeout(240_000);
  folder = await mkdtemp(join(tmpdir(), "croupier-kills-"));
  const site = join(folder, "site");
  await createSite(site, "islands");
  counter = await readFile(join(site, COUNTER), "utf8");
  const settings = await readFile(join(site, "site.toml"), "utf8");
  const target = '[deploy.production]\nurl = "live"\nprofile = "preview"\nconcurrency = 2\n';
  // The command that configures the web server runs after the pages changed. It can kill the deployment there.
  await writeFile(join(site, "configure.sh"), "if rm kill-here 2>/dev/null; then kill -9 $PPID; fi\n");
  const keys = `configure = ["sh", "configure.sh"]\nretain = { releases = ${RETAINED}, days = 0 }\n`;
  await writeFile(join(site, "site.toml"), `${settings}\n${target}${keys}`);
  for (let release = 0; release < RELEASES; release++) await buildRelease(release);
  const headers = await Promise.all(
    Array.from({ length: RELEASES }, (_, release) => readFile(join(output(release), "_headers"), "utf8")),
  );
  await writeFile(join(site, "headers"), headers.join("\n"));
  await startServer();
});

test.afterAll(async () => {
  const running = server;
  running?.closeAllConnections();
  if (running) await new Promise((resolve) => running.close(resolve));
  await rm(folder, { recursive: true, force: true });
});

test.beforeEach(async () => {
  await rm(join(folder, "site/live"), { recursive: true, force: true });
  await run(...deployArguments(0));
  failures = [];
});

/** Follows links until `isDone` returns true for the number of visited pages, and loads some pages as documents. */
async function walk(page: Page, random: () => number, isDone: (visits: number) => boolean): Promise<void> {
  let visits = 0;
  await page.goto(`${url}/p0/`);
  while (!isDone(visits)) {
    if (random() < 0.25) await page.goto(`${url}/p${Math.floor(random() * PAGES)}/`);
    else {
      const links = page.getByRole("main").getByRole("link");
      const link = links.nth(Math.floor(random() * 3));
      const path = await link.getAttribute("href");
      await link.click();
      await page.waitForURL(`${url}${path}`);
    }
    // Each page has its style sheet, its picture and the code of its island.
    const main = page.getByRole("main");
    await expect(main.getByRole("heading", { level: 1 })).toHaveText(/^Page/);
    await expect(main.locator('[data-island="word"]')).toHaveAttribute("data-hydrated", "");
    await expect(main).toHaveCSS("--release", /\d/);
    await expect.poll(() => main.locator("img").evaluate((it: HTMLImageElement) => it.naturalWidth)).toBeGreaterThan(0);
    visits++;
  }
}

/** Records problems that only the browser sees. */
function recordErrors(page: Page): void {
  page.on("pageerror", (error) => failures.push(`error ${error.message}`));
  page.on("requestfailed", (request) => {
    // A navigation cancels the requests of the page before.
    const reason = request.failure()?.errorText ?? "";
    if (reason !== "net::ERR_ABORTED") failures.push(`${reason} ${request.url()}`);
  });
}

const exit = (child: ChildProcess) => new Promise<void>((resolve) => child.once("exit", () => resolve()));

test(`${KILLS} killed deployments never leave a visitor without a file`, async ({ page }) => {
  console.log(`DEPLOY_KILLS=${KILLS} DEPLOY_SEED=${SEED}`);
  const random = randomNumbers(SEED);
  recordErrors(page);
  const started = performance.now();
  await run(...deployArguments(1));
  const duration = performance.now() - started;
  await writeFile(join(folder, "site/live/foreign.html"), "foreign");
  let isDone = false;
  let count = 0;
  const visits = walk(page, randomNumbers(SEED + 1), (soFar) => {
    count = soFar;
    return isDone;
  });
  let live = 1;
  let killed = 0;
  let rounds = 0;
  const deploy = async () => {
    // On a slow machine, pages take longer than deployments.
    for (; killed < KILLS || count < KILLS / 2; rounds++) {
      const release = (live + 1 + Math.floor(random() * (RELEASES - 1))) % RELEASES;
      const command = random() < 0.2 ? ["rollback", "--json"] : deployArguments(release);
      const isAfterPages = random() < 0.3;
      if (isAfterPages) await writeFile(join(folder, "site/kill-here"), "");
      const child = spawn(CROUPIER, command, { cwd: join(folder, "site"), stdio: "ignore" });
      const exited = exit(child);
      const kill = setTimeout(() => child.kill("SIGKILL"), isAfterPages ? 60_000 : random() * duration);
      await exited;
      clearTimeout(kill);
      await rm(join(folder, "site/kill-here"), { force: true });
      if (child.signalCode === "SIGKILL") killed++;
      // A whole visit happens in the state that the deployment left. It sees fewer deployments than releases are retained.
      const before = count;
      await expect.poll(() => count, { timeout: 30_000, intervals: [20] }).toBeGreaterThan(before + 1);
      // The same release is completed, or another one replaces it.
      live = random() < 0.7 ? release : Math.floor(random() * RELEASES);
      const event = await run(...deployArguments(live));
      expect(event.ok).toBe(true);
    }
  };
  await Promise.race([deploy(), visits]).finally(() => {
    isDone = true;
  });
  await visits;
  console.log(`${killed} of ${rounds} deployments were killed during ${count} visits`);
  expect(failures).toEqual([]);
  expect(await readFile(join(folder, "site/live/foreign.html"), "utf8")).toBe("foreign");
  expect(await readFile(join(folder, "site/live/p0/index.html"), "utf8")).toContain(`Text of release ${live}.`);
});

test("of two deployments at once, one waits, and the site is whole", async ({ page }) => {
  recordErrors(page);
  let isDone = false;
  const visits = walk(page, randomNumbers(SEED), () => isDone);
  const both = Promise.all([1, 2].map((release) => run(...deployArguments(release))));
  const events = await both.finally(() => {
    isDone = true;
  });
  await visits;
  expect(events.map((event) => event.ok)).toEqual([true, true]);
  const texts = await Promise.all(
    Array.from({ length: PAGES }, (_, number) => readFile(join(folder, `site/live/p${number}/index.html`), "utf8")),
  );
  const releases = new Set(texts.map((text) => /Text of release (\d)/.exec(text)?.[1]));
  expect(releases.size).toBe(1);
  expect(failures).toEqual([]);
});

test("after a rollback, an open tab works, and loads the earlier release at its next navigation", async ({
  page,
  documents,
}) => {
  recordErrors(page);
  await run(...deployArguments(1));
  await page.clock.install();
  const appDataLoaded = page.waitForResponse(/app-data\.json/);
  await page.goto(`${url}/p0/`);
  await waitForLoader(page);
  await page.clock.runFor(2_500);
  await waitForFullLoader(page);
  await (await appDataLoaded).finished();
  const word = page.getByRole("main").locator(".word");
  const button = page.getByRole("banner").getByRole("button", { name: /Clicks/ });
  await expect(word).toHaveText("Code of release 1");
  expect((await run("rollback", "--json")).ok).toBe(true);
  await button.click();
  await expect(button).toHaveText("Clicks of release 1 1");
  expect(documents).toHaveLength(1);
  await page.clock.runFor(31_000);
  await page.getByRole("main").getByRole("link").first().click();
  await expect(word).toHaveText("Code of release 0");
  await expect(page.getByRole("main")).toContainText("Text of release 0.");
  await expect(button).toHaveText("Clicks of release 0 0");
  expect(documents).toHaveLength(2);
  expect(failures).toEqual([]);
});
