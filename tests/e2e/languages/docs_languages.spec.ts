// The menu of languages of a documentation that `croupier new --languages` creates.

import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePort, serve } from "../support/deployment";
import { CROUPIER } from "../support/paths";
import { createSite } from "../support/shared_sites";
import { expect, test } from "../support/test";

test.describe.configure({ timeout: 300_000 });

test("a link to another language opens the section that is read", async ({ page }) => {
  const parent = await mkdtemp(join(tmpdir(), "croupier-docs-languages-"));
  const folder = join(parent, "site");
  await createSite(folder, "docs", ["--languages", "en,fr"]);
  await promisify(execFile)(CROUPIER, ["build", "--preview", "--root", folder, "--out", join(folder, "public")]);
  const port = await freePort();
  const server = await serve(folder, join(folder, "public"), port);
  try {
    await page.goto(`http://127.0.0.1:${port}/v2/write/text/`);
    await page.locator('a[href$="#tables"]:visible').first().click();
    await page.locator(".languages summary:visible").click();
    await page.locator(".languages").getByRole("link", { name: "Français" }).click();
    await expect(page).toHaveURL(/\/fr\/v2\/write\/text\/#tables$/);
    await expect(page.locator("#tables")).toBeInViewport();
  } finally {
    server.kill("SIGTERM");
    await rm(parent, { recursive: true, force: true });
  }
});
