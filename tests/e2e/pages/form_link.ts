// Adds a link to a form of the modal container, as different content would.

import type { Page } from "@playwright/test";

/** Action of a link and its argument. */
export interface LinkAction {
  readonly type: string;
  readonly about?: string;
}

/** Replaces the links below the form whose action is `form` with one link. */
export async function addLinkBelow(page: Page, form: string, text: string, action: LinkAction) {
  await page.route("**/page-data/sq/d/*.json", async (route) => {
    const response = await route.fetch();
    const json = (await response.json()) as { data: { action?: { type: string }; messages?: object[] } };
    if (json.data.action?.type === form) json.data.messages = [{ text, action }];
    await route.fulfill({ response: response, json });
  });
}
