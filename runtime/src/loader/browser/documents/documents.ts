// Document loads, as the last word on a visit: an address that differs in nothing or in its fragment would only be scrolled to.

/** Loads the document at `to`, which may be the one that is shown. */
export function loadDocument(to: string) {
  const url = new URL(to, location.href);
  if (!isSameDocument(url.href, location.href)) return location.assign(url);
  history.replaceState(history.state, "", url);
  location.reload();
}

/** Whether two addresses differ in their fragment at most. */
export function isSameDocument(one: string, other: string): boolean {
  return one.split("#", 1)[0] === other.split("#", 1)[0];
}

/** Whether a document load would lose the page that is shown, because nothing can answer it. */
export function isOfflineWithoutWorker(): boolean {
  return !navigator.onLine && !navigator.serviceWorker?.controller;
}
