// Runs in the head before the first paint. It takes secrets out of the URL, marks documents with a query, blocks forms before
// hydration, and reloads the document once if the loader fails to load.

import { isUnhydrated } from "../browser/dialogs/commands";
import { readCarried, splitSecrets, writeCarried } from "../core/secrets";

declare global {
  interface Window {
    /** Returns the secrets of the URL that this document was opened with, by name. Only the first call, by the loader, gets them. */
    takeSecrets?: (() => Readonly<Record<string, string>>) | undefined;
    /** The URL of this document. Going back before the loader runs changes only the address bar. */
    openedAt?: string;
    /** The last submission of a form before the loader ran, which replays it. */
    earlySubmit?: SubmitEvent | undefined;
  }
}

const { pathname, search, hash } = location;
const names = document.currentScript?.dataset.secrets?.split(" ") ?? [];
const { cleaned, hasSecrets, secrets } = splitSecrets(search, names);
const { carried, name } = readCarried(window.name, names);

if (hasSecrets) {
  history.replaceState(history.state, "", pathname + cleaned + hash);
  // The browser continues to report the first URL of this document: in navigation timings, in reports of slow scripts and in
  // navigation entries. So this document stops and reloads under the clean URL. The tab's name is in no storage, URL or history,
  // and the next document clears it before other scripts can read it.
  window.name = writeCarried({ ...carried, ...secrets }, name);
  stop();
  location.reload();
} else if (carried || search) {
  // Only the site's own chunk can interpret the query of a link.
  document.documentElement.dataset.start = "";
  window.name = name;
  window.takeSecrets = () => {
    window.takeSecrets = undefined;
    return carried ?? {};
  };
}

window.openedAt = location.href;
// A form is not sent before its island is hydrated: the browser would put the typed values into the URL.
addEventListener(
  "submit",
  (event) => {
    if (!isUnhydrated(event.target as Element)) return;
    event.preventDefault();
    window.earlySubmit = event;
  },
  true,
);
// If the loader fails to load, no other code can detect it. One document load fetches its current file name.
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
      // Without session storage, the reload might loop, so there is none.
    }
  },
  true,
);
