// Navigation after a sign-in (rows 2.1-02, 4.1-12, 4.1-13), and the pages and visits of follow_session.ts. The session itself never navigates.

import { listen, send, type VisitKind } from "@croupier/loader";
import { config, LOBBY, path } from "../config/config";
import { withoutPageLanguage } from "../config/language";

/** The first page, for guests only (row 2.1-02). */
export const HOME = "/";

/** Returns the page of a URL: its path below the site's base path, without that of the page's language. */
export function pageOf(url: string): string {
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
      const end = isReplaced ? "cancelled" : kind;
      if (end === "loading" || end === "swapping" || (!isReplaced && visit.id !== id)) return;

      removeListener();
      resolve(end);
    });

    send("croupier:navigate", { to, replace });
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

/** The forms that signed-in players do not get; pages hide the buttons that open them (pages/macros/action.html). */
export const FOR_GUESTS: readonly string[] = ["login", "compactlogin", "signup", "quicksignup"];
