// Checks which release is deployed: before a navigation, on scroll, and when the tab becomes visible.

import { readAppData } from "../../core/page_data";
import { createRelease, on_navigation_ms, on_visible_ms, type Release } from "../../core/release";
import { fetchJson } from "../fetch_json";
import { waitAtMost } from "../timeouts";
import { onceInTab } from "./once_in_tab";

/** How long a visit waits for the answer to what is deployed. */
const patience_ms = 1500;
/** How long a page that is in memory waits for it; mostly the answer came while the pointer was over the link. */
const warm_patience_ms = 150;
/** A page whose code this tab has not met was perhaps deployed just now. */
const unknown_code_ms = 1000;

/** The watch for deploys. */
export interface Deploys extends Release {
  /** Asks unless that was done a moment ago, and waits a little for the answer. */
  beforeVisit(isWarm: boolean): Promise<unknown>;
  /** Asks again when a page names modules that no page before it named. */
  beforeSwap(chunks: readonly string[]): Promise<unknown>;
  /** Starts a check because the user is about to navigate. */
  expect(): void;
  /** Resolves with the hash of this tab's code; empty where it cannot be found out. */
  ownCode(): Promise<string>;
}

/** Begins to watch the site under `base`. `boot` is the address of the loader's entry; `changed` is called for every release. */
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
