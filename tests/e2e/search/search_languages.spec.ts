// The search of a site in several languages, below a path: each language has its own index.

import { type ChildProcess, execFile } from "node:child_process";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePort, serve, writeFiles } from "../support/deployment";
import { CROUPIER, E2E } from "../support/paths";
import { expect, test } from "../support/test";

const runFile = promisify(execFile);

const FILES: Readonly<Record<string, string>> = {
  "pages/shell.html":
    '<!doctype html>\n<html lang="{{ site.language }}">\n<head>\n<meta charset="utf-8">\n{{ head }}\n</head>\n<body>\n' +
    '<header>{{ search_button() }}</header>\n<main id="main">{{ main }}</main>\n</body>\n</html>\n',
  "pages/page.html": "<h1>{{ page.heading }}</h1>\n{{ page.body }}",
  "content/index.md": '+++\ntitle = "Boats"\n+++\nA site about boats.\n',
  "content/index.fr.md": '+++\ntitle = "Bateaux"\n+++\nUn site sur les bateaux.\n',
  "content/version.md": '+++\ntitle = "Version"\n+++\nThe version of the sails.\n',
  "content/version.fr.md": '+++\ntitle = "Version"\n+++\nLa version des voiles.\n',
};

for (const index of ["titles", "text"])
  test(`results of the index of ${index} are pages in the language of the reader`, async ({ page }) => {
    const folder = await mkdtemp(join(tmpdir(), "croupier-search-languages-"));
    let server: ChildProcess | undefined;
    try {
      await writeFiles(folder, {
        ...FILES,
        "site.toml":
          'name = "Boats"\nbase_url = "https://boats.example/docs"\ndefault_language = "en"\n' +
          `[search]\n${index} = true\n[languages.en]\nlabel = "English"\n[languages.fr]\nlabel = "Français"\n`,
      });
      await symlink(join(E2E, "node_modules"), join(folder, "node_modules"));
      await runFile(CROUPIER, ["build", "--preview", "--root", folder, "--out", join(folder, "public")]);
      const port = await freePort();
      server = await serve(folder, join(folder, "public"), port);

      for (const [path, text] of [
        ["/docs/", "The version of the sails."],
        ["/docs/fr/", "La version des voiles."],
      ] as const) {
        await page.goto(`http://127.0.0.1:${port}${path}`);
        await page.locator("[data-search-open]").click();
        await page.locator("dialog[open]").getByRole("combobox").first().fill("version");
        await page.getByRole("option").first().click();
        await expect(page.locator("main")).toContainText(text);
        expect(new URL(page.url()).pathname).toBe(`${path}version/`);
      }
    } finally {
      server?.kill("SIGTERM");
      await rm(folder, { recursive: true, force: true });
    }
  });
