// Finds the topmost dialog, for content that appears without a user action.

/** Returns the topmost dialog; `undefined` if none is open. */
export function topDialog(): HTMLDialogElement | undefined {
  // The dialog that was opened last has the focus; without a focus, the last one in the document counts.
  const dialogs = [...document.querySelectorAll<HTMLDialogElement>("dialog:modal")];
  return dialogs.find((dialog) => dialog.contains(document.activeElement)) ?? dialogs.at(-1);
}
