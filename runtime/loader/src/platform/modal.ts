// Notices that the modal dialog closes. It is no part of browser.ts, because scripts of sites without the loader use that file.

import { CLOSED_BY_VISIT, ID } from "../signals";

/**
 * Calls `listener` when the modal dialog closes; `byVisit` says whether a visit to another page closed it. Returns a function that stops
 * this. The event `close` comes a frame later, when another view may already be open.
 */
export function onModalClosed(listener: (byVisit: boolean) => void): () => void {
  const watch = new MutationObserver((changes) => {
    const dialogs = changes.map(({ target }) => target as HTMLDialogElement);
    const closed = dialogs.find(({ id, open }) => id === ID.modal && !open);
    if (closed) listener(closed.returnValue === CLOSED_BY_VISIT);
  });

  // A new release may replace the dialog, so the document is observed.
  watch.observe(document, { subtree: true, attributeFilter: ["open"] });
  return () => watch.disconnect();
}
