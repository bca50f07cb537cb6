// Deploys of two releases to nginx and to a bucket with the scripts of docs/deploy, while a tab is open.

import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { CROUPIER } from "./deployment";
import { bucket, deployTo, type Host, nginx } from "./hosts";
import { expect, ready, test, wholly } from "./test";

const run = promisify(execFile);
test.use({ serviceWorkers: "block" });
// The tests share one site, because npm takes long to install its packages.
test.describe.configure({ mode: "default", timeout: 300_000 });

/** An island in the header that sets an unload guard while its field has text. */
const DRAFT = `// Sets an unload guard while its field has text.

import { hold } from "@croupier/loader";
import { useEffect, useState } from "react";

export function Island() {
  const [text, setText] = useState("");
  const isBegun = text !== "";
  useEffect(() => (isBegun ? hold("draft") : undefined), [isBegun]);
  return <input aria-label="Draft" value={text} onChange={(event) => setText(event.target.value)} />;
}
`;
const late = (release: string) => `// Is hydrated by the first interaction.

import { useState } from "react";

export function Island() {
  const [isOpen, setIsOpen] = useState(false);
  return <button type="button" onClick={() => setIsOpen(true)}>{isOpen ? "Code of the ${release} release" : "Later"}</button>;
}
`;
const NO_PROPS = '{"type":"object","additionalProperties":false}';

let folder = "";

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "croupier-deploys-"));
  await run(CROUPIER, ["new", join(folder, "site"), "--template", "islands", "--name", "Harbour"]);
});

test.afterAll(() => rm(folder, { recursive: true, force: true }));

async function write(path: string, text: string) {
  await mkdir(dirname(join(folder, "site", path)), { recursive: true });
  await writeFile(join(folder, "site", path), text);
}

async function edit(path: string, from: string | RegExp, to: string) {
  const text = await readFile(join(folder, "site", path), "utf8");
  expect(text).toMatch(from);
  await write(path, text.replace(from, to));
}

/** Builds the first release again, with two more islands. */
async function firstRelease() {
  await rm(join(folder, "site/public"), { recursive: true, force: true });
  for (const name of ["draft", "late"]) await write(`src/islands/${name}/props.schema.json`, NO_PROPS);
  await write("src/islands/draft/island.tsx", DRAFT);
  await write("src/islands/late/island.tsx", late("first"));
  await write("content/about.md", '+++\ntitle = "About"\n+++\nText of the first release. [Back](/)\n');
  await write("content/gone.md", '+++\ntitle = "Gone"\n+++\nOnly of the first release.\n');
  await edit("src/islands/counter/island.tsx", /\{label\}:? <output/, "{label} <output");
  await write("pages/slices/header.html", BAR);
  await write(
    "pages/home.html",
    '<h1>{{ page.heading }}</h1>{{ page.body }}{{ island("late", {}, hydrate="interaction") }}\n',
  );
}
const BAR = `<header><a href="/">Home</a> <a href="/about/">About</a>
{{ island("counter", {"label": "Clicks"}) }} {{ island("draft", {}, hydrate="load") }}</header>
`;

/** Changes a text, the code of one island and the shared code, and moves a page. */
async function secondRelease() {
  await edit("content/about.md", "Text of the first release", "Text of the second release");
  await write("src/islands/late/island.tsx", late("second"));
  await edit("src/islands/counter/island.tsx", "{label} <output", "{label}: <output");
  await rm(join(folder, "site/content/gone.md"));
  await edit("content/about.md", 'title = "About"', 'title = "About"\naliases = ["/gone/"]');
}

/** Requests the pages, their assets and data repeatedly until `deployed` resolves. Returns the failed requests. */
async function readWhile(address: string, deployed: Promise<void>): Promise<string[]> {
  let isOver = false;
  const over = deployed.finally(() => {
    isOver = true;
  });
  const lost: string[] = [];
  const get = async (path: string) => {
    // nginx closes idle connections when it reloads its configuration. Like a browser, this tries again.
    const answer = await fetch(address + path).catch(() => fetch(address + path));
    if (!answer.ok) lost.push(`${answer.status} ${path}`);
    return answer.text();
  };
  const read = async () => {
    for (const page of ["/", "/about/"]) {
      const text = await get(page);
      for (const [path] of text.matchAll(/\/assets\/[\w.-]+/g)) await get(path);
    }
    await get("/page-data/app-data.json");
    await get("/page-data/about/page-data.json");
  };
  while (!isOver) await read();
  await over;
  await read();
  return lost;
}

