// Loads documents, also for the current URL or another fragment of it, to which the browser would only scroll.

/** Loads the document at `to`, which may be the current document. */
export function loadDocument(to: string) {
  const url = new URL(to, location.href);
  if (!isSameDocument(url.href, location.href)) return location.assign(url);
  history.replaceState(history.state, "", url);
  location.reload();
}

/** Returns whether two URLs are equal except for their fragments. */
export function isSameDocument(a: string, b: string): boolean {
  return a.split("#", 1)[0] === b.split("#", 1)[0];
}

/** Returns whether a document load would fail and lose the rendered page, because there is no network and no service worker. */
export function isOfflineWithoutWorker(): boolean {
  return !navigator.onLine && !navigator.serviceWorker?.controller;
}
