// Tells the prefetch queue which links are in view and which one is about to be used.

import { canonicalPath } from "../core/address";
import type { Prefetch } from "../core/prefetch";
import { pageLink } from "./links";

/** Whether this visitor wants pages loaded that nobody asked for (A92). */
export function prefetchAllowed(): boolean {
  const { connection, onLine, userAgent } = navigator as Navigator & {
    connection?: { saveData?: boolean; effectiveType?: string };
  };
  return (
    onLine &&
    !connection?.saveData &&
    !connection?.effectiveType?.includes("2g") &&
    !/bot|crawl|spider/i.test(userAgent)
  );
}

/** Watches the links of the document. `look` is to be called after each swap; `near` is told when a link is about to be used. */
export function startPrefetching(prefetch: Prefetch, prefix: string, near: () => void): { look(): void } {
  const other = (target: EventTarget | null): string | undefined => {
    const url = pageLink(target, prefix);
    const path = url && canonicalPath(url.pathname);
    return path === canonicalPath(location.pathname) ? undefined : path;
  };
  const inView = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      inView.unobserve(target);
      const path = other(target);
      if (path) prefetch.seen(path);
    }
  });
  const intended = (event: Event) => {
    const path = other(event.target);
    if (!path) return;
    near();
    prefetch.intended(path);
  };
  for (const kind of ["pointerover", "focusin", "touchstart"])
    document.addEventListener(kind, intended, { capture: true, passive: true });
  return {
    look() {
      inView.disconnect();
      prefetch.restart();
      for (const link of document.querySelectorAll("a[href]")) if (other(link)) inView.observe(link);
    },
  };
}
