// Detects that another release is deployed while the tab is open. New shared code requires one document load, new content none.

import type { AppData } from "./page_data";

/** Dependencies of the release watch. */
export interface ReleasePorts {
  /** Fetches app-data past every cache. Resolves to `undefined` if no valid response arrives. */
  fetch(): Promise<AppData | undefined>;
  now(): number;
  /** Stores a key until the tab closes. Returns true if the key was not stored yet. */
  onceInTab(key: string): boolean;
  /** Returns milliseconds of a clock that all documents of the tab share. */
  clock(): number;
  /** File name of the loader entry that this tab runs. */
  readonly boot: string;
}

/** State of the deployed release, as far as the tab knows it. */
export interface Release {
  /** Fetches app-data unless that was done in the last `max_age_ms`. A pending request is awaited instead of repeated. */
  check(max_age_ms: number): Promise<void>;
  /** Returns the digest of each deployed slice. */
  slices(): Readonly<Record<string, string>>;
  /** Returns whether a canonical path is a document that the loader cannot show; `undefined` while that is unknown. */
  isDocument(path: string): boolean | undefined;
  /** Returns whether the next navigation should load new code. */
  isDue(): boolean;
  /** Returns whether the next navigation must be a document load; true once for each change of code. */
  shouldReloadForRelease(): boolean;
  /** Returns the hash of the code that this tab runs; empty while it is unknown. */
  code(): string;
}

/** Minimum interval between checks on navigation, in milliseconds. */
export const ON_NAVIGATION_MS = 30_000;
/** Minimum interval between checks when the tab becomes visible, in milliseconds. */
export const ON_VISIBLE_MS = 300_000;
/** Maximum number of document loads in `RELOADS_SPAN_MS`, for a cluster whose servers alternate between releases. */
export const MAX_RELOADS = 3;
export const RELOADS_SPAN_MS = 600_000;

/** Creates the watch. `changed` is called if app-data differs from the previous response. */
export function createRelease(ports: ReleasePorts, changed: () => void): Release {
  let own: AppData | undefined;
  let deployed: AppData | undefined;
  let pending = Promise.resolve();
  let requested_ms = Number.NEGATIVE_INFINITY;

  async function update() {
    const fetched = await ports.fetch();
    if (!fetched) return;

    const previous = deployed;
    own ??= fetched;
    deployed = fetched;
    if (previous && JSON.stringify(previous) !== JSON.stringify(fetched)) changed();
  }

  /** Returns a key for the change from this tab's code to the deployed code; empty if they are equal. */
  function change(): string {
    if (!own || !deployed) return "";
    // HTML that is older than the first app-data refers to another entry.
    if (deployed.boot && !deployed.boot.endsWith(`/${ports.boot}`)) return `${ports.boot} ${deployed.shell}`;
    return own.shell === deployed.shell ? "" : `${own.shell} ${deployed.shell}`;
  }

  const handled = new Set<string>();

  function isWithinSpan(): boolean {
    const span = Math.floor(ports.clock() / RELOADS_SPAN_MS);
    return Array.from({ length: MAX_RELOADS }, (_, index) => `reload ${span} ${index}`).some(ports.onceInTab);
  }

  return {
    check(max_age_ms) {
      if (ports.now() - requested_ms < max_age_ms) return pending;

      requested_ms = ports.now();
      pending = update();
      return pending;
    },
    slices: () => deployed?.slices ?? {},
    isDocument: (path) => deployed?.documents?.includes(path),
    code: () => own?.code ?? "",
    isDue: () => change() !== "" && !handled.has(change()),
    shouldReloadForRelease() {
      const name = change();
      if (!name || handled.has(name)) return false;
      handled.add(name);
      return ports.onceInTab(`reload ${name}`) && isWithinSpan();
    },
  };
}
