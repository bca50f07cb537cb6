// Prefetches a page completely: its page-data, then the modules, style sheets, slices and static queries that it names.

import type { Loader } from "../../core/loader";
import type { PrefetchPorts } from "../../core/prefetch";
import { waitForIdle } from "../islands/islands";
import { hasSheet, type LoadSlice } from "../navigation/styles";
import { fetchJson } from "../timeouts";

/** Creates the function that preloads a page before its link is clicked. The function never rejects. */
export function createPagePreloader(base: string, loader: Loader, slice: LoadSlice): PrefetchPorts["load"] {
  const requested = new Set<string>();

  /** Loads a static query into the browser's cache, where it never expires. */
  function loadQuery(hash: string) {
    if (requested.has(hash)) return;
    requested.add(hash);
    fetchJson(`${base}/page-data/sq/d/${hash}.json`, { urgent: false }).catch(() => requested.delete(hash));
  }

  return async (path, isIntended) => {
    const loaded = await loader.prefetch(path);
    if (loaded?.kind !== "page") return;
    const { page } = loaded;
    // A page that the user is about to visit waits for one idle callback at most.
    const max_frames = isIntended ? 1 : undefined;
    for (const href of page.chunks) await preloadFile("modulepreload", "script", href, max_frames);
    for (const href of page.styles) if (!hasSheet(href)) await preloadFile("preload", "style", href, max_frames);
    for (const hash of page.queries) loadQuery(hash);
    for (const name of page.slices)
      if (document.querySelector(`[data-slice="${name}"]`)?.hasChildNodes() === false)
        await slice(name, false).catch(() => undefined);
  };
}

/** Preloads one file. Waits for idle time first, because a request during scrolling may delay a frame. */
async function preloadFile(
  rel: "modulepreload" | "preload",
  as: "script" | "style",
  href: string,
  max_frames?: number,
) {
  await waitForIdle(max_frames);
  if (!document.head.querySelector(`link[href="${href}"]`))
    document.head.append(Object.assign(document.createElement("link"), { rel, as, href }));
}
