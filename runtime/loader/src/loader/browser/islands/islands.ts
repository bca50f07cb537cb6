// Enhances or hydrates islands when their condition is met and unmounts them when their page is left. It is independent of their
// framework.

import { delay } from "../../../platform/browser";
import { reportFault } from "../documents/faults";
import { startReplay } from "./replay";

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

/** The islands of the document. */
export interface Islands {
  /** Starts the islands inside `part`. */
  start(part: ParentNode): void;
  /** Hydrates the island around `element`. Resolves when that is done or has failed, and at once if no island needs it. */
  hydrate(element: Element): Promise<void>;
  /** Unmounts the islands inside `part`. */
  stop(part: ParentNode): void;
}

/** Dependencies of the islands. */
export interface IslandDeps {
  /** Base path of the site. */
  readonly base: string;
  /** Called when the code of an island fails to load. */
  onFailure(): unknown;
  /** Called when an island that took too long to hydrate can be used. */
  onReady(): void;
  /** Called when an island has failed again after an interaction. */
  onCrashed(): void;
}

/** Number of failures after which a notice appears, and after which only a press starts the island again. */
const MAX_CRASHES = 2;

/** Delays before the code of an island is loaded again after a failure. */
const RETRY_DELAYS_MS = [2_000, 10_000, 60_000];

interface Island {
  /** The module, while it loads and afterwards. */
  module?: Promise<IslandModule | undefined> | undefined;
  hydration?: Promise<void> | undefined;
  /** How often its code has failed. */
  crashes: number;
  removed?: boolean;
  /** Ends the enhancement; may be called twice. */
  end?: () => void;
  unmount?: () => void;
  observer?: IntersectionObserver;
}

const propsOf = ({ dataset }: HTMLElement): unknown => JSON.parse(dataset.props ?? "{}");

