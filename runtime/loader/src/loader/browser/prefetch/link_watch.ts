// Reports to the prefetch queue which links are in view and which one the user is about to follow, including links added later.

import { canonicalPath } from "../../core/address";
import type { Prefetch } from "../../core/prefetch";
import { idle } from "../islands/islands";
import { pageLink } from "../navigation/links";

/** How long a pointer must rest on a link to count as intent; a pointer that only passes over does not. */
const HOVER_MS = 100;

declare global {
  interface Navigator {
    /** Not every browser has it. */
    readonly connection?: { readonly saveData?: boolean; readonly effectiveType?: string };
  }
}

/** Returns whether pages may be prefetched for this visitor. */
export function prefetchAllowed(): boolean {
  const { connection, onLine, userAgent } = navigator;

  return (
    onLine &&
    !connection?.saveData &&
    !connection?.effectiveType?.includes("2g") &&
    !/bot|crawl|spider/i.test(userAgent)
  );
}

/** Dependencies of the link watcher. */
export interface LinkWatchDeps {
  readonly prefetch: Prefetch;
  readonly base: string;
  /** Returns whether a path is a document that the loader cannot render as a page. */
  isDocument(path: string): boolean;
  /** Called when the user is about to follow a link. */
  onIntent(): void;
  /** Ends the watch and empties the prefetch queue. */
  readonly signal: AbortSignal;
}

/** Watches the links of the document. Call `observeDocument` after each swap. */
export function watchLinks({ prefetch, base, isDocument, onIntent, signal }: LinkWatchDeps): {
  observeDocument(): void;
} {
  const prefetchablePath = (target: EventTarget | null): string | undefined => {
    const url = pageLink(target, base);
    const path = url && canonicalPath(url.pathname);
    return path && path !== canonicalPath(location.pathname) && !isDocument(path) ? path : undefined;
  };

  const inView = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      inView.unobserve(target);
      const path = prefetchablePath(target);
      if (path) prefetch.addVisible(path);
    }
  });

  function observeLinks(element: Element) {
    // The added element may itself be inside a link; then it is observed in place of the link.
    for (const link of [element, ...element.querySelectorAll("a[href]")])
      if (prefetchablePath(link)) inView.observe(link);
  }

  let hover: ReturnType<typeof setTimeout> | undefined;
  const onPointer = (event: Event) => {
    const { target, type } = event;
    if (type.startsWith("pointer")) clearTimeout(hover);
    if (type === "pointerout") return;

    const path = prefetchablePath(target);
    if (!path) return;

    const reportIntent = () => {
      onIntent();
      prefetch.prefetchNow(path);
    };
    if (type === "pointerover") hover = setTimeout(reportIntent, HOVER_MS);
    else reportIntent();
  };

  for (const kind of ["pointerover", "pointerout", "focusin", "touchstart"])
    document.addEventListener(kind, onPointer, { capture: true, passive: true, signal });

  const changes: MutationRecord[] = [];
  const additions = new MutationObserver((more) => {
    if (changes.length === 0)
      idle(() => {
        for (const { addedNodes } of changes.splice(0))
          for (const node of addedNodes) if (node instanceof Element) observeLinks(node);
      });
    changes.push(...more);
  });
  additions.observe(document.body, { childList: true, subtree: true });

  function clearLinks() {
    inView.disconnect();
    prefetch.clear();
  }

  signal.addEventListener("abort", () => {
    clearLinks();
    clearTimeout(hover);
    additions.disconnect();
    // The browser may not have been idle since the last change.
    changes.length = 0;
  });

  return {
    observeDocument() {
      clearLinks();
      observeLinks(document.body);
    },
  };
}
