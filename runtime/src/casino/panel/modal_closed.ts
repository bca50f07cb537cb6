// Notices that the user closes the modal dialog. A file of its own, because only code that loads on demand needs it.

import { CLOSED_BY_VISIT, ID } from "../../signals";

/** Calls `listener` when the user closes the modal dialog, and not when a visit closes it. Returns a function that stops this. */
export function onModalClosed(listener: () => void): () => void {
  const modal = document.getElementById(ID.modal);
  const onClose = () => {
    if (modal instanceof HTMLDialogElement && modal.returnValue !== CLOSED_BY_VISIT) listener();
  };

  modal?.addEventListener("close", onClose);
  return () => modal?.removeEventListener("close", onClose);
}
