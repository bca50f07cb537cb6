// The state of the site that all screens show: the connection, the build, and what changed.

import { readEvents } from "../api/events";
import type { SiteEvent } from "../api/types";
import { createStore } from "./store";

export interface Site {
  readonly isConnected: boolean;
  readonly build: SiteEvent["build"];
  readonly errors: number;
  readonly warnings: number;
  /** Grows after each build, so that lists load again. */
  readonly version: number;
  readonly changed: readonly string[];
}

export const $site = createStore<Site>({
  isConnected: true,
  build: "ok",
  errors: 0,
  warnings: 0,
  version: 0,
  changed: [],
});

/** Follows the events of the server. */
export function followSite(signal: AbortSignal): void {
  void readEvents(
    {
      onEvent: ({ build, errors, warnings, changed }) => {
        const { version } = $site.get();
        const isNew = build !== "building" || changed.length > 0;
        $site.set({ isConnected: true, build, errors, warnings, changed, version: isNew ? version + 1 : version });
      },
      onConnection: (isConnected) => $site.set({ ...$site.get(), isConnected }),
    },
    signal,
  );
}

/** Makes lists load again after a change of this tab. */
export const refreshSite = () => $site.set({ ...$site.get(), version: $site.get().version + 1, changed: [] });
