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
  /** Whether new code waits for the next navigation. */
  isDue(): boolean;
  /**
   * Whether the next navigation is to be a document load; true once for each new hash. `other` names code of another
   * release that the page which was loaded needs: so it is seen that this tab's HTML is older than the first app-data.
   */
  takeReload(other?: string): boolean;
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

  /** Names the change from the code of this tab to the code that is deployed; empty where they are the same. */
  const change = () => (first && last && first.code !== last.code ? `${first.code} ${last.code}` : "");
  const spent = new Set<string>();
  function take(name: string): boolean {
    if (!name || spent.has(name)) return false;
    spent.add(name);
    return !ports.once(`reload ${name}`);
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
    isDue: () => change() !== "" && !spent.has(change()),
    takeReload: (other = "") => take(change()) || take(other),
  };
}
