// Runs in every page's head before the loader's part and before the first paint: tells the style sheet whether a player is signed in, and sends one from the first page to the lobby (row 2.1-02).

import { startFonts } from "./design/fonts";
import { KEYS, readRecord } from "./session/record";

const root = document.documentElement;
/** The path that the site lies under. */
const base = document.currentScript?.dataset.base ?? "";

function isSignedIn(): boolean {
  try {
    return readRecord(localStorage, Date.now()) !== undefined;
  } catch {
    // A browser that keeps nothing knows no player.
    return false;
  }
}

function look() {
  if (!isSignedIn()) return;
  root.dataset.session = "in";
  root.dataset.start = "";
  if (localStorage.getItem(KEYS.played)) root.dataset.played = "";
  const { pathname, search, hash } = location;
  // The query goes along as it came, and the lobby's own head script takes secrets out of it. The loader's part has taken them
  // out of this address by the time that this runs, so that they are in no referrer.
  if (pathname === `${base}/`) queueMicrotask(() => location.replace(`${base}/lobby/games/${search}${hash}`));
}

startFonts();
look();
try {
  // A record that is over leaves neither token nor password behind, also where nobody touches the page: the site's start sees to it.
  if (localStorage.getItem(KEYS.session)) root.dataset.start = "";
} catch {
  // Nothing was stored then.
}
// Somebody may sign in in another tab while this one is a guest's, and has no more code than this.
addEventListener("storage", look);
// The back-forward cache brings pages back as they were left, those of a player who has signed out since, too.
addEventListener("pageshow", ({ persisted }) => {
  if (persisted && isSignedIn() === !root.dataset.session) location.reload();
});
