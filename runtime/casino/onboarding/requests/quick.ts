// Quick redeem and quick play: the values of the link, the data of its hash, and the requests of their forms (rows 4.2-18,
// 4.2-34, 4.3, 7.2-02, 7.2-04, A80, A81, A83, A84).

import { call } from "../../api/client";
import { getAccountsQuick } from "../../api/contract/calls";
import { type Failure, mapOk, type Outcome } from "../../api/outcome";
import { cleanName } from "../../api/values";
import { cancelCoupon, redeemCoupon } from "../../coupons/store/coupon_commands";
import { loadActiveCoupon } from "../../coupons/store/coupons";
import { afterRedeem } from "../../coupons/store/free_spins";
import type { FormType, OnboardingDefinition } from "../../forms/definition";
import type { Values } from "../../forms/rules/rule";
import { $games, type GameName, gameCode, gameNamed } from "../../games/games";
import { $link, clearLink, keepLink, type Link } from "../../links/link";
import { $user } from "../../player/player";
import { $session } from "../../session/session";
import { type Request, type RequestResult, toRequestResult } from "../model/request";
import { logIn, sendLogin } from "./login";

/** The data of a link's hash. */
interface QuickPlay {
  /** Whether the hash is valid for a login: Count is above 0. */
  readonly isValid: boolean;
  /** A reward's code, a coupon's code and a game as `18-32`; empty if the link has none. */
  readonly code: string;
  readonly coupon: string;
  readonly game: string;
}

/** How a form opens: as a form, with an immediate request, or as another form. */
type Opening =
  | { readonly kind: "form" }
  | { readonly kind: "request" }
  | { readonly kind: "panel"; readonly panel: FormType };

/** The data of valid hashes, cached as long as their link is stored, because a used hash cannot be checked again. */
const checkedLinks = new WeakMap<Link, QuickPlay>();

/** Returns the data of the link's hash; `undefined` if there is none, if it is invalid, or if no response arrived. */
export async function checkLink(signal: AbortSignal): Promise<QuickPlay | undefined> {
  const link = $link.get();
  if (!link.hash) return undefined;
  const cached = checkedLinks.get(link);
  if (cached) return cached;
  const outcome = await loadQuickPlay(link.hash, signal);
  if (outcome.kind !== "ok" || !outcome.value.isValid) return undefined;
  checkedLinks.set(link, outcome.value);
  return outcome.value;
}

/** Checks a link's hash without using it up. The hash belongs to this link alone (A62), and is as sensitive as a password. */
async function loadQuickPlay(hash: string, signal: AbortSignal): Promise<Outcome<QuickPlay>> {
  const params = { query: { userhash: hash, todo: "quickplaycheck" } };
  const response = await call(getAccountsQuick, params, { withoutTiming: true, signal });
  return mapOk(response, ({ Count, code, coupon, game }) => ({
    isValid: Number(Count) > 0,
    code: cleanName(code, 64),
    coupon: cleanName(coupon, 64),
    game: cleanName(game, 32),
  }));
}

/** Returns the codes to redeem and the game to play. Values of the URL take precedence over those of the hash (A81). */
export async function readTarget(signal: AbortSignal): Promise<Required<Pick<Link, "code" | "coupon" | "game">>> {
  const { code = "", coupon = "", game = "" } = $link.get();
  const hashData = (code || coupon) && game ? undefined : await checkLink(signal);
  const bonus = code || coupon ? { code, coupon } : { code: hashData?.code ?? "", coupon: hashData?.coupon ?? "" };
  return { ...bonus, game: game || (hashData?.game ?? "") };
}

/** Returns whether no password is needed: a player is signed in, the link's hash may be valid, or its game is invalid. */
function needsNoPassword(type: string): boolean {
  const { hash, game } = $link.get();
  if (type === "quickplay" && game !== undefined && !gameNamed(game)) return true;
  return hash !== undefined || $session.get() !== undefined;
}

/** Returns how a form opens: signed-in players and visitors with a valid hash skip the form (rows 4.2-33, 4.2-34, A44). */
async function findOpening(type: string, signal: AbortSignal): Promise<Opening> {
  const isQuick = type === "quickredeem" || type === "quickplay";
  if (isQuick && !needsNoPassword(type)) return { kind: "form" };
  if (isQuick && ($session.get() || !$link.get().hash)) return { kind: "request" };
  if (!(await checkLink(signal))) return { kind: "form" };
  return isQuick ? { kind: "request" } : { kind: "panel", panel: await quickForm(signal) };
}

/** The functions that open something instead of a form. */
export interface OpenPorts {
  show(panel: string): void;
  /** Sends the form's own request. */
  send(): void;
}

/** Opens the replacement of the form, if any; resolves when that is decided. */
export async function openReplacement(type: string, { show, send }: OpenPorts, signal: AbortSignal): Promise<void> {
  const opening = await findOpening(type, signal);
  if (signal.aborted) return;
  if (opening.kind === "panel") show(opening.panel);
  if (opening.kind === "request") send();
}

/** Returns the form of a link: a bonus takes precedence over a game. */
export async function quickForm(signal: AbortSignal): Promise<"quickredeem" | "quickplay"> {
  const { code, coupon } = await readTarget(signal);
  return code || coupon ? "quickredeem" : "quickplay";
}

