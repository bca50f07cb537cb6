// The messages of content/data/messages.toml, and the hook that loads them (A53).

import type { Data } from "croupier:types";
import { useCallback, useContext } from "react";
import { loadQuery, QueriesContext, usePreloadedQuery } from "../../island/queries";
import { withLimit } from "../../platform/browser";

/** content/data/messages.toml. */
type Messages = Data["messages"];

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
    const messages = loadQuery<Messages>(hash).catch(() => undefined);
    return (await withLimit(messages, TIMEOUT_MS)) ?? { fallback };
  }, [hash, fallback]);
}
