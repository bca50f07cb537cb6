// Notices that another release was deployed while the tab is open: new code that all pages share means one document load, new text means none.

import type { AppData } from "./page_data";

/** What watching releases needs of the world. */
export interface ReleasePorts {
  /** Asks for app-data past every cache; `undefined` when there was no sound answer. */
  fetch(): Promise<AppData | undefined>;
  now(): number;
  /** Remembers a key for the life of the tab; true when it was not yet remembered. */
  onceInTab(key: string): boolean;
  /** Milliseconds of the clock that all documents of the tab share. */
  clock(): number;
  /** File name of the loader's entry that this tab runs. */
  readonly boot: string;
}

/** What the tab knows of the release that is deployed. */
export interface Release {
  /** Asks again unless that was done in the last `at_most_ms`; resolves with the answer that is under way, too. */
  check(at_most_ms: number): Promise<void>;
  /** Digest of each slice as deployed. */
  slices(): Readonly<Record<string, string>>;
  /** Whether the path, in its canonical form, is a document that is no page of the loader's; `undefined` while that is not known. */
  isDocument(path: string): boolean | undefined;
  /** Whether new code waits for the next navigation. */
  isDue(): boolean;
  /** Whether the next navigation is to be a document load; true once for each change of code. */
  shouldReloadForRelease(): boolean;
  /** Hash of the code that this tab runs; empty while it is not known. */
  code(): string;
}

/** Minimum interval between checks on navigation, in milliseconds. */
export const on_navigation_ms = 30_000;
/** Minimum interval between checks when the tab becomes visible, in milliseconds. */
export const on_visible_ms = 300_000;
/** A cluster that answers with another release each time costs so many document loads in a span of time. */
export const most_reloads = 3;
export const reloads_span_ms = 600_000;

/** Makes the watch. `changed` is called when a release has other data than the last one. */
export function createRelease(ports: ReleasePorts, changed: () => void): Release {
  let first: AppData | undefined;
  let last: AppData | undefined;
  let asking = Promise.resolve();
  let asked_ms = Number.NEGATIVE_INFINITY;

  async function ask() {
    const found = await ports.fetch();
    if (!found) return;
    const before = last;
    first ??= found;
    last = found;
    if (before && JSON.stringify(before) !== JSON.stringify(found)) changed();
  }

  /** Names the change from the code of this tab to the code that is deployed; empty where they are the same. */
  function change(): string {
    if (!first || !last) return "";
    // HTML that is older than the first app-data names an entry of its own.
    if (last.boot && !last.boot.endsWith(`/${ports.boot}`)) return `${ports.boot} ${last.shell}`;
    return first.shell === last.shell ? "" : `${first.shell} ${last.shell}`;
  }
  const spent = new Set<string>();

  function isWithinSpan(): boolean {
    const span = Math.floor(ports.clock() / reloads_span_ms);
    return Array.from({ length: most_reloads }, (_, at) => `reload ${span} ${at}`).some(ports.onceInTab);
  }

  return {
    check(at_most_ms) {
      if (ports.now() - asked_ms < at_most_ms) return asking;
      asked_ms = ports.now();
      asking = ask();
      return asking;
    },
    slices: () => last?.slices ?? {},
    isDocument: (path) => last?.documents?.includes(path),
    code: () => first?.code ?? "",
    isDue: () => change() !== "" && !spent.has(change()),
    shouldReloadForRelease() {
      const name = change();
      if (!name || spent.has(name)) return false;
      spent.add(name);
      return ports.onceInTab(`reload ${name}`) && isWithinSpan();
    },
  };
}
