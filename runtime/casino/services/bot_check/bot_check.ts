// The bot check: gets a token for sign-in calls. A check without a response never keeps a player out (A104, rows 7-04, 7-05).

import { delay } from "@croupier/loader/browser";
import { type Config, config, path } from "../../config/config";
import { loadScript } from "../script";

/** The interface of a bot check script. */
export interface BotCheckProvider {
  /** Gets a new token for an action, such as `login`. */
  token(action: string): Promise<string>;
}

/** The functions that the check needs from the browser. */
export interface BotCheckPorts {
  /** Loads the provider from the URL of a script; rejects if the script fails to load. */
  load(url: string): Promise<BotCheckProvider | undefined>;
  wait(ms: number): Promise<void>;
}

/** Gets a token for an action, or `undefined` after the time limit. */
export type BotCheck = (action: string) => Promise<string | undefined>;

/** Time limit of a token, in milliseconds: five attempts, 500 ms apart. */
const LIMIT_MS = 2500;
const RETRY_MS = 500;
/** Time limit of the first script, in milliseconds. */
const SCRIPT_LIMIT_MS = 1000;

/** Creates the check from the URLs of its script and of its backup script, which may be empty. */
export function createBotCheck(
  { url, backup_url }: Pick<Config["bot_check"], "url" | "backup_url">,
  { load, wait }: BotCheckPorts,
): BotCheck {
  let sourceUrl = url;
  /** The pending request for each action: calls within its time limit share it. */
  const pending = new Map<string, Promise<string | undefined>>();

  /** Loads the provider. If the first script fails or times out, the backup script is used. */
  async function loadWithBackup(): Promise<BotCheckProvider> {
    const usedUrl = sourceUrl;

    const timeout = wait(SCRIPT_LIMIT_MS).then(() => {
      throw new Error("the bot check script did not load in time");
    });
    // The timer may end after the script is loaded; its rejection is then unhandled.
    timeout.catch(() => undefined);

    try {
      const provider = await (usedUrl === url && backup_url ? Promise.race([load(usedUrl), timeout]) : load(usedUrl));
      if (provider) return provider;
      throw new Error("the bot check script provides no check");
    } catch (error) {
      if (!backup_url || usedUrl !== url) throw error;
      sourceUrl = backup_url;
      return loadWithBackup();
    }
  }

  /** Requests a token until one arrives or the time limit is reached. A failed attempt is repeated; a slow one is awaited. */
  async function request(action: string, isExpired: () => boolean): Promise<string | undefined> {
    while (!isExpired()) {
      const pause = wait(RETRY_MS);
      const token = await loadWithBackup()
        .then((provider) => provider.token(action))
        .catch(() => undefined);
      if (token) return token;
      await pause;
    }
    return undefined;
  }

  return (action) => {
    const known = pending.get(action);
    if (known !== undefined) return known;

    let isExpired = false;
    const timeout = wait(LIMIT_MS).then(() => {
      isExpired = true;
      return undefined;
    });

    const token = Promise.race([request(action, () => isExpired), timeout]).finally(() => pending.delete(action));
    pending.set(action, token);
    return token;
  };
}

let check: BotCheck | undefined;

/** Gets a token for the next sign-in call. Resolves to `undefined` without a bot check, or if it does not respond within 2.5 s. */
export function botToken(action: string): Promise<string | undefined> {
  const { bot_check } = config();
  check ??= createBotCheck(
    { url: path(bot_check.url), backup_url: path(bot_check.backup_url) },
    { load: (url) => loadProvider(bot_check, url), wait: delay },
  );
  return check(action);
}

async function loadProvider(
  { adapter, site_key }: Config["bot_check"],
  url: string,
): Promise<BotCheckProvider | undefined> {
  if (adapter === "turnstile") return (await import("./adapters")).loadTurnstile(url, site_key);
  if (adapter === "recaptcha") return (await import("./adapters")).loadRecaptcha(url, site_key);
  await loadScript(url);
  return window.SandboxBotCheck;
}

declare global {
  interface Window {
    /** Set by the sandbox's script. */
    readonly SandboxBotCheck?: BotCheckProvider;
  }
}
