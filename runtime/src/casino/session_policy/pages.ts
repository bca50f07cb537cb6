// The two pages that sign-in and sign-out lead to, as paths below the site's base path.

import { config } from "../config/config";

/** The first page, for guests only (row 2.1-02). */
export const HOME = "/";
/** The page where players start. */
export const LOBBY = "/lobby/games/";

/** The page of a URL: its path below the site's base path. */
export function pageOf(url: string): string {
  return new URL(url, location.href).pathname.slice(config().base.length);
}
