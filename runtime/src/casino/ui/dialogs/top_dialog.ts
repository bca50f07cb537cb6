// Which dialogue lies on top, for what comes by itself.

/** The dialogue that lies on top; `undefined` where none is open. */
export function topDialog(): HTMLDialogElement | undefined {
  // Of two that are open, the one that was opened later holds the focus, or stands later in the document.
  const open = [...document.querySelectorAll<HTMLDialogElement>("dialog:modal")];
  return open.find((dialog) => dialog.contains(document.activeElement)) ?? open.at(-1);
}
