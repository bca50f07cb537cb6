// Catches errors from the start and queues them until the listeners for recovery and reporting are loaded. The recovery from code and
// style sheets that fail to load is one document load.

import { type Fault, type Signals, send } from "../../../signals";
import { createRecovery, isFailedLoad } from "../../core/recovery";
import { isInProgress } from "../../core/visit";
import type { Visits } from "../../core/visits";
import { hasFailedStyleSheet } from "../navigation/styles";
import { loadDocument, onceInTab } from "./documents";

/** Maximum number of queued faults. */
const MOST_HELD = 50;

/**
 * Adds a listener, which receives all queued and later faults. With `isSite`, it is the site's own, which replaces messages in the
 * console.
 */
export type AddFaultListener = (listener: (fault: Fault) => void, isSite?: boolean) => void;

/** Catches errors until the signal is aborted. The result adds a listener for them. */
export function catchFaults(signal: AbortSignal): AddFaultListener {
  const held: Fault[] = [];
  const listeners: ((fault: Fault) => void)[] = [];
  const logged = new Set<unknown>();
  let hasSiteListener = false;

  /** Logs a fault that no listener has taken over. The browser itself logs the other events, and React its own errors. */
  function log(event: Event, { error, part }: Fault) {
    // Events that other code made may not be cancelable.
    if (!(event instanceof CustomEvent) || event.defaultPrevented || hasSiteListener) return;

    const text = `${part}: ${error}`;
    const isKnown = logged.has(text) || logged.has(error);
    logged.add(text);
    // Code that passes an error on reports the same object under another name.
    if (error instanceof Error) logged.add(error);

    // The values of parameters may be secrets.
    if (!isKnown && !("isRecovered" in event.detail)) console.warn(text.replace(/=[^\s&"')]+/g, "=..."));
  }

  for (const kind of ["error", "unhandledrejection", "croupier:fault"])
    addEventListener(
      kind,
      (event) => {
        const fault = readFault(event);
        if (!fault) return;

        if (hasSiteListener && event instanceof CustomEvent) event.preventDefault();
        if (held.length < MOST_HELD) held.push(fault);
        for (const listener of listeners) listener(fault);
        // Listeners of the document run after this one.
        queueMicrotask(() => log(event, fault));
      },
      { capture: true, signal },
    );

  return (listener, isSite = false) => {
    hasSiteListener ||= isSite;
    listeners.push(listener);
    held.forEach(listener);
  };
}

/** Reports a fault in `part`; `lost`: its code failed to load or to start. */
export function reportFault(error: unknown, part = "", lost = false) {
  send("croupier:fault", { error, part, lost });
}

/** Returns the fault that an event describes, or `undefined` for other events, such as an image that fails to load. */
function readFault(event: Event): Fault | undefined {
  if (event instanceof CustomEvent) {
    const { error, part, lost = false } = event.detail as Signals["croupier:fault"];
    return { error, part, lost };
  }

  if (event instanceof PromiseRejectionEvent) return { error: event.reason as unknown, part: "", lost: false };
  if (event instanceof ErrorEvent) return { error: (event.error as unknown) ?? event.message, part: "", lost: false };

  const { target } = event;
  return target instanceof HTMLLinkElement && target.rel === "stylesheet"
    ? {
        error: "a lost style sheet",
        part: new URL(target.href, location.href).pathname,
        lost: target.href.startsWith(location.origin),
      }
    : undefined;
}

/** Dependencies of the recovery. */
export interface FailedChunkDeps {
  readonly base: string;
  readonly addFaultListener: AddFaultListener;
  readonly visits: Visits;
  isBusy(): boolean;
  /** Returns the hash of the code that this tab runs. */
  code(): Promise<string>;
}

/** Starts to listen for failed loads. */
export function watchFailedChunks({ base, addFaultListener, visits, code, isBusy }: FailedChunkDeps) {
  const assets = `${location.origin}${base}/assets/`;
  // While offline, a document load would lose the rendered page.
  const recover = createRecovery({
    onceInTab,
    code,
    isOfflineWithoutWorker: () => !navigator.onLine,
    isBusy,
    assign: loadDocument,
  });

  /** Loads the last requested URL as a document, unless a document load is already in progress. */
  function recoverPage() {
    const visit = visits.state();
    const current = location.pathname + location.search + location.hash;
    if (visit.kind !== "document_load") void recover(isInProgress(visit) ? visit.to : current);
  }

  addFaultListener((fault) => {
    if (isFailedLoad(fault, assets)) recoverPage();
  });
  // A style sheet may have failed before any script ran.
  if (hasFailedStyleSheet(base)) recoverPage();
}
