// Slices as deployed: each is asked for again only when another one was published.

import { readSliceData, type SliceData } from "../core/page_data";
import { fetchJson } from "./fetching";

/** Makes the memory of slices; `digests` tells which are deployed, where that is known. The result rejects when a slice cannot be had. */
export function createSlices(
  prefix: string,
  digests: () => Readonly<Record<string, string>>,
): (name: string) => Promise<SliceData> {
  const kept = new Map<string, SliceData>();
  return async (name) => {
    const known = kept.get(name);
    if (known && known.digest === digests()[name]) return known;
    const found = readSliceData((await fetchJson(`${prefix}/slice-data/${name}.json`, { fresh: true })).json);
    if (!found) throw new Error(`no slice ${name}`);
    kept.set(name, found);
    return found;
  };
}
