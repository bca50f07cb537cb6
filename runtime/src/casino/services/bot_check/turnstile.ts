// Turnstile as a bot check: a widget for each token, since a token is good once. It stays out of sight unless it has something
// to ask, and then it stands in the layer that is open, where it can be pressed ("Client-side rendering" of its documentation).

import { loadScript } from "../script";
import type { BotCheckProvider } from "./bot_check";

interface Options {
  readonly sitekey: string;
  readonly action: string;
  readonly appearance: "interaction-only";
  readonly callback: (token: string) => void;
  /** Returning true says that the error is dealt with. */
  readonly "error-callback": (code: unknown) => boolean;
}

/** Tokens that are on their way, by action: a further try waits for the same one. */
const coming = new Map<string, Promise<string>>();

/** Brings Turnstile from `url` for a site's key; rejects when its script does not come. */
export async function bringTurnstile(url: string, site_key: string): Promise<BotCheckProvider> {
  await loadScript(`${url}${url.includes("?") ? "&" : "?"}render=explicit`);
  return {
    token(action) {
      const token = coming.get(action) ?? render(site_key, action).finally(() => coming.delete(action));
      coming.set(action, token);
      return token;
    },
  };
}

function render(sitekey: string, action: string): Promise<string> {
  const container = document.createElement("div");
  // What is behind a dialogue cannot be pressed.
  ([...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body).append(container);
  let widget: string | undefined;
  const token = new Promise<string>((resolve, reject) => {
    widget = window.turnstile?.render(container, {
      sitekey,
      action,
      appearance: "interaction-only",
      callback: resolve,
      "error-callback": (code) => {
        reject(new Error(`the bot check failed: ${String(code)}`));
        return true;
      },
    });
    if (widget === undefined) reject(new Error("the bot check is not there"));
  });
  return token.finally(() => {
    if (widget !== undefined) window.turnstile?.remove(widget);
    container.remove();
  });
}

declare global {
  interface Window {
    readonly turnstile?: {
      render(container: HTMLElement, options: Options): string;
      remove(widget: string): void;
    };
  }
}
