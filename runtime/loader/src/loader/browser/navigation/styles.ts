// Loads what a page needs before it is shown: its slices and its style sheets.

import { withLimit } from "../../../platform/browser";
import { readSliceData, type SliceData } from "../../core/page_data";
import { fetchJson } from "../timeouts";

/** Loads a slice; rejects when it fails to load. `urgent`: a visit waits for it. */
export type LoadSlice = (name: string, urgent: boolean, signal?: AbortSignal) => Promise<SliceData>;

/** Creates the slice cache. `digests` returns the digests of the deployed slices, as far as they are known. */
export function createSlices(base: string, digests: () => Readonly<Record<string, string>>): LoadSlice {
  /** Loaded slices with the digest deployed at the request; an HTTP cache may return an older slice for a while. */
  const cache = new Map<string, { slice: SliceData; deployed: string | undefined }>();

  return async (name, urgent, signal) => {
    const deployed = digests()[name];
    const cached = cache.get(name);
    if (cached && (cached.slice.digest === deployed || cached.deployed === deployed)) return cached.slice;

    const slice = readSliceData(
      (await fetchJson(`${base}/slice-data/${name}.json`, { fresh: true, urgent, signal })).json,
    );
    if (!slice) throw new Error(`no slice ${name}`);

    cache.set(name, { slice, deployed });
    return slice;
  };
}

/** Timeout after which a page is shown without its style sheets. */
const TIMEOUT_MS = 3000;

/** Returns whether a style sheet of the site under `base` failed to load, even if it failed before any script ran. */
export function hasFailedStyleSheet(base: string): boolean {
  const links = document.querySelectorAll<HTMLLinkElement>(`link[rel="stylesheet"][href^="${base}/assets/"]`);
  return [...links].some((link) => !hasRules(link));
}

/** Returns whether the style sheet has rules. After a failed load, `sheet` is null or empty, depending on the browser. */
function hasRules(link: HTMLLinkElement): boolean {
  try {
    return (link.sheet?.cssRules.length ?? 0) > 0;
  } catch {
    return false;
  }
}

/** Returns whether the document has the style sheet with this URL, inline or linked. */
export function hasSheet(href: string): boolean {
  const name = CSS.escape(href);
  return document.querySelector(`style[data-href="${name}"], link[rel="stylesheet"][href="${name}"]`) !== null;
}

/** Adds the missing style sheets. Resolves when all have loaded or failed, at the latest after three seconds. */
export async function loadStyles(addresses: readonly string[]): Promise<void> {
  const missing = [...new Set(addresses)].filter((href) => !hasSheet(href));
  const loading = missing.map((href) => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
    const loaded = new Promise((resolve) => {
      link.onload = link.onerror = resolve;
    });
    document.head.append(link);
    return loaded;
  });

  if (loading.length > 0) await withLimit(Promise.all(loading), TIMEOUT_MS);
}
