// Entering a live dealer lobby: a blank tab in the click, then the link that the server gives, if it leads where it may (row 7.4-08, A116).

import type { Failure } from "../../api/outcome";
import { config } from "../../config/config";
import { $session } from "../../session/session";
import { type BlankTab, openBlankTab } from "../../ui/blank_tab";
import { loadLiveLink } from "../api/live_dealer";

/** What came of a press. */
export type Entered =
  /** The lobby is in a tab of its own. */
  | { readonly kind: "opened" }
  /** The browser let no tab open. `open`, called in a click of its own, opens it; it says whether that helped. */
  | { readonly kind: "blocked"; readonly open: () => boolean }
  /** The link leads to a host that site.toml does not name: it is not followed. */
  | { readonly kind: "elsewhere" }
  | { readonly kind: "failed"; readonly failure: Failure };

/** Whether a link may be followed: https on one of the hosts that site.toml names, or the sandbox's origin. */
export function mayLead(link: string, hosts: readonly string[], sandbox: string): boolean {
  const { origin, host, protocol } = URL.canParse(link) ? new URL(link) : { origin: "", host: "", protocol: "" };
  return (protocol === "https:" && hosts.includes(host)) || (sandbox !== "" && origin === sandbox);
}

/** Enters. To be called in the click; `opening` is what the tab says until the lobby is there. */
export async function enter(id: number, opening: string): Promise<Entered> {
  const mine = $session.get();
  if (!mine) return { kind: "failed", failure: { kind: "unauthorised" } };
  const tab = openBlankTab("live dealer", opening);
  const outcome = await loadLiveLink(mine.pid, id);
  const { livedealer, sandbox } = config();
  if (outcome.kind !== "ok" || !mayLead(outcome.value, livedealer.hosts, sandbox)) {
    tab?.window.close();
    return outcome.kind === "ok" ? { kind: "elsewhere" } : { kind: "failed", failure: outcome };
  }
  // Who closed the tab meanwhile does not want to sit down.
  if (tab?.window.closed) return { kind: "failed", failure: { kind: "cancelled" } };
  const lead = (into: BlankTab | undefined) => {
    into?.window.location.replace(outcome.value);
    return into !== undefined;
  };
  return lead(tab) ? { kind: "opened" } : { kind: "blocked", open: () => lead(openBlankTab("live dealer", opening)) };
}
