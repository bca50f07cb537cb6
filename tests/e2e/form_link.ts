// Gives a form of the container a link that it has not, as another content would.

import type { Page } from "@playwright/test";

/** What a link does, and what about. */
export interface LinkAction {
  readonly type: string;
  readonly about?: string;
}

/** Puts a link below the form that makes the request `form`, in place of those that it has. */
export async function linkBelow(page: Page, form: string, text: string, action: LinkAction) {
  await page.route("**/page-data/sq/d/*.json", async (route) => {
    const answer = await route.fetch();
    const json = (await answer.json()) as { data: { action?: { type: string }; messages?: object[] } };
    if (json.data.action?.type === form) json.data.messages = [{ text, action }];
    await route.fulfill({ response: answer, json });
  });
}
