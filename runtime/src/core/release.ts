// Notices that another release was deployed while the tab is open: new code means one document load, new text means none.

import type { AppData } from "./page_data";

/** What watching releases needs of the world. */
export interface ReleasePorts {
  /** Asks for app-data past every cache; `undefined` when there was no sound answer. */
  fetch(): Promise<AppData | undefined>;
  now(): number;
  /** Remembers a hash for the life of the tab, and says whether it was remembered already. */
  once(key: string): boolean;
}

/** What the tab knows of the release that is deployed. */
export interface Release {
  /** Asks again unless that was done in the last `atMost` milliseconds; resolves with the answer that is under way, too. */
  check(atMost: number): Promise<void>;
  /** Digest of each slice as deployed. */
  slices(): Readonly<Record<string, string>>;
  /** Whether the next navigation is to be a document load; true once for each new hash. */
  takeReload(): boolean;
  /** The hash of the code that this tab runs. */
  code(): string;
}

/** At most so often on navigation, in milliseconds. */
export const ON_NAVIGATION = 30_000;
/** At most so often when the tab becomes visible, in milliseconds. */
export const ON_VISIBLE = 300_000;

/** Makes the watch. `changed` is told when a release with other data than the last was seen. */
export function createRelease(ports: ReleasePorts, changed: () => void): Release {
  let first: AppData | undefined;
  let last: AppData | undefined;
  let asking = Promise.resolve();
  let asked = Number.NEGATIVE_INFINITY;

  async function ask() {
    const found = await ports.fetch();
    if (!found) return;
    const before = last;
    first ??= found;
    last = found;
    if (before && JSON.stringify(before) !== JSON.stringify(found)) changed();
  }

  return {
    check(atMost) {
      if (ports.now() - asked < atMost) return asking;
      asked = ports.now();
      asking = ask();
      return asking;
    },
    slices: () => last?.slices ?? {},
    code: () => first?.code ?? "",
    takeReload: () =>
      first !== undefined &&
      last !== undefined &&
      first.code !== last.code &&
      !ports.once(`reload ${first.code} ${last.code}`),
  };
}
