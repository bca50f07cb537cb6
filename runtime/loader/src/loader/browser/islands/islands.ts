// Enhances or hydrates islands when their condition is met and unmounts them when their page is left. It is independent of their
// framework.

import { send } from "../../../signals";
import { reportFault } from "../documents/faults";
import { type LoadedIsland, loadModule, withRetries } from "./island_code";
import { startReplay } from "./replay";

/** The islands of the document. */
export interface Islands {
  /** Starts the islands inside `part`. */
  start(part: ParentNode): void;
  /**
   * Hydrates the island around `element`, and then calls `run`, unless the user was offline and may do something else by then.
   */
  whenHydrated(element: Element, run: () => void): void;
  /** Unmounts the islands inside `part`. */
  stop(part: ParentNode): void;
}

/** Dependencies of the islands. */
export interface IslandDeps {
  /** Base path of the site. */
  readonly base: string;
  /** Called when the code of an island fails to load. */
  onFailure(): unknown;
  /** Called when the user has pressed something in an island that is not hydrated. */
  onPressed(hydration: Promise<void>): void;
  /** Called when an island that took too long to hydrate can be used. */
  onReady(): void;
  /** Unmounts all islands and ends the hydration of others. */
  readonly signal: AbortSignal;
}

/** Number of failures after which a notice appears, and after which only a press starts the island again. */
const MAX_CRASHES = 2;

interface Island extends LoadedIsland {
  hydration?: Promise<void> | undefined;
  /** How often its code has failed. */
  crashes: number;
  /** Ends the enhancement; may be called twice. */
  end?: () => void;
  unmount?: () => void;
}

const propsOf = ({ dataset }: HTMLElement): unknown => JSON.parse(dataset.props ?? "{}");

/** Creates the islands of the document. */
export function createIslands({ base, onFailure, onPressed, onReady, signal }: IslandDeps): Islands {
  const islands = new Map<HTMLElement, Island>();

  /** Enhances the island if its module can do that; otherwise hydrates it. */
  async function activate(element: HTMLElement) {
    const island = islands.get(element);
    if (!island || island.module !== undefined) return;

    const module = await loadModule(element, island, base, onFailure);
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

    island.hydration ??= runHydration(element, island, base, onFailure, () => {
      // The next event hydrates the island again. The first time, users see only that their press had no effect.
      island.hydration = undefined;
      if (++island.crashes >= MAX_CRASHES) send("croupier:crashed", null);
    });

    if (isPressed) onPressed(island.hydration);
    await island.hydration;
  }

  function register(element: HTMLElement) {
    const island: Island = { crashes: 0 };
    islands.set(element, island);
    whenTriggered(element, island, () => void activate(element));
  }

  const attributes = new MutationObserver(() => {
    for (const element of islands.keys()) if (hasTriggerAttribute(element)) void activate(element);
  });
  attributes.observe(document.documentElement, { attributes: true });

  function unhydrated(target: EventTarget | null): HTMLElement | undefined {
    const element = target instanceof Element ? target.closest<HTMLElement>("[data-island]") : null;
    return element && islands.has(element) && element.dataset.hydrated === undefined ? element : undefined;
  }

  function stop(element: HTMLElement) {
    const island = islands.get(element);
    if (!island) return;

    islands.delete(element);
    island.removed = true;
    island.cancelRetry?.();
    island.observer?.disconnect();
    (island.unmount ?? island.end)?.();
  }

  const replay = startReplay(hydrate, unhydrated, onReady, signal);
  signal.addEventListener("abort", () => {
    attributes.disconnect();
    // Islands that a page keeps for its return are not in the document.
    for (const element of islands.keys()) stop(element);
  });

  return {
    stop(part) {
      for (const element of part.querySelectorAll<HTMLElement>("[data-island]")) stop(element);
    },
    start(part) {
      for (const element of part.querySelectorAll<HTMLElement>("[data-island]"))
        if (!islands.has(element)) register(element);
    },
    whenHydrated(element, run) {
      const island = unhydrated(element);
      if (island) replay(island, element, run, navigator.onLine ? { limit_ms: Number.POSITIVE_INFINITY } : {});
    },
  };
}

/** Renders the island. `onCrash` is called when that fails, and when the island fails afterwards. */
async function runHydration(
  element: HTMLElement,
  island: Island,
  base: string,
  onFailure: () => unknown,
  onCrash: () => void,
) {
  const { idPrefix = "", queries = "" } = element.dataset;
  const module = await loadModule(element, island, base, onFailure);
  const render = (module?.load ? await withRetries(island, module.load, onFailure) : module)?.hydrate;

  // The code has just run, so pending input events are handled before the island renders.
  await window.scheduler?.yield?.();

  // The next event on the island tries again.
  if (!render) island.hydration = undefined;
  if (!render || island.removed) return;

  island.end?.();
  const html = [...element.childNodes].map((node) => node.cloneNode(true));

  try {
    const pairs = queries.split(" ").map((pair) => pair.split("="));
    const about = { idPrefix, queries: Object.fromEntries(pairs) as Record<string, string>, html, onCrash };
    island.unmount = await render(element, propsOf(element), about);
    element.dataset.hydrated = "";
    if (island.removed) island.unmount();
  } catch (error) {
    // React empties an element that it fails to render.
    element.replaceChildren(...html);
    reportFault(error, element.dataset.island);
    onCrash();
  }
}

/** Returns whether `<html>` has the attribute that the island waits for. */
const hasTriggerAttribute = ({ dataset }: HTMLElement) =>
  document.documentElement.hasAttribute(`data-${dataset.hydrate}`);

/** Calls `activate` when the condition of the island is met. Attributes that `<html>` gets later are watched for all islands together. */
function whenTriggered(element: HTMLElement, island: Island, activate: () => void) {
  const trigger = element.dataset.hydrate;
  if (trigger === "load" || hasTriggerAttribute(element)) activate();
  else if (trigger === "idle") idle(activate);
  else if (trigger === "visible") {
    island.observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) activate();
    });
    // The wrapper has no box, so its first child is observed.
    island.observer.observe(element.firstElementChild ?? element);
  }
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
 * `max_frames` idle callbacks at the latest, because an animation may never end, and also if the browser has no idle time for two seconds.
 */
export async function waitForIdle(max_frames = 120) {
  for (let frame = 0; frame < max_frames; frame++) {
    const deadline = await new Promise<IdleDeadline | undefined>(idle);
    if (!deadline || deadline.didTimeout || deadline.timeRemaining() >= IDLE_MS) return;
  }
}
