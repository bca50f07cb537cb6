// Translations in the editor: a site in two languages, in Git.

import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { writeFiles } from "../support/deployment";
import { CROUPIER } from "../support/paths";
import { expect, expectAccessible, test } from "../support/test";
import { EditorSite, FILES, POST } from "./editor_site";

const TRANSLATION = '+++\ntitle = "Le thé en automne"\n+++\nChauffez la théière.\n\n## Feuilles\n\nDeux cuillères.\n';

test("a translation shows how its original changed, until it is accepted", async ({ page }) => {
  const site = await EditorSite.create();
  try {
    await writeFiles(site.folder, {
      "site.toml": `default_language = "en"\n${FILES["site.toml"]}[languages.en]\nlabel = "English"\n[languages.fr]\nlabel = "Français"\n`,
      "content/posts/autumn.fr.md": TRANSLATION,
      ".gitignore": ".croupier/\n",
    });
    const git = (...options: readonly string[]) =>
      execFileSync("git", ["-C", site.folder, "-c", "user.name=Ada", "-c", "user.email=ada@a.example", ...options]);
    const accept = () => execFileSync(CROUPIER, ["translations", "accept", "--root", site.folder], { stdio: "ignore" });
    git("init", "-q");
    accept();
    git("add", ".");
    git("commit", "-qm", "First");
    await writeFile(join(site.folder, "content/posts/autumn.md"), POST.replace("two spoons", "three spoons"));

    await page.goto(`${site.url}/admin/edit/content/posts/autumn.fr.md`);
    const changes = page.getByRole("region", { name: "Changes of the original" });
    await expect(changes).toContainText("The original changed since this translation");
    await expect(changes).toContainText("+Use three spoons.");
    await expectAccessible(page);

    // What is not saved is not accepted.
    const button = changes.getByRole("button", { name: "Accept" });
    await page.getByRole("textbox", { name: "Title", exact: true }).fill("Le thé");
    await expect(button).toBeDisabled();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await button.click();
    await expect(changes).toHaveCount(0);

    // The command has nothing to add.
    const lock = await site.read("i18n/fr.lock");
    accept();
    expect(await site.read("i18n/fr.lock")).toBe(lock);
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect(changes).toBeVisible();
  } finally {
    await site.remove();
  }
});
