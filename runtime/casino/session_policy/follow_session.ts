// Navigation that follows the session in each document: players leave the first page (row 2.1-02), and the end of a session opens it (rows
// 4.1-11, 4.1-14, 4.1-15, A69, A70, A71).

import { hold, listen, send } from "@croupier/loader";
import { LOBBY, path } from "../config/config";
import { $session, onSignedOut, type SignedOut } from "../session/session";
import { HOME, pageOf, visitPage } from "./navigation";

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

  listen("croupier:visit", ({ kind }) => {
    if (kind === "done") leaveHome();
  });
  leaveHome();
}

/** Starts to navigate away when the session ends. Called once in each document. */
export function followSignOut(): void {
  onSignedOut(({ reason, removed }: SignedOut) => {
    if (reason === "refused") void askForLogin();
    else replaceDocument(HOME, removed);
  });
}

/** Replaces the document by a page, after `removed` has resolved. */
function replaceDocument(page: string, removed: Promise<void>) {
  // A visit must not interrupt the removal, and a failed chunk must not load the old page again.
  hold("sign-out");
  void removed.then(() => location.replace(path(page)));
}

/** Visits the first page and opens the login form there. */
async function askForLogin() {
  const isHome = pageOf(location.href) === HOME;
  // A visit closes dialogs, so the form opens after it. If the first page fails to load, the form opens on the current one.
  const end = isHome ? "done" : await visitPage(path(HOME), { replace: true });
  if (end === "done" || end === "failed") send("croupier:open", { view: "login" });
}
