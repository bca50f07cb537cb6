// Adapter of reCAPTCHA with scores: it has no UI, and each token names the action that it is for (its "reCAPTCHA v3" guide).

import { loadScript } from "../script";
import type { BotCheckProvider } from "./bot_check";

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
