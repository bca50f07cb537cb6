// Wakes islands when their moment comes, holds what is done to them before that, and puts them to rest when their page goes.

import { tellFault } from "./errors";

/** What an island's module exports. */
interface IslandModule {
  /** Hydrates and resolves, once the island answers events, to what unmounts it. */
  hydrate(element: Element, props: unknown, prefix: string): Promise<() => void>;
}

/** The islands of the document. */
export interface Islands {
  /** Begins with the islands inside `part`. */
  start(part: ParentNode): void;
  /** Puts the islands inside `part` to rest. */
  stop(part: ParentNode): void;
}

/** Waits before an island whose code did not come is tried again, in milliseconds. */
const RETRIES = [2_000, 10_000, 60_000];

type Island = { awake: Promise<void> | undefined; unmount?: () => void; gone: boolean; watch?: IntersectionObserver };

/** Makes the islands. `lost` is told when the code of one does not come. */
export function createIslands(lost: () => void): Islands {
  const islands = new Map<HTMLElement, Island>();

  function wake(element: HTMLElement): Promise<void> {
    const island = islands.get(element);
    if (!island) return Promise.resolve();
    island.watch?.disconnect();
    island.awake ??= hydrate(element, island);
    return island.awake;
  }

  async function hydrate(element: HTMLElement, island: Island) {
    const { src = "", props = "{}", prefix = "", island: name = "" } = element.dataset;
    const module = await code(src, island, name);
    if (!module || island.gone) return;
    const html = element.innerHTML;
    try {
      island.unmount = await module.hydrate(element, JSON.parse(props), prefix);
      element.dataset.awake = "";
      if (island.gone) island.unmount();
    } catch (error) {
      // React empties what it cannot draw.
      element.innerHTML = html;
      tellFault({ error, name });
    }
  }

  /** The island's code. Until it comes, the island keeps the HTML of the server. */
  async function code(src: string, island: Island, name: string): Promise<IslandModule | undefined> {
    for (let attempt = 0; !island.gone; attempt++) {
      try {
        // Some browsers remember that a module did not come, so each further try has a name of its own.
        return (await import(attempt ? `${src}?again=${attempt}` : src)) as IslandModule;
      } catch (error) {
        lost();
        tellFault({ error, name, lost: true });
        const pause = RETRIES[attempt];
        if (pause === undefined) break;
        await new Promise((then) => setTimeout(then, pause));
      }
    }
    // The next thing that is done to it tries again.
    island.awake = undefined;
    return undefined;
  }

  function begin(element: HTMLElement) {
    const island: Island = { awake: undefined, gone: false };
    islands.set(element, island);
    const signedIn = document.documentElement.dataset.session === "in";
    const moment = element.dataset.hydrate;
    if (moment === "load" || (moment === "session" && signedIn)) void wake(element);
    else if (moment === "idle") idle(() => void wake(element));
    else if (moment === "visible") {
      island.watch = new IntersectionObserver((entries) => {
        if (entries.some((entry) => entry.isIntersecting)) void wake(element);
      });
      // The wrapper has no box of its own; what it holds has.
      island.watch.observe(element.firstElementChild ?? element);
    }
  }

  /** The sleeping island around what an event struck. */
  function asleep(event: Event): HTMLElement | undefined {
    const element = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-island]") : null;
    return element && islands.has(element) && element.dataset.awake === undefined ? element : undefined;
  }

  // A native submit would put what was typed into the address bar, so it waits for the island.
  document.addEventListener(
    "submit",
    (event) => {
      const element = asleep(event);
      if (!element) return;
      event.preventDefault();
      event.stopPropagation();
      const form = event.target as HTMLFormElement;
      const submitter = event.submitter;
      void wake(element).then(() => {
        if (element.dataset.awake !== undefined && form.isConnected) form.requestSubmit(submitter);
      });
    },
    true,
  );
  document.addEventListener(
    "click",
    (event) => {
      const element = asleep(event);
      if (!element) return;
      const button = (event.target as Element).closest<HTMLElement>("button, [role=button], [role=switch], input");
      void wake(element).then(() => {
        if (replay && element.dataset.awake !== undefined && button?.isConnected) button.click();
      });
      // What the browser does by itself, it does at once: links, opening a dialogue, fields. A submit is held above.
      const replay =
        button instanceof HTMLButtonElement &&
        button.type === "button" &&
        !button.hasAttribute("command") &&
        !button.popoverTargetElement;
      if (replay) {
        event.preventDefault();
        event.stopPropagation();
      }
    },
    true,
  );
  const near = (event: Event) => {
    const element = asleep(event);
    if (element) void wake(element);
  };
  document.addEventListener("focusin", near, true);
  document.addEventListener("pointerover", near, { capture: true, passive: true });
  document.addEventListener("touchstart", near, { capture: true, passive: true });

  return {
    start(part) {
      for (const element of part.querySelectorAll<HTMLElement>("[data-island]"))
        if (!islands.has(element)) begin(element);
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
export function idle(then: () => void) {
  if ("requestIdleCallback" in window) requestIdleCallback(then, { timeout: 2000 });
  else setTimeout(then, 200);
}
