// Loads pages ahead: their page-data with all files that it names, or their documents while new code is deployed.

import type { Loader } from "../../core/loader";
import type { PrefetchPorts } from "../../core/prefetch";
import { dataBlock } from "../html";
import { waitForIdle } from "../islands/islands";
import { hasSheet, type LoadSlice } from "../navigation/styles";
import { fetchJson } from "../timeouts";
import { prefetchAllowed } from "./link_watch";
import rules from "./speculation_rules.json";

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
    // Browsers warn of a style sheet that is preloaded and not used soon.
    const rel = isIntended ? "preload" : "prefetch";
    for (const href of page.styles) if (!hasSheet(href)) await preloadFile(rel, "style", href, max_frames);

    for (const hash of page.queries) loadQuery(hash);
    for (const name of page.slices)
      if (document.querySelector(`[data-slice="${name}"]`)?.hasChildNodes() === false)
        await slice(name, false).catch(() => undefined);
  };
}

/** Preloads one file. Waits for idle time first, because a request during scrolling may delay a frame. */
async function preloadFile(
  rel: "modulepreload" | "preload" | "prefetch",
  as: "script" | "style",
  href: string,
  max_frames?: number,
) {
  await waitForIdle(max_frames);
  if (!document.head.querySelector(`link[href="${href}"]`))
    document.head.append(Object.assign(document.createElement("link"), { rel, as, href }));
}

/** Returns whether the content security policy allows `text`. Browsers report an error for a script that it does not allow. */
async function isPermitted(text: string): Promise<boolean> {
  try {
    const { headers } = await fetch(location.pathname, {
      method: "HEAD",
      cache: "no-store",
      credentials: "same-origin",
    });

    const policy = headers.get("content-security-policy");
    return policy === null || policy.includes(await hash(text));
  } catch {
    return false;
  }
}

/** Returns the hash source by which a content security policy allows a text. */
async function hash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`;
}

/** Adds the rules for the site under `base` and returns a function that removes them. Call it when new code is found. */
export function speculate(base: string): () => void {
  let isWanted = prefetchAllowed() && HTMLScriptElement.supports?.("speculationrules") === true;

  const script = document.createElement("script");
  script.type = "speculationrules";
  const text = JSON.stringify(rules).replaceAll('"/*', `"${base}/*`);
  script.text = dataBlock(text);

  if (isWanted)
    void isPermitted(text).then((isAllowed) => {
      if (isAllowed && isWanted) document.head.append(script);
    });

  return () => {
    isWanted = false;
    script.remove();
  };
}
