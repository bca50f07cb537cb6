// Brings a page that may be wanted into the tab, whole: its data, then the modules, style sheets, slices and static queries it names.

import type { Loader } from "../../core/loader";
import type { PrefetchPorts } from "../../core/prefetch";
import { fetchJson } from "../fetch_json";
import { waitForIdle } from "../islands/idle";
import type { LoadSlice } from "../navigation/slices";
import { hasSheet } from "../navigation/styles";

/** Makes what loads a page ahead of its click; it never rejects. */
export function createPagePreloader(base: string, loader: Loader, slice: LoadSlice): PrefetchPorts["load"] {
  const asked = new Set<string>();

  /** Brings a static query into the browser's cache, where it is good for ever. */
  function query(hash: string) {
    if (asked.has(hash)) return;
    asked.add(hash);
    fetchJson(`${base}/page-data/sq/d/${hash}.json`, { urgent: false }).catch(() => asked.delete(hash));
  }

  return async (path, isIntended) => {
    const loaded = await loader.prefetch(path);
    if (loaded?.kind !== "page") return;
    const { page } = loaded;
    // What is about to be used waits for its turn alone.
    const patience = isIntended ? 1 : undefined;
    for (const href of page.chunks) await hint("modulepreload", "script", href, patience);
    for (const href of page.styles) if (!hasSheet(href)) await hint("preload", "style", href, patience);
    for (const hash of page.queries) query(hash);
    for (const name of page.slices)
      if (document.querySelector(`[data-slice="${name}"]`)?.hasChildNodes() === false)
        await slice(name, false).catch(() => undefined);
  };
}

/** Each file is asked for while the page rests: while one scrolls it would cost a frame. */
async function hint(rel: "modulepreload" | "preload", as: "script" | "style", href: string, patience?: number) {
  await waitForIdle(patience);
  if (!document.head.querySelector(`link[href="${href}"]`))
    document.head.append(Object.assign(document.createElement("link"), { rel, as, href }));
}
