// The pages that follow sign-in and sign-out, as paths below the site's base path.

import { config } from "../config/config";

/** The first page, for guests only (row 2.1-02). */
export const HOME = "/";
/** The first page for players. */
export const LOBBY = "/lobby/games/";

/** Returns the page of a URL: its path below the site's base path. */
export function pageOf(url: string): string {
  return new URL(url, location.href).pathname.slice(config().base.length);
}
