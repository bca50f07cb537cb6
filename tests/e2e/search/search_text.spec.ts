// The search over the text of pages, on a small site below a path with its strict policy.

import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePort, serve, writeFiles } from "../support/deployment";
import { CROUPIER, E2E } from "../support/paths";
import { expect, expectAccessible, test } from "../support/test";
import { field, openSearch, results, status } from "./search_dialog";

const runFile = promisify(execFile);

const FILES: Readonly<Record<string, string>> = {
  "site.toml": 'name = "Boats"\nbase_url = "https://boats.example/docs"\n[search]\ntext = true\n',
  "pages/shell.html":
    '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n' +
    "{{ head }}\n</head>\n<body>\n<header>{{ search_button() }} The word harbour is on each page.</header>\n" +
    '<main id="main">{{ main }}</main>\n</body>\n</html>\n',
  "pages/page.html": "<h1>{{ page.heading }}</h1>\n{{ page.body }}",
  "content/index.md": '+++\ntitle = "Boats"\n+++\nA site about boats.\n',
  "content/guide/index.md": '+++\ntitle = "Guide"\n+++\n',
  "content/guide/sails.md":
    '+++\ntitle = "Sails"\n+++\n## Trim\n\nLoosen the halyard.\n\n## Repair\n\nSew \\<torn> seams.\n',
  "content/news/index.md": '+++\ntitle = "News"\n+++\n',
  "content/news/regatta.md": '+++\ntitle = "Regatta"\n+++\nA halyard broke.\n',
  "content/news/hidden.md": '+++\ntitle = "Hidden"\nsearch = false\n+++\nA hidden halyard.\n',
};

let folder = "";

async function createSite() {
  folder = await mkdtemp(join(tmpdir(), "croupier-search-text-"));
  await writeFiles(folder, FILES);
  await symlink(join(E2E, "node_modules"), join(folder, "node_modules"));
}

async function stop(server: ChildProcess | undefined) {
  if (!server) return;
  const exited = new Promise((resolve) => server.once("exit", resolve));
  server.kill("SIGTERM");
  await exited;
}

test.describe("a built site", () => {
  test.describe.configure({ mode: "default" });

  let server: ChildProcess | undefined;
  let url = "";

  test.beforeAll(async () => {
    await createSite();
    await runFile(CROUPIER, ["build", "--preview", "--root", folder, "--out", join(folder, "public")]);
    const port = await freePort();
    server = await serve(folder, join(folder, "public"), port);
    url = `http://127.0.0.1:${port}/docs`;
  });
  test.afterAll(async () => {
    await stop(server);
    await rm(folder, { recursive: true, force: true });
  });

  test("a word of the text is found, and the result leads to its heading", async ({ page }) => {
    await page.goto(`${url}/`);
    await openSearch(page);
    await field(page).pressSequentially("halyard");
    await expect(status(page)).toHaveText("2 results");
    const result = results(page).filter({ hasText: "Sails" });
    await expect(result).toHaveText("Sails Guide Trim Loosen the halyard.");
    await expect(result.locator("mark")).toHaveText("halyard.");
    await expectAccessible(page);
    await result.click();
    await expect(page).toHaveURL(`${url}/guide/sails/#trim`);
  });

  test("a section limits the results", async ({ page }) => {
    await page.goto(`${url}/`);
    await openSearch(page);
    await page.getByRole("combobox", { name: "Section" }).selectOption("News");
    await field(page).fill("halyard");
    await expect(results(page)).toHaveText(["Regatta News A halyard broke."]);
  });

  test("text outside of the main part and of hidden pages is not found", async ({ page }) => {
    await page.goto(`${url}/`);
    await openSearch(page);
    for (const word of ["harbour", "hidden"]) {
      await field(page).fill(word);
      await expect(status(page)).toHaveText(`No results for “${word}”`);
    }
    await field(page).fill("torn");
    await expect(results(page)).toHaveText(["Sails Guide Repair Sew <torn> seams."]);
  });

  test("Enter waits for the results of what was typed", async ({ page }) => {
    await page.goto(`${url}/`);
    await openSearch(page);
    await field(page).fill("regatta");
    await field(page).press("Enter");
    await expect(page).toHaveURL(`${url}/news/regatta/`);
  });

  test("only the worker may compile WebAssembly", async ({ page, request }) => {
    const [worker] = await Promise.all([
      page.waitForEvent("worker"),
      page.goto(`${url}/`).then(() => openSearch(page)),
    ]);
    const policyOf = async (target: string) => (await request.get(target)).headers()["content-security-policy"];
    expect(await policyOf(worker.url())).toContain("'wasm-unsafe-eval'");
    expect(await policyOf(page.url())).not.toContain("wasm-unsafe-eval");
    const compile = () =>
      WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])).then(
        () => "compiled",
        () => "refused",
      );
    expect(await page.evaluate(compile)).toBe("refused");
    expect(await worker.evaluate(compile)).toBe("compiled");
  });

  test("where the worker is refused, titles are found", async ({ page }) => {
    await page.route("**/search_worker-*", (route) => route.abort());
    await page.goto(`${url}/`);
    await openSearch(page);
    await field(page).fill("regatta");
    await expect(results(page)).toHaveText(["Regatta News"]);
  });
});

test("in dev, titles are found", async ({ page }) => {
  await createSite();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/docs/`;
  const dev = spawn(CROUPIER, ["dev", "--root", folder, "--port", String(port)], { stdio: "ignore" });
  const isServed = () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
  try {
    await expect.poll(isServed).toBe(true);
    await page.goto(url);
    await openSearch(page);
    await field(page).fill("regatta");
    await expect(results(page)).toHaveText(["Regatta News"]);
    await expect(readFile(join(folder, ".croupier/dev/pagefind/pagefind.js"))).rejects.toThrow("ENOENT");
  } finally {
    await stop(dev);
    await rm(folder, { recursive: true, force: true });
  }
});
