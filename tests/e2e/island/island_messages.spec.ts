// Messages of islands in the browser: the first rendering equals the HTML, later ones have the forms of the language, and edits arrive.

import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { freePort, serve } from "../support/deployment";
import { CROUPIER } from "../support/paths";
import { createSite } from "../support/shared_sites";
import { expect, test } from "../support/test";

const runFile = promisify(execFile);

const ISLAND = `import { useMessages } from "@croupier/loader/messages";
import { useState } from "react";

export function Island() {
  const t = useMessages();
  const [count, setCount] = useState(0);
  const more = <b>{t("more")}</b>;
  return (
    <button type="button" title={t("until", { day: "2026-11-01T03:30:00Z" })} onClick={() => setCount((it) => it + 1)}>
      {t("cart", { n: count })}, {t("add", { more })}
    </button>
  );
}
`;
const POLISH = `cart = { $n ->
    [one] { $n } sztuka
    [few] { $n } sztuki
   *[many] { $n } sztuk
}
more = więcej
add = dodaj { $more }
until = do { DATETIME($day, dateStyle: "full") }
`;

test.describe.configure({ mode: "default", timeout: 60_000 });

let folder = "";
let server: ChildProcess | undefined;

test.beforeAll(async () => {
  test.setTimeout(240_000);
  folder = join(await mkdtemp(join(tmpdir(), "croupier-messages-")), "site");
  await createSite(folder, "islands", ["--ci", "none"]);
  const settings = await readFile(join(folder, "site.toml"), "utf8");
  const languages = `[languages.en]\nlabel = "English"\n[languages.pl]\nlabel = "Polski"\nuntranslated = "show"\n`;
  await write("site.toml", `time_zone = "America/Toronto"\n${settings}\n${languages}`);
  await write("src/islands/cart/island.tsx", ISLAND);
  await write("src/islands/cart/props.schema.json", '{"type": "object"}');
  await write("pages/home.html", '<h1>Cart</h1>{{ island("cart") }}');
  await write("i18n/en/site.ftl", POLISH.replaceAll("sztuk", "item"));
  await write("i18n/pl/site.ftl", POLISH);
});
test.afterEach(async () => {
  if (!server) return;
  const exited = new Promise((resolve) => server?.once("exit", resolve));
  server.kill("SIGTERM");
  await exited;
  server = undefined;
});
test.afterAll(() => rm(join(folder, ".."), { recursive: true, force: true }));

async function write(path: string, text: string) {
  const file = join(folder, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.part`, text);
  await rename(`${file}.part`, file);
}

/** Opens the Polish page, and fails if React does not find the HTML that it renders. */
async function open(page: Page, url: string) {
  await page.addInitScript(() => {
    document.addEventListener("croupier:fault", (event) => console.error((event as CustomEvent).detail.error));
  });
  await page.goto(`${url}/pl/`);
  await expect(page.locator("[data-island=cart]")).toHaveAttribute("data-hydrated", "");
}

async function expectForms(page: Page) {
  const button = page.getByRole("main").getByRole("button");
  await expect(button).toHaveAttribute("title", "do sobota, 31 października 2026");
  for (const text of ["0 sztuk", "1 sztuka", "2 sztuki", "3 sztuki", "4 sztuki", "5 sztuk"]) {
    await expect(button).toHaveText(`${text}, dodaj więcej`);
    await button.click();
  }
}

test("an island of a published page has the plural forms of its language", { tag: "@smoke" }, async ({ page }) => {
  await runFile(CROUPIER, ["build", "--preview", "--root", folder, "--out", join(folder, "public")]);
  const port = await freePort();
  server = await serve(folder, join(folder, "public"), port);
  await open(page, `http://127.0.0.1:${port}`);
  await expectForms(page);
});

test("the offline page is in the language of the page", async ({ page, context }) => {
  await write("content/offline.pl.md", "---\ntitle: Brak połączenia\n---\nSpróbuj później.\n");
  await runFile(CROUPIER, ["build", "--preview", "--root", folder, "--out", join(folder, "public")]);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  server = await serve(folder, join(folder, "public"), port);
  await page.goto(`${url}/pl/`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe("activated");

  await context.setOffline(true);
  await page.goto(`${url}/pl/about/team/`);
  await expect(page.getByText("Spróbuj później.")).toBeVisible();
  await page.goto(`${url}/about/team/`);
  await expect(page.getByText("Spróbuj później.")).toHaveCount(0);
  await context.setOffline(false);
});

test("edits of messages and of their calls arrive in open pages of the development server", async ({ page }) => {
  const port = await freePort();
  const builds: boolean[] = [];
  server = spawn(CROUPIER, ["dev", "--root", folder, "--port", String(port), "--json"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (server.stdout)
    createInterface({ input: server.stdout }).on("line", (line) => {
      const { event, ok } = JSON.parse(line) as { readonly event: string; readonly ok?: boolean };
      if (event === "build_finished") builds.push(ok === true);
    });
  await expect.poll(() => builds.at(-1), { timeout: 50_000 }).toBe(true);
  await open(page, `http://127.0.0.1:${port}`);
  await expectForms(page);

  await write("i18n/pl/site.ftl", `${POLISH.replace("więcej", "jeszcze")}other = inne\n`);
  await write("i18n/en/site.ftl", `${POLISH}other = other\n`);
  const button = page.getByRole("main").getByRole("button");
  await expect(button).toContainText("dodaj jeszcze");
  await write("src/islands/cart/island.tsx", ISLAND.replace('t("more")', 't("other")'));
  await expect(button).toContainText("dodaj inne");
});
