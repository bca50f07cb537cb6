// The bot check: a token that goes along with sign-in calls. Nobody is locked out by a check that does not answer (A104, rows 7-04, 7-05).

import { type Config, config, path } from "../config/config";
import { loadScript } from "./script";

/** What a check can do once its script is there. */
export interface BotCheckProvider {
  /** A fresh token for an action, such as `login`. */
  token(action: string): Promise<string>;
}

/** What the check needs of the world. */
export interface BotCheckPorts {
  /** Brings the provider from a script's address; rejects when it does not come. */
  load(url: string): Promise<BotCheckProvider | undefined>;
  wait(ms: number): Promise<void>;
}

/** Gives a token for an action, or `undefined` after the last try. */
export type BotCheck = (action: string) => Promise<string | undefined>;

/** So many tries, and so far apart, in milliseconds. */
const TRIES = 5;
const APART_MS = 500;

/** Makes the check of two scripts' addresses, of which the second may be empty. */
export function createBotCheck(
  { url, backup_url }: Pick<Config["bot_check"], "url" | "backup_url">,
  { load, wait }: BotCheckPorts,
): BotCheck {
  let source = url;

  /** One try. Once the first script has failed, the backup is what is asked for. */
  async function ask(action: string): Promise<string | undefined> {
    const provider = await load(source).catch(() => {
      source = backup_url || url;
      return load(source);
    });
    return provider?.token(action);
  }

  return async (action) => {
    for (let attempt = 1; attempt <= TRIES; attempt++) {
      const pause = wait(APART_MS);
      const token = await Promise.race([ask(action).catch(() => undefined), pause]);
      if (token) return token;
      await pause;
    }
    return undefined;
  };
}

let check: BotCheck | undefined;

/** A token for the next sign-in call; `undefined` where there is no check, or it does not answer within 2.5 s. */
export function botToken(action: string): Promise<string | undefined> {
  const { bot_check } = config();
  check ??= createBotCheck(
    { url: path(bot_check.url), backup_url: path(bot_check.backup_url) },
    { load: (url) => provide(bot_check, url), wait: (ms) => new Promise((then) => setTimeout(then, ms)) },
  );
  return check(action);
}

async function provide({ adapter, site_key }: Config["bot_check"], url: string): Promise<BotCheckProvider | undefined> {
  if (adapter === "turnstile") return (await import("./turnstile")).bringTurnstile(url, site_key);
  if (adapter === "recaptcha") return (await import("./recaptcha")).bringRecaptcha(url, site_key);
  await loadScript(url);
  return window.SandboxBotCheck;
}

declare global {
  interface Window {
    /** What the sandbox's script leaves on the window. */
    readonly SandboxBotCheck?: BotCheckProvider;
  }
}
