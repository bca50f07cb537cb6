// The messages of content/data/messages.toml, and the hook that loads them (A53).

import { useCallback, useContext } from "react";
import { loadQuery, QueriesContext, usePreloadedQuery } from "../../island/queries";
import type { CompletionPage } from "./completion";

/** A screen for a message of the API. */
interface MatchedScreen extends CompletionPage {
  readonly message: string;
}

/** The texts of a confirmation dialog. */
interface MessageDialogue {
  readonly title: string;
  readonly text: string;
  readonly confirm?: string;
  readonly back?: string;
}

/** content/data/messages.toml. */
export interface Messages {
  readonly fallback: string;
  readonly unauthorised: string;
  /** Shown when it is not known whether the server executed a command. */
  readonly unknown: string;
  /** Shown when a command was not sent, because another one is running. */
  readonly busy: string;
  readonly screens: readonly MatchedScreen[];
  readonly flows: Readonly<Record<string, CompletionPage>>;
  readonly coupon: Readonly<Record<string, string>>;
  readonly empty: Readonly<Record<string, string>>;
  /** Messages by the site's own error codes. */
  readonly missing: Readonly<Record<string, string>>;
  readonly chat: Readonly<Record<string, string>>;
  readonly dialogues: Readonly<Record<string, MessageDialogue>>;
}

/** The messages that are loaded. The fallback is in the HTML of an island; the others are loaded as a static query. */
export type MessageTexts = Pick<Messages, "fallback"> & Partial<Messages>;

/** Longest wait of a failure for its message, in milliseconds. */
const TIMEOUT_MS = 2000;

/**
 * Requests the messages and returns a function that resolves to them. If they do not arrive in time, it resolves to the fallback
 * alone. `fallback` is a prop of the island: its template passes `data.messages.fallback`.
 */
export function useTexts(fallback: string): () => Promise<MessageTexts> {
  const { messages: hash } = useContext(QueriesContext);
  usePreloadedQuery("messages");
  return useCallback(async () => {
    if (!hash) return { fallback };
    const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, TIMEOUT_MS, undefined));
    const messages = loadQuery<Messages>(hash).catch(() => undefined);
    return (await Promise.race([messages, timeout])) ?? { fallback };
  }, [hash, fallback]);
}
