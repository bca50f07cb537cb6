// Runs in the head before the first paint: takes secrets out of the address, says that a query waits for the site, holds forms that nobody can answer yet, and notices that the loader is gone (A13, A90).

import { carry, readCarried, splitSecrets } from "../core/secrets";

declare global {
  interface Window {
    /** The secrets of the address that this document was opened with, by name; only the first call, by the loader, gets them. */
    takeSecrets?: (() => Readonly<Record<string, string>>) | undefined;
    /** The address that this document is of; who goes back before the loader is there changes the address bar only. */
    openedAt?: string;
  }
}

const { pathname, search, hash } = location;
const names = document.currentScript?.dataset.secrets?.split(" ") ?? [];
const { kept, hasSecrets, secrets } = splitSecrets(search, names);
const { carried, name } = readCarried(window.name, names);

if (hasSecrets) {
  history.replaceState(history.state, "", pathname + kept + hash);
  // The browser goes on to call this document by its first address: in the timings of its navigation, in what it says of slow
  // scripts, and where it says how it was opened. So nothing of it runs, and another one begins under the clean address. The
  // tab's name is in no storage, no address and no history, and the next document takes it before anybody else can read it.
  window.name = carry({ ...carried, ...secrets }, name);
  stop();
  location.reload();
} else if (carried || search) {
  // What a link asks for is the site's to know.
  document.documentElement.dataset.start = "";
  window.name = name;
  window.takeSecrets = () => {
    window.takeSecrets = undefined;
    return carried ?? {};
  };
}

window.openedAt = location.href;
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
