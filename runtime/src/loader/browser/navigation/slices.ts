// Slices as deployed: each is asked for again only when another one was published.

import { readSliceData, type SliceData } from "../../core/page_data";
import { fetchJson } from "../fetch_json";

/** Loads a slice; rejects when it fails to load. `urgent`: a visit waits for it. */
export type LoadSlice = (name: string, urgent: boolean, signal?: AbortSignal) => Promise<SliceData>;

/** Makes the memory of slices; `digests` tells which are deployed, where that is known. */
export function createSlices(base: string, digests: () => Readonly<Record<string, string>>): LoadSlice {
  /** What came, and which was deployed when it was asked for: a cache may answer with an older one for a while. */
  const kept = new Map<string, { slice: SliceData; asked: string | undefined }>();
  return async (name, urgent, signal) => {
    const asked = digests()[name];
    const known = kept.get(name);
    if (known && (known.slice.digest === asked || known.asked === asked)) return known.slice;
    const slice = readSliceData(
      (await fetchJson(`${base}/slice-data/${name}.json`, { fresh: true, urgent, signal })).json,
    );
    if (!slice) throw new Error(`no slice ${name}`);
    kept.set(name, { slice, asked });
    return slice;
  };
}
