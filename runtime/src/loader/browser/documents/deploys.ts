// Checks which release is deployed: before a navigation, on scroll, and when the tab becomes visible.

import { readAppData } from "../../core/page_data";
import { createRelease, on_navigation_ms, on_visible_ms, type Release } from "../../core/release";
import { fetchJson } from "../fetch_json";
import { waitAtMost } from "../timeouts";
import { onceInTab } from "./once_in_tab";

/** How long a visit waits for the release check. */
const patience_ms = 1500;
/** How long a visit to a page in memory waits for it. Usually the check has finished while the pointer rested on the link. */
const warm_patience_ms = 150;
/** Maximum age of the last check when a page names unknown code, because that page may have just been deployed. */
const unknown_code_ms = 1000;

/** Watches for deploys. */
export interface Deploys extends Release {
  /** Checks the release, unless a recent check exists, and waits a short time for the result. */
  beforeVisit(isWarm: boolean): Promise<unknown>;
  /** Checks again when a page names modules that no earlier page named. */
  beforeSwap(chunks: readonly string[]): Promise<unknown>;
  /** Starts a check because the user is about to navigate. */
  expect(): void;
  /** Resolves with the hash of this tab's code, or with an empty string if it is not known. */
  ownCode(): Promise<string>;
}

/** Starts to watch the site under `base`. `boot` is the URL of the loader's entry; `changed` is called for every release. */
export function watchDeploys(base: string, boot: string, changed: (isNewCode: boolean) => void): Deploys {
  const release = createRelease(
    {
      now: () => performance.now(),
      clock: () => Date.now(),
      onceInTab,
      boot: boot.split("/").pop() ?? "",
      async fetch() {
        const asked = fetchJson(`${base}/page-data/app-data.json`, { fresh: true });
        const answer = await asked.catch(() => undefined);
        return answer?.status === 200 ? readAppData(answer.json) : undefined;
      },
    },
    () => changed(release.isDue()),
  );
  const known = release.check(0);
  const met = new Set<string>();
  const check = () => release.check(on_navigation_ms);

  // A user who scrolls may navigate soon, so the check starts before the click.
  addEventListener("scroll", () => void check(), { passive: true });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) void release.check(on_visible_ms);
  });
  return {
    ...release,
    expect: () => void check(),
    beforeVisit: (isWarm) => waitAtMost(check(), isWarm ? warm_patience_ms : patience_ms),
    async beforeSwap(chunks) {
      const isNew = chunks.some((chunk) => !met.has(chunk));
      for (const chunk of chunks) met.add(chunk);
      if (isNew) await waitAtMost(release.check(unknown_code_ms), patience_ms);
    },
    async ownCode() {
      await known;
      if (!release.code()) await release.check(0);
      return release.code();
    },
  };
}
