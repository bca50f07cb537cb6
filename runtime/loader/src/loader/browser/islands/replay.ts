// Records clicks, switches, selections and form submissions on islands that are not hydrated yet, and replays them afterwards.

/** Maximum age of a replayed event. Replaying an older one would surprise the user. */
const REPLAY_LIMIT_MS = 2000;
/** The same for the submission of a form that the user has not changed since. */
const SUBMIT_LIMIT_MS = 15_000;

/**
 * Listens for events on islands until the signal is aborted. `hydrate` resolves when the island is hydrated or that has failed;
 * `isPressed` means that the user has pressed or changed something, and did not only point at the island. `unhydrated` returns the island
 * around a target, if it is not hydrated yet. `onReady` is called when the events of a hydrated island are too old to be replayed. The
 * result is the function that hydrates an island and replays an event.
 */
export function startReplay(
  hydrate: (island: HTMLElement, isPressed?: boolean) => Promise<void>,
  unhydrated: (target: EventTarget | null) => HTMLElement | undefined,
  onReady: () => void,
  signal: AbortSignal,
) {
  /** Hydrates the island and calls `replay`, unless it is too late or the element is no longer in the document. */
  function replayWhenHydrated(
    island: HTMLElement,
    element: Element,
    replay: () => void,
    { limit_ms = REPLAY_LIMIT_MS, event_ms = performance.now() } = {},
  ) {
    void hydrate(island, true).then(() => {
      if (island.dataset.hydrated === undefined || !element.isConnected) return;
      if (performance.now() - event_ms < limit_ms) replay();
      else onReady();
    });
  }

  function on<Kind extends keyof DocumentEventMap>(
    kind: Kind,
    handle: (island: HTMLElement, target: Element, event: DocumentEventMap[Kind]) => void,
  ) {
    const listener = (event: DocumentEventMap[Kind]) => {
      const island = unhydrated(event.target);
      if (island) handle(island, event.target as Element, event);
    };

    document.addEventListener(kind, listener, { capture: true, passive: kind === "touchstart", signal });
  }

  /** The last submission of each form that the user has not changed since; only that one is replayed. */
  const submissions = new WeakMap<HTMLFormElement, SubmitEvent>();

  // A native submit would put the typed values into the URL, so the submit waits for the island.
  function replaySubmit(island: HTMLElement, event: SubmitEvent, event_ms = performance.now()) {
    const form = event.target as HTMLFormElement;
    submissions.set(form, event);
    form.addEventListener("input", ({ isTrusted }) => isTrusted && submissions.delete(form), { signal });

    const replay = () => {
      // The user may have closed the dialog of the form.
      const isShown = form.getClientRects().length > 0;
      if (isShown && submissions.get(form) === event) form.requestSubmit(event.submitter);
    };

    replayWhenHydrated(island, form, replay, { limit_ms: SUBMIT_LIMIT_MS, event_ms });
  }

  on("submit", (island, _, event) => {
    cancel(event);
    replaySubmit(island, event);
  });

  // The head script has kept the last submission of the time before. The islands are known after this task.
  queueMicrotask(() => {
    const { earlySubmit: early } = window;
    const island = unhydrated(early?.target ?? null);
    if (early && island) replaySubmit(island, early, early.timeStamp);
  });

  on("click", (island, target, event) => {
    const element = target.closest("button") ?? target;
    if (isNative(element)) void hydrate(island);
    else {
      cancel(event);
      replayWhenHydrated(island, element, () => element.dispatchEvent(new MouseEvent("click", event)));
    }
  });

  on("change", (island, target) => {
    const replay = replayOfChange(target);
    if (replay) replayWhenHydrated(island, target, replay);
    else void hydrate(island);
  });

  on("toggle", (island, target) => {
    if (target instanceof HTMLDetailsElement) replayWhenHydrated(island, target, replayOfToggle(target));
  });

  for (const kind of ["focusin", "pointerover", "touchstart"] as const) on(kind, (island) => void hydrate(island));
  return replayWhenHydrated;
}

function cancel(event: Event) {
  event.preventDefault();
  event.stopPropagation();
}

/** Returns whether the browser handles a click: in links and fields, and if a button opens a dialog, submits a form or resets it. */
const isNative = (element: Element) =>
  element instanceof HTMLButtonElement
    ? element.hasAttribute("command") || element.popoverTargetElement || (element.form && element.type !== "button")
    : element.closest("a:not([role]), input, select, textarea, label, summary, [contenteditable], [controls]");

/** Returns what repeats the change of a field: the browser has already changed it, but React must also receive the event. */
function replayOfChange(field: Element): (() => void) | undefined {
  if (field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type)) {
    const { checked } = field;
    return () => {
      // React listens for clicks and compares with the last value that it saw, so the value is reset before the click.
      field.checked = field.type === "checkbox" && !checked;
      field.click();
    };
  }

  if (!(field instanceof HTMLSelectElement)) return undefined;
  const selection = [...field.options].map(({ selected }) => selected);
  return () => {
    selection.forEach((isSelected, index) => {
      const option = field.options[index];
      if (option) option.selected = isSelected;
    });

    field.dispatchEvent(new Event("change", { bubbles: true }));
  };
}

/** Returns what repeats the opening or closing of details. */
function replayOfToggle(details: HTMLDetailsElement): () => void {
  const { open } = details;
  return () => {
    // Setting `open` fires an event only if the value changes.
    if (details.open === open) details.dispatchEvent(new Event("toggle"));
    details.open = open;
  };
}
