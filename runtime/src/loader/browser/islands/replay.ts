// Keeps what is done to an island before it is awake, and does it again once it is: presses, switches, choices, and forms that are sent.

/** What replaying needs of the islands. */
export interface ReplayDeps {
  /** Wakes an island; resolves when it is awake or cannot be. */
  wake(island: HTMLElement): Promise<void>;
  /** The island around `target` that is not hydrated yet. */
  unhydrated(target: EventTarget | null): HTMLElement | undefined;
  /** Is called when the island is awake and its events are too old to be replayed. */
  ready(): void;
}

/** What was done longer ago than this would be a surprise. */
export const replay_limit_ms = 2000;

/** Begins to listen. */
export function startReplay({ wake, unhydrated, ready }: ReplayDeps) {
  /** Wakes the island and does `again`, unless that is too late or the element is gone. */
  function later(island: HTMLElement, element: Element, again: () => void) {
    const done_ms = performance.now();
    void wake(island).then(() => {
      if (island.dataset.awake === undefined || !element.isConnected) return;
      if (performance.now() - done_ms < replay_limit_ms) again();
      else ready();
    });
  }

  function on(kind: string, hear: (island: HTMLElement, target: Element, event: Event) => void) {
    const listener = (event: Event) => {
      const island = unhydrated(event.target);
      if (island) hear(island, event.target as Element, event);
    };
    document.addEventListener(kind, listener, { capture: true, passive: kind === "touchstart" });
  }

  function stop(event: Event) {
    event.preventDefault();
    event.stopPropagation();
  }

  // A native submit would put what was typed into the address bar, so it waits for the island.
  on("submit", (island, target, event) => {
    stop(event);
    const form = target as HTMLFormElement;
    const { submitter } = event as SubmitEvent;
    later(island, form, () => form.requestSubmit(submitter));
  });
  on("click", (island, target, event) => {
    const button = target.closest<HTMLElement>("button, [role=button], [role=switch]");
    if (button && isHeld(button)) {
      stop(event);
      later(island, button, () => button.click());
    } else void wake(island);
  });
  // What the browser does by itself it has done by now; React must hear of it.
  on("change", (island, target) => {
    if (target instanceof HTMLInputElement && /^(checkbox|radio)$/.test(target.type)) {
      const { checked } = target;
      later(island, target, () => {
        // React compares with what it saw last, and a press is what it listens for.
        target.checked = target.type === "checkbox" && !checked;
        target.click();
      });
    } else if (target instanceof HTMLSelectElement) {
      const chosen = [...target.options].map(({ selected }) => selected);
      later(island, target, () => {
        chosen.forEach((isChosen, at) => {
          const option = target.options[at];
          if (option) option.selected = isChosen;
        });
        target.dispatchEvent(new Event("change", { bubbles: true }));
      });
    } else void wake(island);
  });
  on("toggle", (island, target) => {
    if (!(target instanceof HTMLDetailsElement)) return;
    const { open } = target;
    later(island, target, () => {
      // Setting it tells of itself only when it is another value.
      if (target.open === open) target.dispatchEvent(new Event("toggle"));
      target.open = open;
    });
  });
  for (const kind of ["focusin", "pointerover", "touchstart"]) on(kind, wake);
}

/** Whether a press waits for the island. What the browser does by itself, it does at once: links, opening a dialogue, fields. */
function isHeld(element: HTMLElement): boolean {
  if (!(element instanceof HTMLButtonElement)) return element.hasAttribute("role");
  return element.type === "button" && !element.hasAttribute("command") && !element.popoverTargetElement;
}
