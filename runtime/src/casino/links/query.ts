// Reads the actions in the query of a URL: once, in a fixed order; invalid values are ignored (A11 to A16).

import { type FormType, formType } from "../forms/definition";
import type { Link } from "./link";

/** The partner who referred a visitor, with the parameter names of a partner's link; missing values are empty. */
export interface Partner {
  readonly token: string;
  readonly rtg_aff: string;
  readonly feed: string;
}

/** The actions of a link, in the order in which they run (A14). */
export interface Orders {
  /** A partner's user, whose token is requested (A16). */
  readonly redirect?: { readonly user: string; readonly feed: string };
  readonly partner?: Partner;
  /** The form that opens. */
  readonly form?: FormType;
  /** The values that the form opens with. */
  readonly link: Link;
  /** The game that opens if no form does: `18-32`. */
  readonly play?: string;
  readonly chat: boolean;
  /** The query without the used parameters, otherwise unchanged: empty, or with its question mark. */
  readonly rest: string;
}

/** The parameters of a partner's link. */
export const PARTNERS = ["user", "token", "rtg_aff", "feed"] as const;

/** The shape of partner values (A15), and of coupon and reward codes (A65). */
const WORD = /^[\w-]{1,64}$/;
const PID = /^[1-9]\d{0,14}$/;
const SECRET = /^[\w.~+/=-]{1,256}$/;
const GAME = /^[\w,-]{1,64}$/;
/** A game by its two numbers (A83). */
const PAIR = /^\d{1,9}[-,_]\d{1,9}$/;

/** Returns the value of a parameter if it has the right shape; empty otherwise. */
type Read = (name: string, shape: RegExp) => string;

/** Reads a query. `secrets` are the parameters that were removed from it before other code could read it (A13). */
export function readQuery(search: string, secrets: Readonly<Record<string, string>>): Orders {
  const query = new URLSearchParams(search);
  const value = (name: string) => secrets[name] ?? query.get(name);
  const has = (...names: readonly string[]) => names.every((name) => value(name) !== null);
  const read: Read = (name, shape) => {
    const text = value(name) ?? "";
    return shape.test(text) ? text : "";
  };
  const action = value("action")?.toLowerCase();
  const type = formType(value("state") ?? "");
  const quick = type === "quickredeem" || type === "quickplay" ? type : undefined;
  const shown = action === "show" ? type : undefined;
  // Quick signup processes a valid link instead of showing its form (row 4.2-33).
  const followed = quick ?? (shown === "quicksignup" ? shown : undefined);
  // A token next to a player's number is that player's, whatever else the link contains (A12).
  const isReset = has("pid");
  const partner = partnerOf(read, isReset);
  const play = followed ? "" : read("game", PAIR).replace(/[,_]/, "-");
  const user = read("user", WORD);
  const feed = read("feed", WORD);
  const used = [
    ...(quick || action === "show" ? ["action", "state"] : []),
    ...(followed ? ["game", "code", "coupon"] : []),
    ...(play ? ["game"] : []),
    ...(action === "showchat" ? ["action"] : []),
    ...(has("rtg_aff") || has("user", "feed") || partner ? PARTNERS : []),
    "showchat",
  ];
  return {
    ...(user && feed && !isReset ? { redirect: { user, feed } } : {}),
    ...(partner ? { partner } : {}),
    ...((isReset && resetOf(read)) || formOf(read, followed, shown)),
    ...(play ? { play } : {}),
    chat: action === "showchat" || has("showchat"),
    rest: without(search, used),
  };
}

function partnerOf(read: Read, isReset: boolean): Partner | undefined {
  const token = isReset ? "" : read("token", WORD);
  const rtg_aff = read("rtg_aff", WORD);
  return token || rtg_aff ? { token, rtg_aff, feed: read("feed", WORD) } : undefined;
}

/** Returns a password reset; `undefined` if the number or the token is missing. */
function resetOf(read: Read): Pick<Orders, "form" | "link"> | undefined {
  const pid = read("pid", PID);
  const token = read("token", SECRET);
  return pid && token ? { form: "passwordreset", link: { pid, token } } : undefined;
}

function formOf(
  read: Read,
  followed: FormType | undefined,
  shown: FormType | undefined,
): Pick<Orders, "form" | "link"> {
  if (!followed) return { ...(shown ? { form: shown } : {}), link: {} };
  const values = {
    hash: read("hash", SECRET),
    game: read("game", GAME),
    code: read("code", WORD),
    coupon: read("coupon", WORD),
  };
  return { form: followed, link: Object.fromEntries(Object.entries(values).filter(([, value]) => value)) };
}

/** Returns a query without some parameters, otherwise unchanged: empty, or with its question mark. */
export function without(search: string, names: readonly string[]): string {
  const kept = search
    .replace(/^\?/, "")
    .split("&")
    .filter((part) => {
      const [pair] = new URLSearchParams(part);
      return !(pair && names.includes(pair[0]));
    })
    .join("&");
  return kept && `?${kept}`;
}
