// Deploys of two releases to nginx and to a bucket, while a tab is open.

import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { get, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createSite } from "../support/shared_sites";
import { expect, test, waitForFullLoader, waitForLoader } from "../support/test";
import { bucket, deployTo, type Host, nginx } from "./deploy_targets";

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
const lateIsland = (release: string) => `// Is hydrated by the first interaction.

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
  await createSite(join(folder, "site"), "islands");
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
async function buildFirstRelease() {
  await rm(join(folder, "site/public"), { recursive: true, force: true });
  for (const name of ["draft", "late"]) await write(`src/islands/${name}/props.schema.json`, NO_PROPS);
  await write("src/islands/draft/island.tsx", DRAFT);
  await write("src/islands/late/island.tsx", lateIsland("first"));
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
async function buildSecondRelease() {
  await edit("content/about.md", "Text of the first release", "Text of the second release");
  await write("src/islands/late/island.tsx", lateIsland("second"));
  await edit("src/islands/counter/island.tsx", "{label} <output", "{label}: <output");
  await rm(join(folder, "site/content/gone.md"));
  await edit("content/about.md", 'title = "About"', 'title = "About"\naliases = ["/gone/"]');
}

/** Requests a URL on a new connection. `fetch` can choose an idle one that nginx closes at that moment, because it has reloaded. */
async function requestOnNewConnection(url: string): Promise<IncomingMessage> {
  const request = get(url, { agent: false });
  const [response] = (await once(request, "response")) as [IncomingMessage];
  response.resume();
  return response;
}

/** Requests the pages, their assets and data repeatedly until `deployed` resolves. Returns the failed requests. */
async function requestUntilDeployed(url: string, deployed: Promise<void>): Promise<string[]> {
  let isDeployed = false;
  const deployment = deployed.finally(() => {
    isDeployed = true;
  });
  const failures: string[] = [];
  const request = async (path: string) => {
    // nginx closes idle connections when it reloads its configuration. Like a browser, this tries again.
    const response = await fetch(url + path).catch(() => fetch(url + path));
    if (!response.ok) failures.push(`${response.status} ${path}`);
    return response.text();
  };
  const readPages = async () => {
    for (const page of ["/", "/about/"]) {
      const text = await request(page);
      for (const [path] of text.matchAll(/\/assets\/[\w.-]+/g)) await request(path);
    }
    await request("/page-data/app-data.json");
    await request("/page-data/about/page-data.json");
  };
  while (!isDeployed) await readPages();
  await deployment;
  await readPages();
  return failures;
}

for (const [name, startHost] of [
  ["nginx", nginx],
  ["a bucket behind CloudFront", bucket],
] as const)
  test(`an open tab survives a release deployed to ${name}`, async ({ page, documents }) => {
    const hostFolder = await mkdtemp(join(folder, "host-"));
    await buildFirstRelease();
    const host: Host = await startHost(join(folder, "site"), hostFolder);
    try {
      await deployTo(host);
      const failures: string[] = [];
      page.on("response", (response) => {
        if (response.status() >= 400) failures.push(`${response.status()} ${response.url()}`);
      });
      const paths: string[] = [];
      page.on("request", (request) => paths.push(new URL(request.url()).pathname));
      await page.clock.install();
      const appDataLoaded = page.waitForResponse(/app-data\.json/);
      await page.goto(`${host.url}/`);
      await waitForLoader(page);
      await page.clock.runFor(2_500);
      await waitForFullLoader(page);
      await (await appDataLoaded).finished();
      const bar = page.getByRole("banner");
      await bar.getByRole("button").click();
      await expect(bar.getByRole("button")).toHaveText("Clicks 1");
      const draft = bar.getByLabel("Draft");
      await draft.fill("half a sentence");
      await draft.blur();
      const lateChunks = paths.filter((path) => path.startsWith("/assets/late-"));
      expect(lateChunks).toEqual([]);

      await buildSecondRelease();
      expect(await requestUntilDeployed(host.url, deployTo(host))).toEqual([]);
      // Old nginx workers can answer one more request with the old configuration.
      const statusOf = async (path: string) => (await requestOnNewConnection(host.url + path)).statusCode;
      await expect.poll(() => statusOf("/gone/").catch(() => undefined)).toBe(301);
      expect(await statusOf("/page-data/gone/page-data.json")).toBe(404);
      const { headers } = await requestOnNewConnection(`${host.url}/about/`);
      expect(headers["cache-control"]).toBe("public, max-age=0, must-revalidate");
      expect(headers["content-type"]).toBe("text/html; charset=utf-8");
      expect(headers["content-security-policy"]).toContain("default-src 'self'");

      // Chunks of the first release that the tab had not loaded still exist.
      const lateButton = page.getByRole("main").getByRole("button");
      await lateButton.click();
      await expect(lateButton).toHaveText("Code of the first release");
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
      await page.waitForURL(`${host.url}/`);
      await waitForLoader(page);
      await page.clock.runFor(2_500);
      await waitForFullLoader(page);
      await expect(bar.getByRole("button")).toHaveText("Clicks: 0");
      await lateButton.click();
      await expect(lateButton).toHaveText("Code of the second release");
      await page.clock.runFor(31_000);
      await bar.getByRole("link", { name: "About" }).click();
      await expect(page).toHaveURL(`${host.url}/about/`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("About");
      expect(documents).toHaveLength(2);
      expect(failures).toEqual([]);
    } finally {
      await host.stop();
    }
  });
