// Navigation after a sign-in (rows 2.1-02, 4.1-12, 4.1-13). Forms that sign in call it; the session itself never navigates. The head
// script redirects documents that are loaded at `/`.

import { listen, send } from "../../signals";
import { path } from "../config/config";
import { $session } from "../session/session";
import { HOME, LOBBY, pageOf } from "./pages";
import { visitPage } from "./visit_page";

/** Returns the visit that follows a sign-in on `page`; `undefined` if the player stays on the page. */
export function visitAfterSignIn(page: string): { readonly to: string; readonly replace: boolean } | undefined {
  return page.startsWith("/lobby/") ? undefined : { to: LOBBY, replace: page === HOME };
}

/** Starts the visit after a sign-in. Resolves when the visit has ended, or immediately if the player stays on the page. */
export async function goAfterSignIn(): Promise<void> {
  const visit = visitAfterSignIn(pageOf(location.href));
  if (!visit) return;
  // As for a player who opens the first page, the lobby keeps its query.
  const query = visit.replace ? location.search + location.hash : "";
  await visitPage(path(visit.to) + query, { replace: visit.replace });
}

/** Redirects visits of the first page to the lobby while a player is signed in. Called once in each document. */
export function keepPlayersFromHome(): void {
  const lobby = ({ search, hash }: { readonly search: string; readonly hash: string }) => path(LOBBY) + search + hash;
  listen("croupier:before-visit", ({ to, redirect }) => {
    if (pageOf(to) === HOME && $session.get()) redirect(lobby(new URL(to, location.href)));
  });
  // A visit that began before this code was loaded is redirected at its end.
  const leaveHome = () => {
    if (pageOf(location.href) === HOME && $session.get())
      send("croupier:navigate", { to: lobby(location), replace: true });
  };
  listen("croupier:visit", ({ kind }) => kind === "done" && leaveHome());
  leaveHome();
}
