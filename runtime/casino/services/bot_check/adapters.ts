// Adapters of bot checks, which load the script of an external service: Turnstile, and reCAPTCHA with scores.

import { loadScript } from "../script";
import type { BotCheckProvider } from "./bot_check";

interface Options {
  readonly sitekey: string;
  readonly action: string;
  readonly appearance: "interaction-only";
  readonly callback: (token: string) => void;
  /** Returns true if the error is handled. */
  readonly "error-callback": (code: unknown) => boolean;
}

/** Pending tokens by action: another attempt waits for the same token. */
const pendingTokens = new Map<string, Promise<string>>();

/** Loads Turnstile from `url` for a site key; rejects if its script fails to load. */
export async function loadTurnstile(url: string, site_key: string): Promise<BotCheckProvider> {
  await loadScript(`${url}${url.includes("?") ? "&" : "?"}render=explicit`);
  return {
    token(action) {
      const token = pendingTokens.get(action) ?? render(site_key, action).finally(() => pendingTokens.delete(action));
      pendingTokens.set(action, token);
      return token;
    },
  };
}

function render(sitekey: string, action: string): Promise<string> {
  const container = document.createElement("div");
  // Elements behind a modal dialog cannot be clicked.
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

/** Loads reCAPTCHA from `url` for a site key; rejects if its script fails to load. */
export async function loadRecaptcha(url: string, site_key: string): Promise<BotCheckProvider | undefined> {
  await loadScript(`${url}${url.includes("?") ? "&" : "?"}render=${encodeURIComponent(site_key)}`);
  const { grecaptcha } = window;
  if (!grecaptcha) return undefined;
  await new Promise<void>((resolve) => grecaptcha.ready(resolve));
  return { token: (action) => grecaptcha.execute(site_key, { action }) };
}

declare global {
  interface Window {
    readonly grecaptcha?: {
      ready(callback: () => void): void;
      execute(site_key: string, options: { readonly action: string }): Promise<string>;
    };
  }
}
