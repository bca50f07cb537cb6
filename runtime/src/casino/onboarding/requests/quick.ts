// What quick redeem and quick play have in common: what the link asks for, what stands behind its hash, and who gets in by it (4.3, A80, A81).

import type { Failure } from "../../api/outcome";
import type { FormType, OnboardingDefinition } from "../../forms/definition";
import type { Values } from "../../forms/rules/rule";
import { gameNamed } from "../../games/model/name";
import { $link, keepLink, type Link } from "../../links/link";
import { $user } from "../../player/store/player";
import { $session } from "../../session/session";
import { checkQuickPlay, logInByHash, type QuickPlay } from "../api/quick_play";
import { type Finished, finishedOn } from "../model/request";
import { logInBy } from "./log_in";

/** How a form opens: as a form, with its request at once, or as another form. */
type Opening =
  | { readonly kind: "form" }
  | { readonly kind: "request" }
  | { readonly kind: "panel"; readonly panel: FormType };

/** The answer about the good hash of a link, for as long as that link is kept: who asks again has no other. */
const known = new WeakMap<Link, QuickPlay>();

/** What stands behind the link's hash; `undefined` without one, for one that is not good, and where no answer came. */
export async function checkLink(signal: AbortSignal): Promise<QuickPlay | undefined> {
  const link = $link.get();
  if (!link.hash) return undefined;
  const answer = known.get(link);
  if (answer) return answer;
  const outcome = await checkQuickPlay(link.hash, signal);
  if (outcome.kind !== "ok" || !outcome.value.isGood) return undefined;
  known.set(link, outcome.value);
  return outcome.value;
}

/** What is to be redeemed and played. What the address said wins over what stands behind the hash (A81). */
export async function wanted(signal: AbortSignal): Promise<Required<Pick<Link, "code" | "coupon" | "game">>> {
  const { code = "", coupon = "", game = "" } = $link.get();
  const behind = (code || coupon) && game ? undefined : await checkLink(signal);
  const bonus = code || coupon ? { code, coupon } : { code: behind?.code ?? "", coupon: behind?.coupon ?? "" };
  return { ...bonus, game: game || (behind?.game ?? "") };
}

/** Whether nobody has to be asked for a password: a player is in, the link's hash may be good, or its game is none at all. */
function mayLeaveOut(type: string): boolean {
  const { hash, game } = $link.get();
  if (type === "quickplay" && game !== undefined && !gameNamed(game)) return true;
  return hash !== undefined || $session.get() !== undefined;
}

/** How a form opens: who is signed in, or comes with a good hash, is asked for nothing (rows 4.2-33, 4.2-34, A44). */
async function opening(type: string, signal: AbortSignal): Promise<Opening> {
  const isQuick = type === "quickredeem" || type === "quickplay";
  if (isQuick && !mayLeaveOut(type)) return { kind: "form" };
  if (isQuick && ($session.get() || !$link.get().hash)) return { kind: "request" };
  if (!(await checkLink(signal))) return { kind: "form" };
  return isQuick ? { kind: "request" } : { kind: "panel", panel: await quickForm(signal) };
}

/** What opens instead of a form. */
export interface Ways {
  show(panel: string): void;
  /** Makes the form's own request. */
  send(): void;
}

/** Opens what takes the form's place; resolves when that is decided. */
export async function open(type: string, { show, send }: Ways, signal: AbortSignal): Promise<void> {
  const how = await opening(type, signal);
  if (signal.aborted) return;
  if (how.kind === "panel") show(how.panel);
  if (how.kind === "request") send();
}

/** What a link is for: a bonus goes before a game. */
export async function quickForm(signal: AbortSignal): Promise<"quickredeem" | "quickplay"> {
  const { code, coupon } = await wanted(signal);
  return code || coupon ? "quickredeem" : "quickplay";
}

/**
 * The login of quick redeem and quick play: none where somebody is signed in, else by what the form asked for, else by the
 * hash, which is used up by that. What was refused stands in the form, where it can be mended.
 */
export async function enter(values: Values, signal: AbortSignal): Promise<Finished> {
  if ($session.get()) return { kind: "done" };
  const link = $link.get();
  const entered =
    values.password || !link.hash ? await logInBy(values, signal) : await enterByHash(link, link.hash, signal);
  return entered.kind === "failed" ? { ...entered, stays: true } : entered;
}

async function enterByHash(link: Link, hash: string, signal: AbortSignal): Promise<Finished> {
  const outcome = await logInByHash(hash, signal);
  // Another answer than the server's may mean that it was not used, and a link that is kept no more is nobody's.
  const isUsed = outcome.kind === "ok" || outcome.kind === "refused";
  if (isUsed && $link.get() === link) keepLink(withoutHash(link));
  // The answer does not say who it is, and coupons are redeemed by name.
  if (outcome.kind === "ok") await $user.fetch();
  return finishedOn(outcome);
}

/** What a link asks for without its hash. What stood behind that is kept: the form that follows cannot ask again. */
function withoutHash(link: Link): Link {
  const { hash, ...said } = link;
  const { code = "", coupon = "", game = "" } = known.get(link) ?? {};
  // What the address said wins (A81).
  const behind = { game, ...(said.code || said.coupon ? {} : { code, coupon }) };
  return { ...Object.fromEntries(Object.entries(behind).filter(([, value]) => value)), ...said };
}

/** The player is in by now: what failed leads on to a page, and not back to the form (rows 8-14, 8-15). */
export function failedInside(failure: Failure, { onerror }: OnboardingDefinition): Finished {
  const isOwn = onerror && !["cancelled", "maintenance", "restricted"].includes(failure.kind);
  return isOwn ? { kind: "screen", screen: onerror } : { kind: "failed", failure };
}
