// What the casino's service worker keeps from the start, checked and listed by Workbox's own tool.

import { getManifest } from "workbox-build";

/** What the service worker keeps from the start, in folder `out`: addresses relative to it. */
export async function precacheOf(out, files) {
  const { manifestEntries, warnings } = await getManifest({
    globDirectory: out,
    globPatterns: files,
    // Names that change with the content need no revision.
    dontCacheBustURLsMatching: /-\w{8,}\.\w+$/,
    maximumFileSizeToCacheInBytes: 1_000_000,
  });
  if (warnings.length) throw new Error(warnings.join("\n"));
  return manifestEntries;
}
