// The contact page offers the chat if the site has one, on each device (row 1-03).

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { testOfSite } from "../support/deployment";
import { ROOT } from "../support/paths";
import { expect, expectNoViolations, rows, test } from "../support/test";

const PATH = "/info/contactus/";

const withChat = testOfSite("chat", (site) =>
  site.edit(
    "site.toml",
    '[chat]\nadapter = "none"\nurl = ""',
    '[chat]\nadapter = "sandbox"\nurl = "/external/scripts/chat.js"',
  ),
);
withChat.use({ serviceWorkers: "block" });

for (const width of [390, 1280])
  withChat(
    `a guest starts the chat on the contact page at ${width} px`,
    { annotation: rows("1-03") },
    async ({ page, site }) => {
      const body = await readFile(join(ROOT, "tests/sandbox/src/external/chat.js"), "utf8");
      await page.route("**/external/scripts/chat.js", (route) =>
        route.fulfill({ contentType: "text/javascript", body }),
      );
      await page.setViewportSize({ width, height: 844 });
      await page.goto(`${site.url}${PATH}`);
      await expectNoViolations(page);
      await page.getByRole("main").getByRole("link", { name: "CONTACT SUPPORT" }).click();
      const chat = page.getByRole("dialog", { name: "Live chat" });
      await chat.getByLabel("Message").fill("Hello");
      await chat.getByRole("button", { name: "Send" }).click();
      await expect(chat.getByLabel("Message")).toHaveValue("");
      await expect(page).toHaveURL(`${site.url}${PATH}`);
    },
  );

test("without a chat, the contact page says so and names the e-mail address", {
  annotation: rows("1-03", "A3"),
}, async ({ page }) => {
  await page.goto(PATH);
  const main = page.getByRole("main");
  const notice = main.getByText("There is no live chat at the moment.");
  await expect(notice).toBeVisible();
  const address = notice.getByRole("link", { name: "help@paperlantern.example" });
  await expect(address).toHaveAttribute("href", /^mailto:/);
  await expect(main.getByRole("link", { name: "CONTACT SUPPORT" })).toHaveCount(0);
});
