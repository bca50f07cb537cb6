// Opens a tab in a click, before its URL is known. Browsers block tabs that open after a response was awaited (A39).

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
