// A release changes only affected files: HTML and page-data. Open tabs can still load their own code.

import { test } from "../../support/deployment";
import { expect, rows, waitForFullLoader, waitForLoader } from "../../support/test";

test.use({ serviceWorkers: "block" });
test.describe.configure({ timeout: 90_000 });

test("a change of one island rewrites only the pages that name it", { annotation: rows("7.6-11") }, async ({
  site,
}) => {
  const island = (word: string) => `// Renders a word.\n\nexport function Island() {\n  return <p>${word}</p>;\n}\n`;
  await site.create("runtime/casino/gallery/said/island.tsx", island("one"));
  await site.create("runtime/casino/gallery/said/props.schema.json", '{"type":"object","additionalProperties":false}');
  await site.edit("pages/home.html", "<h1", '{{ island("said", {}, hydrate="visible") }}<h1');
  await site.build();
  const files = [...(await site.list(".")).filter((path) => /(index\.html|page-data\.json)$/.test(path))];
  expect(files.length).toBeGreaterThan(40);
  const readFiles = async () =>
    new Map(await Promise.all(files.map(async (path) => [path, await site.read(path)] as const)));
  const readHash = async () =>
    (JSON.parse(await site.read("page-data/app-data.json")) as { webpackCompilationHash: string })
      .webpackCompilationHash;
  const [before, oldHash] = [await readFiles(), await readHash()];
  await site.create("runtime/casino/gallery/said/island.tsx", island("two"));
  await site.build();
  const after = await readFiles();
  expect(files.filter((path) => before.get(path) !== after.get(path)).sort()).toEqual([
    "index.html",
    "page-data/index/page-data.json",
  ]);
  expect(await readHash()).not.toBe(oldHash);

  const codeHash = await readHash();
  await site.edit("content/info/terms.md", "the", "THE");
  await site.edit("pages/slices/footer.html", "<footer", '<footer data-release="second"');
  await site.build();
  expect(await readHash()).toBe(codeHash);
});

test("islands of an open tab load from their own release", async ({ page, site, documents }) => {
  await page.goto(`${site.url}/info/faq/`);
  await waitForLoader(page);
  await waitForFullLoader(page);
  const oldChunk = await page.locator('[data-island="modal"]').getAttribute("data-src");
  await site.edit(
    "runtime/loader/src/island/hydrated.tsx",
    "identifierPrefix: idPrefix",
    "identifierPrefix: String(idPrefix)",
  );
  await site.build();
  expect(await site.read("info/faq/index.html")).not.toContain(oldChunk);
  await page.locator('[data-island="modal"] button').first().dispatchEvent("pointerover");
  await expect(page.locator('[data-island="modal"]')).toHaveAttribute("data-hydrated", "");
  expect(documents).toHaveLength(1);
});
