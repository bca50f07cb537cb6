// Reads the actions in the query of a URL: once, in a fixed order; invalid values are ignored (A11 to A16).

import { type FormType, formType } from "../forms/definition";
import type { Link, Partner } from "./link";

/** The actions of a link, in the order in which they run (A14). */
export interface LinkActions {
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
type ReadParameter = (name: string, pattern: RegExp) => string;

/** Reads a query. `secrets` are the parameters that were removed from it before other code could read it (A13). */
export function readQuery(search: string, secrets: Readonly<Record<string, string>>): LinkActions {
  const query = new URLSearchParams(search);
  const value = (name: string) => secrets[name] ?? query.get(name);
  const hasAll = (...names: readonly string[]) => names.every((name) => value(name) !== null);

  const readParameter: ReadParameter = (name, pattern) => {
    const text = value(name) ?? "";
    return pattern.test(text) ? text : "";
  };

  const action = value("action")?.toLowerCase();
  const type = formType(value("state") ?? "");
  const quick = type === "quickredeem" || type === "quickplay" ? type : undefined;
  const shownForm = action === "show" ? type : undefined;
  // Quick signup processes a valid link instead of showing its form (row 4.2-33).
  const requestedForm = quick ?? (shownForm === "quicksignup" ? shownForm : undefined);

  // A token next to a player's number is that player's, whatever else the link contains (A12).
  const isReset = hasAll("pid");
  const reset = isReset ? readPasswordReset(readParameter) : {};
  const requested = readForm(readParameter, requestedForm, shownForm);
  // A mail program may have damaged the link. The form then asks the player to open it again.
  const isDamaged = !reset.pid && !requested.form && hasAll("pid", "token");
  const partner = readPartner(readParameter, isReset);

  const play = requestedForm ? "" : readParameter("game", PAIR).replace(/[,_]/, "-");
  const user = readParameter("user", WORD);
  const feed = readParameter("feed", WORD);

  const used = [
    ...(quick || action === "show" ? ["action", "state"] : []),
    ...(requestedForm ? ["game", "code", "coupon"] : []),
    ...(play ? ["game"] : []),
    ...(action === "showchat" ? ["action"] : []),
    ...(hasAll("rtg_aff") || hasAll("user", "feed") || partner ? PARTNERS : []),
    "showchat",
  ];

  return {
    ...(user && feed && !isReset ? { redirect: { user, feed } } : {}),
    ...(partner ? { partner } : {}),
    ...(reset.pid || isDamaged ? { form: "passwordreset" as const, link: reset } : requested),
    ...(play ? { play } : {}),
    chat: action === "showchat" || hasAll("showchat"),
    rest: removeParameters(search, used),
  };
}

function readPartner(readParameter: ReadParameter, isReset: boolean): Partner | undefined {
  const token = isReset ? "" : readParameter("token", WORD);
  const rtg_aff = readParameter("rtg_aff", WORD);
  return token || rtg_aff ? { token, rtg_aff, feed: readParameter("feed", WORD) } : undefined;
}

/** Returns the values of a password reset; empty if the number or the token is missing or invalid. */
function readPasswordReset(readParameter: ReadParameter): Pick<Link, "pid" | "token"> {
  const pid = readParameter("pid", PID);
  const token = readParameter("token", SECRET);
  return pid && token ? { pid, token } : {};
}

function readForm(
  readParameter: ReadParameter,
  requestedForm: FormType | undefined,
  shownForm: FormType | undefined,
): Pick<LinkActions, "form" | "link"> {
  if (!requestedForm) return { ...(shownForm ? { form: shownForm } : {}), link: {} };

  const values = {
    hash: readParameter("hash", SECRET),
    game: readParameter("game", GAME),
    code: readParameter("code", WORD),
    coupon: readParameter("coupon", WORD),
  };
  return { form: requestedForm, link: Object.fromEntries(Object.entries(values).filter(([, value]) => value)) };
}

/** Returns a query without some parameters, otherwise unchanged: empty, or with its question mark. */
export function removeParameters(search: string, names: readonly string[]): string {
  const remaining = search
    .replace(/^\?/, "")
    .split("&")
    .filter((parameter) => {
      const [entry] = new URLSearchParams(parameter);
      return !(entry && names.includes(entry[0]));
    })
    .join("&");
  return remaining && `?${remaining}`;
}
