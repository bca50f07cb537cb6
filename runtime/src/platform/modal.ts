// Notices that the modal dialog closes. It is no part of browser.ts, because scripts of sites without the loader use that file.

import { CLOSED_BY_VISIT, ID } from "../signals";

/**
 * Calls `listener` when the modal dialog closes; `byVisit` says whether a visit to another page closed it. Returns a function that stops
 * this. The event `close` comes a frame later, when another panel may already be open.
 */
export function onModalClosed(listener: (byVisit: boolean) => void): () => void {
  const modal = document.getElementById(ID.modal);
  if (!(modal instanceof HTMLDialogElement)) return () => {};

  const watch = new MutationObserver(() => {
    if (!modal.open) listener(modal.returnValue === CLOSED_BY_VISIT);
  });
  watch.observe(modal, { attributeFilter: ["open"] });
  return () => watch.disconnect();
}
