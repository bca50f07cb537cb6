// Loads and caches slices. A slice is requested again only after a new version is deployed.

import { readSliceData, type SliceData } from "../../core/page_data";
import { fetchJson } from "../fetch_json";

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
