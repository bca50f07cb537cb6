// Adapter of Intercom's messenger. The messenger's script runs the commands of a queue that must exist before it is loaded. It knows
// no user until `boot`; `shutdown` removes its cookies (its "JavaScript API" and "Identity verification").

import { loadScript } from "../script";
import type { ChatProvider } from "./chat";

/** The messenger's function: a command with its arguments. */
interface Messenger {
  (...command: readonly unknown[]): void;
  /** Commands that wait for the script, which also calls `c`. */
  q?: unknown[];
  c?(command: unknown): void;
}

/** Loads the messenger of a workspace from `url`; rejects if its script fails to load. */
export async function loadIntercom(url: string, app_id: string): Promise<ChatProvider> {
  window.Intercom ??= createQueue();
  await loadScript(url);
  // The script replaces the queue, so each command reads the global again.
  const command = (...args: readonly unknown[]) => window.Intercom?.(...args);
  return {
    boot: (user) => command("boot", { app_id, ...user }),
    show: (text) => (text === undefined ? command("show") : command("showNewMessage", text)),
    shutdown: () => command("shutdown"),
  };
}

function createQueue(): Messenger {
  const commands: unknown[] = [];
  const enqueue = (command: unknown) => void commands.push(command);
  return Object.assign((...command: readonly unknown[]) => enqueue(command), { q: commands, c: enqueue });
}

declare global {
  interface Window {
    Intercom?: Messenger;
  }
}
