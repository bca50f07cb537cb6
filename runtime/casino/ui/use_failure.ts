// Explains failures to users: with the dialog about maintenance, or with the text that the component then shows.

import { type ReactNode, useCallback } from "react";
import type { Failure } from "../api/outcome";
import { failureText } from "../content/failure_messages";
import { fill } from "../content/format";
import { type MessageTexts, type Texts, useTexts } from "../content/messages";
import { showMessage } from "./open";

/** Returns the text for a failure. */
export type ToText = (failure: Failure, texts: MessageTexts) => ReactNode;

/** Explains a failure with loaded texts: shows the dialog about maintenance, or returns the text. It is empty if nothing is left to say. */
export async function explain(failure: Failure, texts: MessageTexts, toText: ToText = failureText): Promise<ReactNode> {
  return (await showMaintenance(failure, texts)) ? "" : toText(failure, texts);
}

/** The texts of a component, and a function that loads the messages and explains a failure. */
export interface FailureTexts extends Texts {
  readonly explain: (failure: Failure, toText?: ToText) => Promise<ReactNode>;
}

/** Returns the texts for failures of a component. */
export function useFailure(): FailureTexts {
  const texts = useTexts();
  const { load } = texts;
  return { ...texts, explain: useCallback(async (failure, toText) => explain(failure, await load(), toText), [load]) };
}

/**
 * Shows the maintenance dialog and resolves to true when it is closed. Resolves to false for other failures, and where the
 * messages or the dialog failed to load: the caller shows its own message then.
 */
export async function showMaintenance({ kind }: Failure, { dialogues, product = "" }: MessageTexts): Promise<boolean> {
  const dialogText = kind === "maintenance" && dialogues?.casinoMaintenance;
  if (!dialogText) return false;
  return showMessage({ ...dialogText, text: fill(dialogText.text, { name: product }) });
}
