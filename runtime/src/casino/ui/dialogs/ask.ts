// Confirmation dialogs for code that must not bring the dialog along: it is loaded when the first question is asked.

import type { Confirmation } from "./confirm";

/** Asks; resolves to whether the user agreed. False without a question, and where the dialog's code failed to load, which its loader reports. */
export async function ask(question: Confirmation | undefined): Promise<boolean> {
  if (!question) return false;
  const code = await import("./confirm").catch(() => undefined);
  return (await code?.confirm(question)) ?? false;
}

/** Shows a message in a dialog until it is closed; false where the dialog's code failed to load, so that the message has to be shown elsewhere. */
export async function tell(message: Confirmation): Promise<boolean> {
  const code = await import("./confirm").catch(() => undefined);
  await code?.confirm(message);
  return code !== undefined;
}
