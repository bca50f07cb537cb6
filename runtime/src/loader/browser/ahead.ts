// Brings a page that may be wanted into the tab, whole: its data, then the modules, style sheets, slices and static queries it names.

import type { Loader } from "../core/loader";
import { fetchJson } from "./fetch_json";
import type { LoadSlice } from "./slices";
import { hasSheet } from "./styles";

/** Makes what loads a page ahead of its click; it never rejects. */
export function createAhead(base: string, loader: Loader, slice: LoadSlice): (path: string) => Promise<void> {
  const asked = new Set<string>();

  /** Brings a static query into the browser's cache, where it is good for ever. */
  function query(hash: string) {
    if (asked.has(hash)) return;
    asked.add(hash);
    fetchJson(`${base}/page-data/sq/d/${hash}.json`, { urgent: false }).catch(() => asked.delete(hash));
  }

  return async (path) => {
    const loaded = await loader.guess(path);
    if (loaded?.kind !== "page") return;
    const { page } = loaded;
    for (const href of page.chunks) hint("modulepreload", href);
    for (const href of page.styles) if (!hasSheet(href)) hint("preload", href);
    for (const hash of page.queries) query(hash);
    for (const name of page.slices)
      if (document.querySelector(`[data-slice="${name}"]`)?.hasChildNodes() === false)
        await slice(name, false).catch(() => undefined);
  };
}

function hint(rel: "modulepreload" | "preload", href: string) {
  if (document.head.querySelector(`link[href="${href}"]`)) return;
  const link = Object.assign(document.createElement("link"), { rel, href });
  if (rel === "preload") link.as = "style";
  document.head.append(link);
}
