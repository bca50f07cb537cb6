// Tests the counter in a browser, on the page with its stories.

import assert from "node:assert/strict";
import { test } from "node:test";
import { withPage } from "../../testing/browser.mjs";

test("each press counts one more", () =>
  withPage("/stories/counter/", async (page) => {
    const button = page.getByRole("main").getByRole("button", { name: "From zero" });
    await button.click();
    await button.getByText("1").waitFor();
    await button.click();
    await button.getByText("2").waitFor();
    const other = page.getByRole("main").getByRole("button", { name: "From 41" });
    assert.equal(await other.textContent(), "From 41 41");
  }));
