// Runs in the head before the first paint: takes secrets out of the address, tells the style sheet whether a player is signed in, and sends one from / to the lobby (row 2.1-02, A13).

import { parted } from "../core/secrets";

declare global {
  interface Window {
    /** The secrets of the address that this document was opened with, by name; whoever asks first gets them, and nobody after. */
    takeSecrets?: (() => Readonly<Record<string, string>>) | undefined;
    /** The address that this document is of; who goes back before the loader is there changes the address bar only. */
    openedAt?: string;
  }
}

const DAY = 24 * 60 * 60 * 1000;
const root = document.documentElement;
/** The path that the site lies under. */
const prefix = document.currentScript?.dataset.prefix ?? "";
const { pathname, search, hash } = location;
const { kept, hasSecrets, secrets } = parted(search);

function stored(key: string): { token?: string; timeStamp?: number; expired?: boolean } {
  return JSON.parse(localStorage.getItem(key) ?? "{}") as object;
}

function isSignedIn(): boolean {
  try {
    const { token, timeStamp = 0 } = stored("session");
    return !!token && Date.now() - timeStamp <= DAY && !stored("user_session").expired;
  } catch {
    // A record that cannot be read is no session.
    return false;
  }
}

if (hasSecrets) {
  history.replaceState(history.state, "", pathname + kept + hash);
  window.takeSecrets = () => {
    window.takeSecrets = undefined;
    return secrets;
  };
}
window.openedAt = location.href;
if (isSignedIn()) {
  root.dataset.session = "in";
  // The lobby's own head script takes the secrets out there.
  if (pathname === `${prefix}/`) location.replace(`${prefix}/lobby/games/${search}${hash}`);
}
// The back-forward cache brings pages back as they were left, also those of a player who has signed out since.
addEventListener("pageshow", ({ persisted }) => {
  if (persisted && isSignedIn() !== (root.dataset.session === "in")) location.reload();
});
// Until its island is awake a form is not sent: the browser would put what was typed into the address.
addEventListener(
  "submit",
  (event) => {
    if ((event.target as Element).closest("[data-island]:not([data-awake])")) event.preventDefault();
  },
  true,
);
// Without the loader nothing else could notice that the loader is gone: one document load brings today's name.
addEventListener(
  "error",
  ({ target }) => {
    if (!(target instanceof HTMLScriptElement && /\/assets\/boot-/.test(target.src) && navigator.onLine)) return;
    try {
      const key = `croupier load ${target.src} ${pathname}`;
      if (sessionStorage.getItem(key)) return;
      sessionStorage.setItem(key, "1");
      location.reload();
    } catch {
      // Where nothing can be remembered, nothing that might loop begins.
    }
  },
  true,
);
