// Videos of other hosts: a link until it is clicked, then a frame that the policy of the site allows.

import { type ChildProcess, execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { freePort, serve } from "../support/deployment";
import { CROUPIER } from "../support/paths";
import { expect, expectAccessible, test } from "../support/test";

const runFile = promisify(execFile);

const FILES: Readonly<Record<string, string>> = {
  "site.toml":
    'name = "Boats"\nbase_url = "https://boats.example"\n[embeds]\nyoutube = true\n[output]\npolicy = ["_headers", "meta"]\n',
  "pages/shell.html":
    '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n' +
    '{{ head }}\n</head>\n<body>\n<main id="main">{{ main }}</main>\n</body>\n</html>\n',
  "pages/page.html": "<h1>{{ page.heading }}</h1>\n{{ page.body }}",
  "content/index.md": '+++\ntitle = "Boats"\n+++\n{{ youtube("abc", "A boat") }}\n',
};
const FRAME = "https://www.youtube-nocookie.com/embed/abc?autoplay=1";

let folder = "";
let server: ChildProcess | undefined;
let url = "";

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "croupier-embeds-"));
  for (const [path, text] of Object.entries(FILES)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  await runFile(CROUPIER, ["build", "--preview", "--root", folder, "--out", join(folder, "public")]);
  const port = await freePort();
  server = await serve(folder, join(folder, "public"), port);
  url = `http://127.0.0.1:${port}/`;
});

test.afterAll(async () => {
  if (server) {
    const exited = new Promise((resolve) => server?.once("exit", resolve));
    server.kill("SIGTERM");
    await exited;
  }
  await rm(folder, { recursive: true, force: true });
});

/** Answers requests to other hosts, and returns their URLs. */
async function otherHosts(page: Page) {
  const requested: string[] = [];
  await page.route(
    (target) => !target.href.startsWith(url),
    (route) => {
      requested.push(route.request().url());
      return route.fulfill({ contentType: "text/html", body: "<title>Video</title><p>Playing</p>" });
    },
  );
  return requested;
}

test("a video contacts its host only after a click, and then plays in place of the link", { tag: "@smoke" }, async ({
  page,
}) => {
  const requested = await otherHosts(page);
  await page.goto(url, { waitUntil: "networkidle" });
  await expectAccessible(page);
  const link = page.getByRole("link", { name: "Play video: A boat" });
  await link.focus();
  await link.hover();
  expect(requested).toEqual([]);
  await page.keyboard.press("Enter");
  await expect(page.frameLocator("iframe").getByText("Playing")).toBeVisible();
  const frame = page.locator("iframe");
  await expect(frame).toHaveAttribute("title", "A boat");
  await expect(frame).toHaveAttribute("allow", "autoplay; fullscreen");
  await expect(frame).toBeFocused();
  await expect(link).toHaveCount(0);
  expect(requested).toEqual([FRAME]);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a video is a link to its page", async ({ page }) => {
    const requested = await otherHosts(page);
    await page.goto(url);
    const link = page.getByRole("link", { name: "Play video: A boat" });
    await expect(link).toHaveAttribute("href", "https://www.youtube.com/watch?v=abc");
    expect(requested).toEqual([]);
  });
});