/** Creates the islands of the document. */
export function createIslands({ base, onFailure, onReady, onCrashed }: IslandDeps): Islands {
  const islands = new Map<HTMLElement, Island>();
  const root = document.documentElement;

  /** Enhances the island if its module can do that; otherwise hydrates it. */
  async function activate(element: HTMLElement) {
    const island = islands.get(element);
    if (!island || island.module !== undefined) return;

    const module = await loadModule(element, island);
    // An interaction may have hydrated the island meanwhile.
    if (!module || island.removed || island.hydration !== undefined) return;

    if (!module.enhance) return hydrate(element);
    island.end = module.enhance(element, propsOf(element), () => void hydrate(element));
    element.dataset.enhanced = "";
  }

  async function hydrate(element: HTMLElement, isPressed = false) {
    const island = islands.get(element);
    // A pointer that moves over an island that fails each time must not start it again and again.
    if (!island || (island.crashes >= MAX_CRASHES && !isPressed)) return;

    island.hydration ??= runHydration(element, island);
    await island.hydration;
  }

  /** Lets the next event hydrate the island again. The first time, users see only that their press had no effect. */
  function handleCrash(island: Island) {
    island.hydration = undefined;
    if (++island.crashes >= MAX_CRASHES) onCrashed();
  }

  async function runHydration(element: HTMLElement, island: Island) {
    const { idPrefix = "", queries = "" } = element.dataset;
    const module = await loadModule(element, island);
    const render = (module?.load ? await withRetries(island, module.load) : module)?.hydrate;

    // The code has just run, so pending input events are handled before the island renders.
    await window.scheduler?.yield?.();

    // The next event on the island tries again.
    if (!render) island.hydration = undefined;
    if (!render || island.removed) return;

    island.end?.();
    const html = [...element.childNodes].map((node) => node.cloneNode(true));

    try {
      const pairs = queries.split(" ").map((pair) => pair.split("="));
      const about = {
        idPrefix,
        queries: Object.fromEntries(pairs) as Record<string, string>,
        html,
        onCrash: () => handleCrash(island),
      };
      island.unmount = await render(element, propsOf(element), about);
      element.dataset.hydrated = "";
      if (island.removed) island.unmount();
    } catch (error) {
      // React empties an element that it fails to render.
      element.replaceChildren(...html);
      reportFault(error, element.dataset.island);
      handleCrash(island);
    }
  }

  /** Loads the island's module once. Until it arrives, the island shows the HTML of the server. */
  async function loadModule(element: HTMLElement, island: Island): Promise<IslandModule | undefined> {
    const { src = "" } = element.dataset;
    island.observer?.disconnect();

    // Code is loaded only from the build's assets, even if the HTML contains another URL.
    if (!new URL(src, location.href).href.startsWith(`${location.origin}${base}/assets/`)) {
      reportFault(`foreign code: ${src}`, element.dataset.island);
      return undefined;
    }

    // Some browsers cache the failure of a module, so each retry has a URL of its own.
    island.module ??= withRetries(
      island,
      (attempt) => import(attempt ? `${src}?again=${attempt}` : src),
      element.dataset.island,
    );

    const module = await island.module;
    if (!module) island.module = undefined;
    return module;
  }

  /** Repeats `load` after failures. Reports them under `name`, if there is one. Resolves to `undefined` after the last one. */
  async function withRetries(
    island: Island,
    load: (attempt: number) => Promise<IslandModule>,
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
        await delay(pause_ms);
      }
    }
    return undefined;
  }

  /** Returns whether `<html>` has the attribute that the island waits for. */
  const hasTriggerAttribute = ({ dataset }: HTMLElement) => root.hasAttribute(`data-${dataset.hydrate}`);

  function register(element: HTMLElement) {
    const island: Island = { crashes: 0 };
    islands.set(element, island);

    const trigger = element.dataset.hydrate;
    if (trigger === "load" || hasTriggerAttribute(element)) void activate(element);
    else if (trigger === "idle") idle(() => void activate(element));
    else if (trigger === "visible") {
      island.observer = new IntersectionObserver((entries) => {
        if (entries.some((entry) => entry.isIntersecting)) void activate(element);
      });
      // The wrapper has no box, so its first child is observed.
      island.observer.observe(element.firstElementChild ?? element);
    }
  }

  new MutationObserver(() => {
    for (const element of islands.keys()) if (hasTriggerAttribute(element)) void activate(element);
  }).observe(root, { attributes: true });

  function unhydrated(target: EventTarget | null): HTMLElement | undefined {
    const element = target instanceof Element ? target.closest<HTMLElement>("[data-island]") : null;
    return element && islands.has(element) && element.dataset.hydrated === undefined ? element : undefined;
  }

  startReplay(hydrate, unhydrated, onReady);

  return {
    start(part) {
      for (const element of part.querySelectorAll<HTMLElement>("[data-island]"))
        if (!islands.has(element)) register(element);
    },
    async hydrate(element) {
      const island = unhydrated(element);
      if (island) await hydrate(island);
    },
    stop(part) {
      for (const element of part.querySelectorAll<HTMLElement>("[data-island]")) {
        const island = islands.get(element);
        if (!island) continue;

        islands.delete(element);
        island.removed = true;
        island.observer?.disconnect();
        (island.unmount ?? island.end)?.();
      }
    },
  };
}

/** Calls back when the browser is idle. */
export function idle(then: (deadline?: IdleDeadline) => unknown) {
  // Not every browser supports `requestIdleCallback`.
  if (window.requestIdleCallback) window.requestIdleCallback(then, { timeout: 2000 });
  else setTimeout(then, 200);
}

/** If a frame is due soon, less idle time is left than this, in milliseconds. */
const IDLE_MS = 20;

/**
 * Resolves when the browser is idle and no frame is due soon. During scrolling a frame is always due soon. Resolves after
 * `max_frames` idle callbacks at the latest, because an animation may never end.
 */
export async function waitForIdle(max_frames = 120) {
  for (let frame = 0; frame < max_frames; frame++) {
    const deadline = await new Promise<IdleDeadline | undefined>(idle);
    if (!deadline || deadline.timeRemaining() >= IDLE_MS) return;
  }
}
