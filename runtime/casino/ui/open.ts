// Opens confirmations, messages and tabs from any widget. The code of the dialogs loads when the first of them opens.

import type { Confirmation } from "./dialogs/confirm";

/** An opened tab. */
export interface BlankTab {
  /** A unique name. A tab that shows another origin already cannot be reused. */
  readonly name: string;
  /** The used subset of the window; the tab will show another origin. */
  readonly window: Pick<Window, "closed" | "close"> & { readonly location: Pick<Location, "replace"> };
}

/** Opens a tab with a line of text; `undefined` if the browser blocks it. Must be called in the click handler itself. */
export function openBlankTab(purpose: string, text: string): BlankTab | undefined {
  const name = `${purpose} ${Date.now()}`;
  const tab = window.open("about:blank", name);
  if (!tab) return undefined;
  // The page in the tab must not have access to this page.
  tab.opener = null;
  tab.document.title = text;
  tab.document.body.textContent = text;
  return { name, window: tab };
}

/** Returns the URL; `undefined` if the text is no URL. */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/**
 * Opens a confirmation dialog and resolves to whether the user confirmed. Throws if its texts or its code failed to load: the user was
 * not asked, and must learn that the press had no effect.
 */
export async function requestConfirmation(question: Confirmation | undefined): Promise<boolean> {
  if (!question) throw new Error("The texts of the question are missing.");
  return (await import("./dialogs/confirm")).confirm(question);
}

/** Shows a message in a dialog until it is closed. Resolves to false if the dialog's code fails to load: the caller shows the message. */
export async function showMessage(message: Confirmation): Promise<boolean> {
  const code = await import("./dialogs/confirm").catch(() => undefined);
  await code?.confirm(message);
  return code !== undefined;
}
