// Wakes islands when their moment comes and puts them to rest when their page goes. It knows nothing of what they are.

import { reportFault } from "../documents/faults";
import { startReplay } from "./replay";

/** What an island receives besides its props. */
interface About {
  /** What ids that React makes begin with; the same as on the server. */
  readonly idPrefix: string;
  /** Hashes of its static queries by name. */
  readonly queries: Readonly<Record<string, string>>;
}

/** What an island's module exports. */
interface IslandModule {
  /** Hydrates and resolves, once the island answers events, to what unmounts it. */
  hydrate(element: HTMLElement, props: unknown, about: About): Promise<() => void>;
}

/** The islands of the document. */
export interface Islands {
  /** Begins with the islands inside `part`. */
  start(part: ParentNode): void;
  /** Wakes the island around `element`; resolves when it is awake or cannot be, and at once where there is none. */
  wake(element: Element): Promise<void>;
  /** Puts the islands inside `part` to rest. */
  stop(part: ParentNode): void;
}

/** What islands need of the rest. */
export interface IslandDeps {
  /** The path that the site lies under. */
  readonly base: string;
  /** Is called when the code of an island fails to load. */
  lost(): unknown;
  /** Is called when an island that took too long to hydrate can be used. */
  ready(): void;
}

/** Delays before the code of an island is loaded again after a failure. */
const retry_delays_ms = [2_000, 10_000, 60_000];

type Island = { waking: Promise<void> | undefined; unmount?: () => void; gone: boolean; watch?: IntersectionObserver };

/** Makes the islands. */
export function createIslands({ base, lost, ready }: IslandDeps): Islands {
  const islands = new Map<HTMLElement, Island>();
  const root = document.documentElement;

  async function wake(element: HTMLElement) {
    const island = islands.get(element);
    if (!island) return;
    island.watch?.disconnect();
    island.waking ??= hydrate(element, island);
    await island.waking;
  }

  async function hydrate(element: HTMLElement, island: Island) {
    const { props = "{}", idPrefix = "", queries = "", island: name = "" } = element.dataset;
    const module = await code(element, island);
    // Its code ran just now: what was pressed meanwhile is answered before the island is drawn.
    await window.scheduler?.yield?.();
    if (!module || island.gone) return;
    const html = [...element.childNodes].map((node) => node.cloneNode(true));
    try {
      const pairs = queries.split(" ").map((pair) => pair.split("="));
      const about = { idPrefix, queries: Object.fromEntries(pairs) as Record<string, string>, html };
      island.unmount = await module.hydrate(element, JSON.parse(props), about);
      element.dataset.awake = "";
      if (island.gone) island.unmount();
    } catch (error) {
      // React empties what it cannot draw.
      element.replaceChildren(...html);
      reportFault(error, name);
    }
  }

  /** The island's code. Until it comes, the island keeps the HTML of the server. */
  async function code({ dataset }: HTMLElement, island: Island): Promise<IslandModule | undefined> {
    const { src = "", island: name = "" } = dataset;
    // Whatever wrote the HTML: code comes from where the build puts it, and from nowhere else.
    if (!new URL(src, location.href).href.startsWith(`${location.origin}${base}/assets/`)) {
      reportFault(`no code of this site: ${src}`, name);
      return undefined;
    }
    for (let attempt = 0; !island.gone; attempt++) {
      try {
        // Some browsers cache the failure of a module, so each retry has a URL of its own.
        return (await import(attempt ? `${src}?again=${attempt}` : src)) as IslandModule;
      } catch (error) {
        lost();
        reportFault(error, name, true);
        const pause_ms = retry_delays_ms[attempt];
        if (!pause_ms) break;
        await new Promise((then) => setTimeout(then, pause_ms));
      }
    }
    // The next thing that is done to it tries again.
    island.waking = undefined;
    return undefined;
  }

  /** Whether the moment of an island has come that waits for an attribute of `<html>`. */
  const isCalled = ({ dataset }: HTMLElement) => root.hasAttribute(`data-${dataset.hydrate || "load"}`);

  function begin(element: HTMLElement) {
    const island: Island = { waking: undefined, gone: false };
    islands.set(element, island);
    const moment = element.dataset.hydrate;
    if (moment === "load" || isCalled(element)) void wake(element);
    else if (moment === "idle") idle(() => void wake(element));
    else if (moment === "visible") {
      island.watch = new IntersectionObserver((entries) => {
        if (entries.some((entry) => entry.isIntersecting)) void wake(element);
      });
      // The wrapper has no box of its own; what it holds has.
      island.watch.observe(element.firstElementChild ?? element);
    }
  }

  new MutationObserver(() => {
    for (const element of islands.keys()) if (isCalled(element)) void wake(element);
  }).observe(root, { attributes: true });
  function unhydrated(target: EventTarget | null): HTMLElement | undefined {
    const element = target instanceof Element ? target.closest<HTMLElement>("[data-island]") : null;
    return element && islands.has(element) && element.dataset.awake === undefined ? element : undefined;
  }
  startReplay({ wake, unhydrated, ready });

  return {
    start(part) {
      for (const element of part.querySelectorAll<HTMLElement>("[data-island]"))
        if (!islands.has(element)) begin(element);
    },
    async wake(element) {
      const island = unhydrated(element);
      if (island) await wake(island);
    },
    stop(part) {
      for (const element of part.querySelectorAll<HTMLElement>("[data-island]")) {
        const island = islands.get(element);
        if (!island) continue;
        islands.delete(element);
        island.gone = true;
        island.watch?.disconnect();
        island.unmount?.();
      }
    },
  };
}

/** Calls back when the page has nothing better to do. */
export function idle(then: (deadline?: IdleDeadline) => unknown) {
  // Not every browser can tell when that is.
  window.requestIdleCallback?.(then, { timeout: 2000 }) ?? setTimeout(then, 200);
}
