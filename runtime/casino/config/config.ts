// The settings of site.toml that the browser needs: their type, defaults and reader. config.schema.json declares them for the
// build. Stored values have the names of this site, because all sites of an origin share the storage.

import { inPageLanguage } from "./language";

/** The configuration of a page. config.schema.json describes each value and its unit. */
export interface Config {
  /** The base path of the site: empty, or `/docs`. */
  readonly base: string;
  readonly client: {
    readonly api: string;
    readonly casino_id: number;
    readonly skin_id: number;
    readonly client_id_instant: 3 | 6;
    readonly client_id_mobile: 3 | 6;
  };
  readonly api: {
    readonly session_header: string;
    readonly bot_check_header: string;
    readonly idempotency_header: string;
    readonly chat_identity_url: string;
    readonly rewards_url: string;
    readonly marketing_url: string;
    readonly preferences_url: string;
  };
  readonly affiliate: { readonly token_url: string; readonly days: number };
  readonly games: {
    readonly desktop_url: string;
    readonly mobile_url: string;
    readonly coupons_url: string;
    readonly launch_url: string;
  };
  readonly jackpot: { readonly currency: string; readonly refresh_seconds: number };
  readonly lobby_jackpot: {
    readonly url: string;
    readonly token: string;
    readonly winners_url: string;
    readonly refresh_seconds: number;
  };
  readonly signup: { readonly report_abandoned: boolean; readonly silent_relogin: "auto" | boolean };
  readonly cashier: { readonly hosts: readonly string[] };
  readonly livedealer: { readonly hosts: readonly string[] };
  /** The origin of the sandbox, where it replaces external services; empty in production. */
  readonly sandbox: string;
  readonly bot_check: {
    readonly adapter: "none" | "sandbox" | "turnstile" | "recaptcha";
    readonly url: string;
    readonly backup_url: string;
    readonly site_key: string;
  };
  readonly chat: { readonly adapter: "none" | "sandbox" | "intercom"; readonly url: string; readonly app_id: string };
  readonly tracking: { readonly adapter: "none" | "sandbox" | "data_layer"; readonly url: string };
  readonly reporting: { readonly adapter: "none" | "sandbox" | "sentry"; readonly url: string };
  readonly seal: { readonly adapter: "none" | "picture" | "script"; readonly url: string };
}

/** A service that is not configured. */
const OFF = { adapter: "none", url: "" } as const;

/** The defaults of settings that site.toml omits. */
export const DEFAULTS: Config = {
  base: "",
  client: { api: "/api/794", casino_id: 794, skin_id: 1, client_id_instant: 3, client_id_mobile: 6 },
  api: {
    session_header: "X-Session-Token",
    bot_check_header: "X-Bot-Check",
    idempotency_header: "",
    chat_identity_url: "",
    rewards_url: "",
    marketing_url: "",
    preferences_url: "",
  },
  affiliate: { token_url: "", days: 7 },
  games: { desktop_url: "", mobile_url: "", coupons_url: "", launch_url: "" },
  jackpot: { currency: "USD", refresh_seconds: 60 },
  lobby_jackpot: { url: "", token: "", winners_url: "", refresh_seconds: 60 },
  signup: { report_abandoned: true, silent_relogin: "auto" },
  cashier: { hosts: [] },
  livedealer: { hosts: [] },
  sandbox: "",
  bot_check: { ...OFF, backup_url: "", site_key: "" },
  chat: { ...OFF, app_id: "" },
  tracking: OFF,
  reporting: OFF,
  seal: OFF,
};

/** The path of the games lobby, below the base path. It is the first page of players. */
export const LOBBY = "/lobby/games/";

let parsedConfig: Config | undefined;

/** Returns the configuration of this document, parsed once; the defaults if there is no document. */
export function config(): Config {
  // Without a document nothing is stored, because a module that reads the configuration may load before there is one.
  if (typeof document === "undefined") return DEFAULTS;

  parsedConfig ??= parseConfig(document.getElementById("croupier-config")?.textContent);
  return parsedConfig;
}

/** Returns the name under which this site stores something, see `siteKey`. */
export function ownKey(name: string): string {
  return siteKey(name, config().base);
}

/**
 * Adds the base path to a path of this site: `/lobby/games/` becomes `/docs/lobby/games/`. A page is that of the page's language, such as
 * `/docs/fr/lobby/games/`. Other URLs stay unchanged.
 */
export function path(to: string): string {
  const page = import.meta.env.LANGUAGES ? inPageLanguage(to) : to;
  return to.startsWith("/") && !to.startsWith("//") ? config().base + page : to;
}

/** Parses the configuration that the build wrote into a page: JSON that fits config.schema.json. Defaults replace missing values. */
export function parseConfig(text: string | null | undefined): Config {
  const values = JSON.parse(text || "{}") as Readonly<Record<string, unknown>>;
  const entries = Object.entries(DEFAULTS).map(([name, value]: [string, unknown]) => {
    const table = values[name];
    return [name, typeof value === "object" ? { ...value, ...(table ?? {}) } : (table ?? value)];
  });
  return Object.fromEntries(entries) as Config;
}

/** A storage of records: local storage or its replacement. All functions may throw. */
export type RecordStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** Reads and writes local storage under the names of this site. Throws if the browser stores nothing. */
export const OWN_STORAGE: RecordStorage = {
  getItem: (key) => localStorage.getItem(ownKey(key)),
  setItem: (key, value) => localStorage.setItem(ownKey(key), value),
  removeItem: (key) => localStorage.removeItem(ownKey(key)),
};

declare global {
  interface Navigator {
    /** Not every browser has it. */
    readonly globalPrivacyControl?: boolean;
  }
}

/** Whether the browser requests that no data is shared: Global Privacy Control (A78, A135). */
export function asksForPrivacy(): boolean {
  return navigator.globalPrivacyControl === true;
}

/** Returns the name that the site below `base` uses in place of `name`. */
export function siteKey(name: string, base: string): string {
  return base ? `${name} ${base}` : name;
}
