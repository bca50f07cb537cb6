// The stream of events of the server. `EventSource` cannot send the header that the server asks for, so the stream is read by `fetch`.

import { send, urlOf } from "./calls";
import type { SiteEvent } from "./types";

/** Time until the next attempt to connect, in milliseconds. */
const RETRY_MS = 1_000;

export interface EventHandlers {
  onEvent(event: SiteEvent): void;
  onConnection(isConnected: boolean): void;
}

/** Reads the events of the server for the tab `client` until the signal aborts. A broken connection is opened again. */
export async function readEvents(
  client: string,
  { onEvent, onConnection }: EventHandlers,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const response = await send(urlOf("events", { client }), { signal });
      if (response.ok && response.body) {
        onConnection(true);
        await readStream(response.body, onEvent);
      }
    } catch {
      // The next attempt follows.
    }
    if (signal.aborted) return;
    onConnection(false);
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

async function readStream(stream: ReadableStream<Uint8Array>, onEvent: (event: SiteEvent) => void): Promise<void> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += decoder.decode(value, { stream: true });

    const messages = text.split(/\r?\n\r?\n/);
    text = messages.pop() ?? "";

    for (const message of messages) {
      const event = parseEvent(message);
      if (event) onEvent(event);
    }
  }
}

/** Returns the data of a server-sent message; `undefined` for comments. */
export function parseEvent(message: string): SiteEvent | undefined {
  const data = message
    .split(/\r?\n/)
    .filter((line) => line.startsWith("data:"))
    .map((line) => line.slice(5).trimStart())
    .join("\n");
  return data === "" ? undefined : (JSON.parse(data) as SiteEvent);
}
