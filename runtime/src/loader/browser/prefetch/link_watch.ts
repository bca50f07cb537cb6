// Tells the prefetch queue which links are in view and which one is about to be used, those included that widgets draw later.

import { canonicalPath } from "../../core/address";
import type { Prefetch } from "../../core/prefetch";
import { idle } from "../islands/islands";
import { pageLink } from "../navigation/links";

/** A pointer that rests on a link for so long is about to press it; one that passes over is not. */
const hover_ms = 100;

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

/** What watching links needs. */
export interface LinkWatchDeps {
  readonly prefetch: Prefetch;
  readonly base: string;
  /** Whether a path is a document that is no page of the loader's. */
  isDocument(path: string): boolean;
  /** Is told when a link is about to be used. */
  onIntent(): void;
}

/** Watches the links of the document. `look` is to be called after each swap. */
export function watchLinks({ prefetch, base, isDocument, onIntent }: LinkWatchDeps): { look(): void } {
  const other = (target: EventTarget | null): string | undefined => {
    const url = pageLink(target, base);
    const path = url && canonicalPath(url.pathname);
    return path && path !== canonicalPath(location.pathname) && !isDocument(path) ? path : undefined;
  };
  const inView = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      inView.unobserve(target);
      const path = other(target);
      if (path) prefetch.seen(path);
    }
  });
  function observe(part: Element) {
    // What is put into a link stands for it.
    for (const link of [part, ...part.querySelectorAll("a[href]")]) if (other(link)) inView.observe(link);
  }

  let hover: ReturnType<typeof setTimeout> | undefined;
  const intended = (event: Event) => {
    const { target, type } = event;
    if (type.startsWith("pointer")) clearTimeout(hover);
    if (type === "pointerout") return;
    const path = other(target);
    if (!path) return;
    const act = () => {
      onIntent();
      prefetch.intended(path);
    };
    if (type === "pointerover") hover = setTimeout(act, hover_ms);
    else act();
  };
  for (const kind of ["pointerover", "pointerout", "focusin", "touchstart"])
    document.addEventListener(kind, intended, { capture: true, passive: true });

  const changes: MutationRecord[] = [];
  new MutationObserver((more) => {
    if (changes.length === 0)
      idle(() => {
        for (const { addedNodes } of changes.splice(0))
          for (const node of addedNodes) if (node instanceof Element) observe(node);
      });
    changes.push(...more);
  }).observe(document.body, { childList: true, subtree: true });

  return {
    look() {
      inView.disconnect();
      prefetch.restart();
      observe(document.body);
    },
  };
}
