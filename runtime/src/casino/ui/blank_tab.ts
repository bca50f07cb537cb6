// A tab that is opened in a click, before it is known where it leads: what opens after an answer was awaited is blocked (A39).

/** The tab. */
export interface BlankTab {
  /** Unlike that of any other tab: what shows another origin's page already cannot be led elsewhere. */
  readonly name: string;
  /** As far as it is used; where it leads is another origin's. */
  readonly window: Pick<Window, "closed" | "close"> & { readonly location: Pick<Location, "replace"> };
}

/** Opens a tab with nothing but a line of text; `undefined` where the browser lets none open. To be called in the click itself. */
export function openBlankTab(purpose: string, text: string): BlankTab | undefined {
  const name = `${purpose} ${Date.now()}`;
  const tab = window.open("about:blank", name);
  if (!tab) return undefined;
  // What will be shown in it is to have no way back into this page.
  tab.opener = null;
  tab.document.title = text;
  tab.document.body.textContent = text;
  return { name, window: tab };
}