for (const [name, made] of [
  ["nginx", nginx],
  ["a bucket behind CloudFront", bucket],
] as const)
  test(`an open tab survives a release deployed to ${name}`, async ({ page, documents }) => {
    const place = await mkdtemp(join(folder, "host-"));
    await firstRelease();
    const host: Host = await made(join(folder, "site"), place);
    try {
      await deployTo(host);
      const lost: string[] = [];
      page.on("response", (answer) => {
        if (answer.status() >= 400) lost.push(`${answer.status()} ${answer.url()}`);
      });
      const asked: string[] = [];
      page.on("request", (request) => asked.push(new URL(request.url()).pathname));
      await page.clock.install();
      const known = page.waitForResponse(/app-data\.json/);
      await page.goto(`${host.address}/`);
      await ready(page);
      await page.clock.runFor(2_500);
      await wholly(page);
      await (await known).finished();
      const bar = page.getByRole("banner");
      await bar.getByRole("button").click();
      await expect(bar.getByRole("button")).toHaveText("Clicks 1");
      const draft = bar.getByLabel("Draft");
      await draft.fill("half a sentence");
      await draft.blur();
      const ofIsland = asked.filter((path) => path.startsWith("/assets/late-"));
      expect(ofIsland).toEqual([]);

      await secondRelease();
      expect(await readWhile(host.address, deployTo(host))).toEqual([]);
      // Old nginx workers can answer one more request with the old configuration.
      const old = async () => (await fetch(`${host.address}/gone/`, { redirect: "manual" })).status;
      await expect.poll(old).toBe(301);
      expect((await fetch(`${host.address}/page-data/gone/page-data.json`)).status).toBe(404);
      const shown = await fetch(`${host.address}/about/`);
      expect(shown.headers.get("cache-control")).toBe("public, max-age=0, must-revalidate");
      expect(shown.headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect(shown.headers.get("content-security-policy")).toContain("default-src 'self'");

      // Chunks of the first release that the tab had not loaded still exist.
      const later = page.getByRole("main").getByRole("button");
      await later.click();
      await expect(later).toHaveText("Code of the first release");
      expect(documents).toHaveLength(1);

      // New text needs no document load, and new code waits for the unload guard.
      await page.clock.runFor(31_000);
      await bar.getByRole("link", { name: "About" }).click();
      await expect(page.getByRole("main")).toContainText("Text of the second release");
      await expect(draft).toHaveValue("half a sentence");
      await expect(bar.getByRole("button")).toHaveText("Clicks 1");
      expect(documents).toHaveLength(1);

      // Without an unload guard, the next visit is the only document load.
      await draft.fill("");
      await bar.getByRole("link", { name: "Home" }).click();
      await expect.poll(() => documents.length).toBe(2);
      await page.waitForURL(`${host.address}/`);
      await ready(page);
      await page.clock.runFor(2_500);
      await wholly(page);
      await expect(bar.getByRole("button")).toHaveText("Clicks: 0");
      await later.click();
      await expect(later).toHaveText("Code of the second release");
      await page.clock.runFor(31_000);
      await bar.getByRole("link", { name: "About" }).click();
      await expect(page).toHaveURL(`${host.address}/about/`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("About");
      expect(documents).toHaveLength(2);
      expect(lost).toEqual([]);
    } finally {
      await host.stop();
    }
  });

test("an interrupted deployment to a bucket is invisible and can be repeated", async () => {
  await firstRelease();
  const host = await bucket(join(folder, "site"), await mkdtemp(join(folder, "host-")));
  const take = () => host.written.splice(0);
  try {
    await deployTo(host);
    const first = take();
    expect(first.slice(-2)).toEqual(["page-data/app-data.json", "sw.js"]);
    const at = (path: RegExp) => first.flatMap((it, at) => (path.test(it) ? [at] : []));
    expect(Math.max(...at(/^assets\//))).toBeLessThan(Math.min(...at(/^page-data\//)));
    expect(Math.max(...at(/page-data\.json$/))).toBeLessThan(Math.min(...at(/\.html$/)));

    await secondRelease();
    await deployTo(host, { UPDATE: "false" }, 1);
    const stopped = take();
    expect(stopped).toContain("about/index.html");
    expect(stopped).not.toContain("page-data/app-data.json");
    expect(stopped).not.toContain("?delete");
    await deployTo(host);
    expect(take()).toEqual(["page-data/app-data.json", "sw.js", "?delete"]);
    await deployTo(host);
    expect(take()).toEqual([]);
  } finally {
    await host.stop();
  }
});
