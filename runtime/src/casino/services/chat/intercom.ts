// Intercom's messenger behind the face of a chat. Its script takes over a queue of orders that must stand before it comes; until
// `boot` it knows nobody, and `shutdown` ends its cookies (its "JavaScript API" and "Identity verification").

import { loadScript } from "../script";
import type { ChatProvider } from "./chat";

/** An order with its details, as the messenger takes it. */
interface Orders {
  (...order: readonly unknown[]): void;
  /** Orders that wait for the script, which also calls `c`. */
  q?: unknown[];
  c?(order: unknown): void;
}

/** Brings the messenger of a workspace from `url`; rejects when its script does not come. */
export async function bringIntercom(url: string, app_id: string): Promise<ChatProvider> {
  window.Intercom ??= queue();
  await loadScript(url);
  // The script puts itself in the queue's place, so that it is looked up at each order.
  const order = (...details: readonly unknown[]) => window.Intercom?.(...details);
  return {
    boot: (who) => order("boot", { app_id, ...who }),
    show: (text) => (text === undefined ? order("show") : order("showNewMessage", text)),
    shutdown: () => order("shutdown"),
  };
}

function queue(): Orders {
  const waiting: unknown[] = [];
  const keep = (order: unknown) => void waiting.push(order);
  return Object.assign((...order: readonly unknown[]) => keep(order), { q: waiting, c: keep });
}

declare global {
  interface Window {
    Intercom?: Orders;
  }
}
