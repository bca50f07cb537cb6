// Loads the modules of islands, with retries, and only from the assets of the site.

import { reportFault } from "../documents/faults";

/** Data that an island receives in addition to its props. */
interface About {
  /** Prefix of the ids that React generates; the same as on the server. */
  readonly idPrefix: string;
  /** Hashes of its static queries by name. */
  readonly queries: Readonly<Record<string, string>>;
  /** Copy of the HTML that the server rendered. */
  readonly html: readonly Node[];
  /** Reports that the island failed after its hydration, and that its HTML is the server's again. It can be hydrated again. */
  onCrash(): void;
}

/** Exports of the module of an island: `hydrate`, or `enhance` and `load`. */
interface IslandModule {
  /** Hydrates the island. Resolves when it handles events, with a function that unmounts it. */
  hydrate?(element: HTMLElement, props: unknown, about: About): Promise<() => void>;
  /**
   * Runs on the HTML until the island hydrates, which `hydrate` requests. Returns a function that ends it. The HTML must then equal
   * the first rendering of the component.
   */
  enhance?(element: HTMLElement, props: unknown, hydrate: () => void): () => void;
  /** Loads the module that hydrates the island, and reports a failure. */
  load?(): Promise<IslandModule>;
}

/** What is known of the code of an island. */
export interface LoadedIsland {
  /** The module, while it loads and afterwards. */
  module?: Promise<IslandModule | undefined> | undefined;
  removed?: boolean;
  /** Ends the wait for the next attempt, after the island was removed. */
  cancelRetry?: () => void;
  /** Observes whether the island is visible, until its module loads. */
  observer?: IntersectionObserver;
}

/** Delays before the code of an island is loaded again after a failure. */
const RETRY_DELAYS_MS = [2_000, 10_000, 60_000];

/**
 * Loads the module of an island once. Until it arrives, the island shows the HTML of the server. `base` is the base path of the site, and
 * `onFailure` is called when code fails to load.
 */
export async function loadModule(
  element: HTMLElement,
  island: LoadedIsland,
  base: string,
  onFailure: () => unknown,
): Promise<IslandModule | undefined> {
  const { src = "", island: name } = element.dataset;
  island.observer?.disconnect();

  // Code is loaded only from the build's assets, even if the HTML contains another URL.
  if (!new URL(src, location.href).href.startsWith(`${location.origin}${base}/assets/`)) {
    reportFault(`foreign code: ${src}`, name);
    return undefined;
  }

  // Some browsers cache the failure of a module, so each retry has a URL of its own.
  island.module ??= withRetries(
    island,
    (attempt) => import(attempt ? `${src}?again=${attempt}` : src),
    onFailure,
    name,
  );

  const module = await island.module;
  if (!module) island.module = undefined;
  return module;
}

/** Repeats `load` after failures. Reports them under `name`, if there is one. Resolves to `undefined` after the last one. */
export async function withRetries(
  island: LoadedIsland,
  load: (attempt: number) => Promise<IslandModule>,
  onFailure: () => unknown,
  name?: string,
): Promise<IslandModule | undefined> {
  for (let attempt = 0; !island.removed; attempt++) {
    try {
      return await load(attempt);
    } catch (error) {
      onFailure();
      if (name) reportFault(error, name, true);

      const pause_ms = RETRY_DELAYS_MS[attempt];
      if (!pause_ms) break;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pause_ms);
        island.cancelRetry = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }
  return undefined;
}
