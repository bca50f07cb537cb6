// Checks which release is deployed: before a navigation, on scroll, and when the tab becomes visible.

import { withLimit } from "../../../platform/browser";
import { readAppData } from "../../core/page_data";
import { createRelease, ON_NAVIGATION_MS, ON_VISIBLE_MS, type Release } from "../../core/release";
import { fetchJson } from "../timeouts";
import { onceInTab } from "./documents";

/** How long a visit waits for the release check. */
const CHECK_TIMEOUT_MS = 1500;
/** How long a visit to a page in memory waits for it. Usually the check has finished while the pointer rested on the link. */
const WARM_CHECK_TIMEOUT_MS = 150;
/** Maximum age of the last check when a page names unknown code, because that page may have just been deployed. */
const UNKNOWN_CODE_MS = 1000;

/** Watches for deploys. */
export interface Deploys extends Release {
  /** Checks the release, unless a recent check exists, and waits a short time for the result. */
  beforeVisit(isWarm: boolean): Promise<unknown>;
  /** Checks again when a page names modules that no earlier page named. */
  beforeSwap(chunks: readonly string[]): Promise<unknown>;
  /** Starts a check because the user is about to navigate. */
  checkSoon(): void;
  /** Resolves with the hash of this tab's code, or with an empty string if it is not known. */
  ownCode(): Promise<string>;
}

/**
 * Watches the site under `base` until the signal is aborted. `boot` is the URL of the loader's entry; `changed` is called for every
 * release.
 */
export function watchDeploys(
  base: string,
  boot: string,
  changed: (isNewCode: boolean) => void,
  signal: AbortSignal,
): Deploys {
  const release = createRelease(
    {
      now: () => performance.now(),
      clock: () => Date.now(),
      onceInTab,
      boot: boot.split("/").pop() ?? "",
      async fetch() {
        const request = fetchJson(`${base}/page-data/app-data.json`, { fresh: true });
        const response = await request.catch(() => undefined);
        return response?.status === 200 ? readAppData(response.json) : undefined;
      },
    },
    () => {
      if (!signal.aborted) changed(release.isDue());
    },
  );

  const firstCheck = release.check(0);
  const knownChunks = new Set<string>();
  const check = () => release.check(ON_NAVIGATION_MS);

  // A user who scrolls may navigate soon, so the check starts before the click.
  addEventListener("scroll", check, { passive: true, signal });
  document.addEventListener(
    "visibilitychange",
    () => {
      if (!document.hidden) void release.check(ON_VISIBLE_MS);
    },
    { signal },
  );

  return {
    ...release,
    checkSoon: check,
    beforeVisit: (isWarm) => withLimit(check(), isWarm ? WARM_CHECK_TIMEOUT_MS : CHECK_TIMEOUT_MS),
    async beforeSwap(chunks) {
      const isNew = chunks.some((chunk) => !knownChunks.has(chunk));
      for (const chunk of chunks) knownChunks.add(chunk);
      if (isNew) await withLimit(release.check(UNKNOWN_CODE_MS), CHECK_TIMEOUT_MS);
    },
    async ownCode() {
      await firstCheck;
      if (!release.code()) await release.check(0);
      return release.code();
    },
  };
}
