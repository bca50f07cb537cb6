// Navigation after a sign-in (rows 2.1-02, 4.1-12, 4.1-13) and after the end of a session (rows 4.1-11, 4.1-14, 4.1-15, A69, A70, A71). The
// session itself never navigates.

import { listen, send, type VisitKind } from "@croupier/loader";
import { config, LOBBY, path } from "../config/config";
import { withoutPageLanguage } from "../config/language";
import { $session, onSignedOut, type SignedOut } from "../session/session";

/** The first page, for guests only (row 2.1-02). */
const HOME = "/";

/** Returns the page of a URL: its path below the site's base path, without that of the page's language. */
function pageOf(url: string): string {
  const page = new URL(url, location.href).pathname.slice(config().base.length);
  return import.meta.env.LANGUAGES ? withoutPageLanguage(page) : page;
}

/** How a visit ended. */
export type VisitEnd = Exclude<VisitKind, "idle" | "loading" | "swapping">;

/** Visits `to`, a canonical URL with the base path. Resolves with the end of the visit; `cancelled` if another visit replaces it. */
export function visitPage(to: string, { replace = false } = {}): Promise<VisitEnd> {
  return new Promise((resolve) => {
    let id: number | undefined;
    const removeListener = listen("croupier:visit", (visit) => {
      const { kind } = visit;
      if (kind === "idle") return;

      // The visit that this one replaces ends first, even if it is a visit to the same page.
      if (id === undefined && visit.to === to && kind !== "cancelled") id = visit.id;

      // A click on another link while the loader was loading.
      const isReplaced = id === undefined ? kind === "loading" : visit.id > id;
      if (isReplaced) end("cancelled");
      else if (kind !== "loading" && kind !== "swapping" && visit.id === id) end(kind);
    });

    send("croupier:navigate", { to, replace });

    function end(kind: VisitEnd) {
      removeListener();
      resolve(kind);
    }
  });
}

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
  send("croupier:hold", { name: "sign-out", held: true });
  void removed.then(() => location.replace(path(page)));
}

/** Visits the first page and opens the login form there. */
async function askForLogin() {
  const isHome = pageOf(location.href) === HOME;
  // A visit closes dialogs, so the form opens after it. If the first page fails to load, the form opens on the current one.
  const end = isHome ? "done" : await visitPage(path(HOME), { replace: true });
  if (end === "done" || end === "failed") send("croupier:open", { view: "login" });
}

/** The forms that signed-in players do not get; pages hide the buttons that open them (pages/macros/action.html). */
export const FOR_GUESTS: readonly string[] = ["login", "compactlogin", "signup", "quicksignup"];
