// What the query of an address asks the site to do: read once, in a fixed order, and whatever makes no sense is ignored (A11 to A16).

import { type FormType, formType } from "../forms/definition";
import type { Link } from "./link";

/** Who brought a visitor, by the names of a partner's link; empty where it does not say. */
export interface Partner {
  readonly token: string;
  readonly rtg_aff: string;
  readonly feed: string;
}

/** What is to be done, in the order in which it is done (A14). */
export interface Orders {
  /** A partner's user, for whom a token is to be asked (A16). */
  readonly redirect?: { readonly user: string; readonly feed: string };
  readonly partner?: Partner;
  /** The one form that opens. */
  readonly form?: FormType;
  /** What it opens with. */
  readonly link: Link;
  /** The game that opens where no form does: `18-32`. */
  readonly play?: string;
  readonly chat: boolean;
  /** The query without what these orders were read from, otherwise letter by letter: empty, or with its question mark. */
  readonly rest: string;
}

/** The parameters that a partner's link has. */
export const PARTNERS = ["user", "token", "rtg_aff", "feed"] as const;

/** What goes to a partner's accounts (A15), and codes of coupons and rewards (A65). */
const WORD = /^[\w-]{1,64}$/;
const PID = /^[1-9]\d{0,14}$/;
const SECRET = /^[\w.~+/=-]{1,256}$/;
const GAME = /^[\w,-]{1,64}$/;
/** A game by its two numbers (A83). */
const PAIR = /^\d{1,9}[-,_]\d{1,9}$/;

/** The value of a parameter where it has the right shape; empty otherwise. */
type Read = (name: string, shape: RegExp) => string;

/** Reads a query. `secrets` are the parameters that were taken out of it before anything else saw it (A13). */
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
  // Quick signup follows a link that is still good, in place of its form (row 4.2-33).
  const followed = quick ?? (shown === "quicksignup" ? shown : undefined);
  // A token beside a player's number is that player's, whatever else the link says (A12).
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

/** A reset with one half of its proof is none. */
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

/** A query without some parameters, otherwise letter by letter: empty, or with its question mark. */
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
