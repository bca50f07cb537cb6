// Web fonts: text is painted before they load, and loading them shifts almost nothing with the system fonts of each device.

import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { type Browser, chromium, type Route } from "@playwright/test";
import { BROWSER } from "../playwright.config";
import { expectShiftBelow, watchShifts } from "../support/layout_shifts";
import { expect, FONTS, SERVED, test, waitForFonts } from "../support/test";

/** The system fonts of a device, below Debian's font folder: text, bold text, headings. */
const DEVICES = {
  "Windows, a Mac and an iPhone": [
    "liberation/LiberationSans-Regular.ttf",
    "liberation/LiberationSans-Bold.ttf",
    "liberation/LiberationSerif-Regular.ttf",
  ],
  Android: [
    "roboto/unhinted/RobotoTTF/Roboto-Regular.ttf",
    "roboto/unhinted/RobotoTTF/Roboto-Bold.ttf",
    "noto/NotoSerif-Regular.ttf",
  ],
  "a bare Linux": ["dejavu/DejaVuSans.ttf", "dejavu/DejaVuSans-Bold.ttf", "dejavu/DejaVuSerif.ttf"],
};

/** Starts a Chromium that has only these fonts. */
async function launchWithFonts(files: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), "fonts-"));
  for (const file of files) await symlink(join("/usr/share/fonts/truetype", file), join(folder, basename(file)));
  const config = join(folder, "fonts.conf");
  await writeFile(config, `<fontconfig><dir>${folder}</dir><cachedir>${join(folder, "cache")}</cachedir></fontconfig>`);
  const browser = await chromium.launch({ ...BROWSER, env: { ...process.env, FONTCONFIG_FILE: config } });
  browser.on("disconnected", () => void rm(folder, { recursive: true, force: true }));
  return browser;
}

for (const [device, files] of Object.entries(DEVICES))
  test.describe(`with the fonts of ${device}`, () => {
    let browser: Browser;
    test.beforeAll(async () => {
      browser = await launchWithFonts(files);
    });
    test.afterAll(() => browser.close());

    for (const path of ["/", "/freespins/", "/info/faq/", "/lobby/account/", "/welcomeoffer/"])
      test(`web fonts show on a first visit to ${path} almost without layout shift`, async () => {
        for (const width of [390, 1280]) {
          const page = await browser.newPage({ viewport: { width, height: 844 }, serviceWorkers: "block" });
          const fontRoutes: Route[] = [];
          await page.route("**/*.woff2", (route) => void fontRoutes.push(route));
          await watchShifts(page);
          await page.goto(SERVED + path, { waitUntil: "commit" });
          await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
          await expect.poll(() => fontRoutes.length).toBe(FONTS.length);
          for (const route of fontRoutes) await route.continue();
          await waitForFonts(page);
          const [paintTime, requestTimes] = await page.evaluate(() => [
            performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
            performance
              .getEntriesByType("resource")
              .flatMap((entry) => (entry.name.endsWith(".woff2") ? entry.startTime : [])),
          ]);
          expect(requestTimes).toHaveLength(FONTS.length);
          for (const time of requestTimes as number[]) expect(time).toBeGreaterThan(paintTime as number);
          await expectShiftBelow(page, 0.01, `${width} px`);
          await page.close();
        }
      });
  });

test("without scripts the web fonts load with the page", async ({ browser }) => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  const fonts: string[] = [];
  page.on("response", (response) => {
    const [, font] = response.url().match(/\/assets\/fonts\/(\w+)-.*\.woff2$/) ?? [];
    if (font && response.ok()) fonts.push(font);
  });
  await page.goto(`${SERVED}/info/faq/`);
  await expect.poll(() => fonts.sort()).toEqual(["fraunces", "manrope"]);
  await page.close();
});
