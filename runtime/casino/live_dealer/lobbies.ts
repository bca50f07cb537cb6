// The external live dealer lobbies: their API calls and store, and a blank tab that is opened in the click and enters one (rows
// 7.4-07, 7.4-08).

import { isMobile } from "../api/call";
import { call } from "../api/client";
import { getExternallobby, getPlayerExternallobby } from "../api/contract/calls";
import { type Failure, mapOk, type Outcome } from "../api/outcome";
import { cleanName } from "../api/values";
import { config } from "../config/config";
import { $session } from "../session/session";
import { publicData } from "../stores/server_data";
import { type BlankTab, openBlankTab, parseUrl } from "../ui/open";

/** A live dealer lobby. */
export interface LiveLobby {
  readonly id: number;
  readonly name: string;
}

/** Loads the list of lobbies. */
async function loadLiveLobbies(): Promise<Outcome<readonly LiveLobby[]>> {
  return mapOk(await call(getExternallobby, {}), (list) => list.map(({ id, name }) => ({ id, name: cleanName(name) })));
}

/** Loads a player's link to a lobby. The caller must check the URL before it opens the link. */
async function loadLiveLink(pid: number, id: number): Promise<Outcome<string>> {
  const query = { skinId: config().client.skin_id, pid, clientType: isMobile() ? "Mobile" : "InstantPlay" };
  const outcome = await call(
    getPlayerExternallobby,
    { path: { pid, id }, query },
    { dedupeKey: `live lobby ${pid} ${id}` },
  );
  return mapOk(outcome, ({ message }) => message);
}

/** The lobbies; an empty list if none is open. */
export const $liveLobbies = publicData<readonly LiveLobby[]>("live lobbies", loadLiveLobbies, { fresh_ms: 60_000 });

/** The result of a click. */
export type EnterResult =
  /** The lobby is open in a new tab. */
  | { readonly kind: "opened" }
  /** The browser blocked the tab. `open` opens it when a new click calls it, and returns whether that succeeded. */
  | { readonly kind: "blocked"; readonly open: () => boolean }
  /** The host of the link is not in site.toml, so the link is not opened. */
  | { readonly kind: "elsewhere" }
  | { readonly kind: "failed"; readonly failure: Failure };

/** Returns whether a link is allowed: https on a host in site.toml, or the sandbox's origin. */
export function isAllowedLink(link: string, hosts: readonly string[], sandbox: string): boolean {
  const { origin, host, protocol } = parseUrl(link) ?? { origin: "", host: "", protocol: "" };
  return (protocol === "https:" && hosts.includes(host)) || (sandbox !== "" && origin === sandbox);
}

/** Enters the lobby. Must be called in the click handler; `tabText` is the text of the tab while the lobby loads. */
export async function enterTable(id: number, tabText: string): Promise<EnterResult> {
  const session = $session.get();
  if (!session) return { kind: "failed", failure: { kind: "unauthorised" } };

  const openTab = () => openBlankTab("live dealer", tabText);
  const tab = openTab();
  let isUsed = false;

  try {
    const outcome = await loadLiveLink(session.pid, id);
    if (outcome.kind !== "ok") return { kind: "failed", failure: outcome };

    const { livedealer, sandbox } = config();
    if (!isAllowedLink(outcome.value, livedealer.hosts, sandbox)) return { kind: "elsewhere" };

    // A user who closed the tab meanwhile does not want to enter, and the link of one player must not open for the next.
    const isOwn = () => $session.get()?.pid === session.pid;
    if (tab?.window.closed || !isOwn()) return { kind: "failed", failure: { kind: "cancelled" } };

    const openLink = (target: BlankTab | undefined) => {
      if (!target || !isOwn()) return false;
      target.window.location.replace(outcome.value);
      return true;
    };

    isUsed = openLink(tab);
    return isUsed ? { kind: "opened" } : { kind: "blocked", open: () => openLink(openTab()) };
  } finally {
    // A blank tab would remain after any failure, also after an unexpected one.
    if (!isUsed) tab?.window.close();
  }
}
