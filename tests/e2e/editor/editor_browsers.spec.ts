// The editor in Firefox and WebKit: a title and a text are typed, shown on the page, and saved. All other tests use Chromium.

import { expect, test } from "@playwright/test";
import { firefox, webkit } from "../support/browser_drivers";
import { EditorSite, POST } from "./editor_site";

for (const [name, launch] of Object.entries({ Firefox: firefox, WebKit: webkit }))
  test(`${name} shows what is typed on the page, and saves it`, async () => {
    test.setTimeout(90_000);
    const site = await EditorSite.create();
    const browser = await launch();
    try {
      await browser.open(`${site.url}/admin/edit/content/posts/autumn.md`);
      const shown = (text: string) =>
        browser.when(
          `document.querySelector("iframe").contentDocument.body.textContent.includes(${JSON.stringify(text)})`,
        );
      await shown("Warm the pot first.");
      await browser.type('[id="field/title"]', " leaves");
      await shown("Tea in autumn leaves");
      await browser.type(".cm-content", "Wash your hands. ");
      await shown("Wash your hands.");

      await browser.click(".edit-buttons > :last-child");
      await browser.when('document.querySelector(".edit-head [role=status]").textContent.startsWith("Saved")');
      // Firefox puts the cursor at the end of the text, where it begins a line, WebKit at its start.
      const saved = (await site.read("content/posts/autumn.md")).replace(/Wash your hands\. (\n$)?/, "");
      expect(saved).toBe(POST.replace("Tea in autumn", "Tea in autumn leaves"));
    } finally {
      await browser.close();
      await site.remove();
    }
  });
