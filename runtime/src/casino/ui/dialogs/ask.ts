// Opens confirmation dialogs without including their code: it is loaded when the first dialog opens.

import type { Confirmation } from "./confirm";

/**
 * Opens a confirmation dialog and resolves to whether the user confirmed. Resolves to false without a question, and if the dialog's
 * code fails to load, which the chunk loader reports.
 */
export async function requestConfirmation(question: Confirmation | undefined): Promise<boolean> {
  if (!question) return false;
  const code = await import("./confirm").catch(() => undefined);
  return (await code?.confirm(question)) ?? false;
}

/** Shows a message in a dialog until it is closed. Resolves to false if the dialog's code fails to load: the caller shows the message. */
export async function showMessage(message: Confirmation): Promise<boolean> {
  const code = await import("./confirm").catch(() => undefined);
  await code?.confirm(message);
  return code !== undefined;
}
