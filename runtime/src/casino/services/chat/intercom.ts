// Adapter of Intercom's messenger. The messenger's script runs the commands of a queue that must exist before it is loaded. It knows
// no user until `boot`; `shutdown` removes its cookies (its "JavaScript API" and "Identity verification").

import { loadScript } from "../script";
import type { ChatProvider } from "./chat";

/** The messenger's function: a command with its arguments. */
interface Orders {
  (...order: readonly unknown[]): void;
  /** Commands that wait for the script, which also calls `c`. */
  q?: unknown[];
  c?(order: unknown): void;
}

/** Loads the messenger of a workspace from `url`; rejects if its script fails to load. */
export async function bringIntercom(url: string, app_id: string): Promise<ChatProvider> {
  window.Intercom ??= queue();
  await loadScript(url);
  // The script replaces the queue, so each command reads the global again.
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
