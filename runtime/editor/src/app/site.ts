// The state of the site that all screens show: the connection, the build, and what changed.

import { readEvents } from "../api/events";
import type { SiteEvent } from "../api/types";
import { tabId } from "../drafts/local_copies";
import { createStore } from "../ui/state";

export interface Site {
  readonly isConnected: boolean;
  readonly build: SiteEvent["build"];
  readonly errors: number;
  readonly warnings: number;
  /** Grows after each build, so that lists load again. */
  readonly version: number;
  readonly changed: readonly string[];
  /** The number of tabs in all browsers that have a file open, by its path. */
  readonly open: SiteEvent["open"];
}

export const $site = createStore<Site>({
  isConnected: true,
  build: "ok",
  errors: 0,
  warnings: 0,
  version: 0,
  changed: [],
  open: {},
});

/** Follows the events of the server. */
export function followSite(signal: AbortSignal): void {
  let lastEvent = "";
  void readEvents(
    tabId(),
    {
      onEvent: ({ start, builds, build, errors, warnings, changed, open }) => {
        const { version } = $site.get();
        const event = `${start} ${builds} ${build}`;

        // Other events only say which files are open.
        const isNew = event !== lastEvent && (build !== "building" || changed.length > 0);
        lastEvent = event;

        $site.set({
          isConnected: true,
          build,
          errors,
          warnings,
          changed,
          open,
          version: isNew ? version + 1 : version,
        });
      },
      onConnection: (isConnected) => {
        if (!isConnected) lastEvent = "";
        $site.set({ ...$site.get(), isConnected });
      },
    },
    signal,
  );
}

/** Makes lists load again after a change of this tab. */
export const refreshSite = () => $site.set({ ...$site.get(), version: $site.get().version + 1, changed: [] });