/**
 * Makes sure that a player is signed in for quick redeem and quick play: logs a guest in with the values of the form, else with the
 * hash, which is then used up. A refusal is shown in the form, where the user can correct it.
 */
export async function ensurePlayer(values: Values, signal: AbortSignal): Promise<RequestResult> {
  if ($session.get()) return { kind: "done" };
  const link = $link.get();
  const result =
    values.password || !link.hash ? await sendLogin({ values, signal }) : await sendHash(link, link.hash, signal);
  return result.kind === "failed" ? { ...result, keepsForm: true } : result;
}

async function sendHash(link: Link, hash: string, signal: AbortSignal): Promise<RequestResult> {
  const outcome = await logIn({ userhash: hash }, signal);
  // Without a response of the server the hash may be unused. A link that is no longer stored is not changed.
  const isUsed = outcome.kind === "ok" || outcome.kind === "refused";
  if (isUsed && $link.get() === link) keepLink(withoutHash(link));
  // The response does not contain the login, and coupons are redeemed by login.
  if (outcome.kind === "ok") await $user.fetch();
  return toRequestResult(outcome);
}

/** Returns the link without its hash. The data of the hash is added, because the next form cannot check it again. */
function withoutHash(link: Link): Link {
  const { hash, ...parameters } = link;
  const { code = "", coupon = "", game = "" } = checkedLinks.get(link) ?? {};
  // Values of the URL take precedence (A81).
  const hashData = { game, ...(parameters.code || parameters.coupon ? {} : { code, coupon }) };
  return { ...Object.fromEntries(Object.entries(hashData).filter(([, value]) => value)), ...parameters };
}

/** The player is signed in at this point: a failure shows a page instead of the form (rows 8-14, 8-15). */
export function failSignedIn(failure: Failure, { onerror }: OnboardingDefinition): RequestResult {
  const hasOwnPage = onerror && !["cancelled", "maintenance", "restricted"].includes(failure.kind);
  return hasOwnPage ? { kind: "screen", screen: onerror } : { kind: "failed", failure };
}

/** Checks the hash; an invalid hash leaves the form unchanged. */
export const checkQuickLink: Request = async ({ signal }) => {
  if (!(await checkLink(signal))) return { kind: "failed", failure: { kind: "cancelled" } };
  return { kind: "panel", panel: await quickForm(signal) };
};

/** Opens the game; a game that the lobby does not have is invalid. */
export const playQuickly: Request = async ({ definition, values, signal }) => {
  const linkGame = $link.get().game;
  if (linkGame && !gameNamed(linkGame)) return failSignedIn({ kind: "malformed" }, definition);

  const { game } = await readTarget(signal);
  const result = await ensurePlayer(values, signal);
  if (result.kind !== "done") return result;
  if (signal.aborted) return failSignedIn({ kind: "cancelled" }, definition);

  const gameName = gameNamed(game);
  if (!gameName || !(await mayExist(gameName))) return failSignedIn({ kind: "malformed" }, definition);

  clearLink();
  return { kind: "panel", panel: "game", about: gameCode(gameName) };
};

/** Returns whether the lobby has a game. If its list failed to load, the game may exist, and its panel launches it. */
async function mayExist(name: GameName): Promise<boolean> {
  const lobby = await $games.fetch();
  const games = "data" in lobby ? lobby.data?.games : undefined;
  return games === undefined || games.some((game) => gameCode(game) === gameCode(name));
}

/** Redeems; a reward code takes precedence over a coupon. The steps run in sequence and stop at the first failure. */
export const redeemQuickly: Request = async ({ definition, values, signal }) => {
  const { code, coupon } = await readTarget(signal);
  const login = await ensurePlayer(values, signal);
  if (login.kind !== "done") return login;

  const player = $session.get();
  if (!player || signal.aborted) return failSignedIn({ kind: "cancelled" }, definition);
  if (!code && !coupon) return failSignedIn({ kind: "malformed" }, definition);

  const active = await loadActiveCoupon(player.pid);
  if (active.kind !== "ok") return failSignedIn(active, definition);
  const replaced = active.value?.status === "requested" ? active.value.promotion : undefined;
  if (signal.aborted) return failSignedIn({ kind: "cancelled" }, definition);

  if (replaced) {
    const cancelled = await cancelCoupon(replaced.code, player);
    if (cancelled.kind !== "ok") return failSignedIn(cancelled, definition);
  }

  // The old coupon is cancelled at this point, so the redeem continues even if the player closes the dialog.
  const outcome = await redeemCoupon({ code: code || coupon, isReward: code !== "" }, player);
  if (outcome.kind !== "ok") return withReplacedText(failSignedIn(outcome, definition), replaced?.title);

  clearLink();
  return afterRedeem(code || coupon, outcome.value);
};

/** Adds to the page of a failure that the old coupon was cancelled. */
function withReplacedText(result: RequestResult, title: string | undefined): RequestResult {
  return result.kind === "screen" && title !== undefined
    ? { ...result, textKey: "replaced", places: { title } }
    : result;
}
