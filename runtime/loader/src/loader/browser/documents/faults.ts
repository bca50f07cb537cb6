// Catches errors from the start and queues them until the listeners for recovery and reporting are loaded. The recovery from code and
// style sheets that fail to load is one document load.

import { type Fault, type Signals, send } from "../../../signals";
import { createRecovery, isFailedChunk } from "../../core/recovery";
import { isInProgress } from "../../core/visit";
import type { Visits } from "../../core/visits";
import { hasFailedStyleSheet } from "../navigation/styles";
import { loadDocument, onceInTab } from "./documents";

/** Maximum number of queued events. */
const MOST_HELD = 50;

/** Adds a listener for caught events. With `isSite`, it is the site's own, which replaces messages in the console. */
type AddListener = (listener: (event: Event) => void, isSite?: boolean) => void;

/** Starts to catch errors. The result adds a listener, which receives all queued and later events. */
export function catchFaults(): AddListener {
  const held: Event[] = [];
  const listeners: ((event: Event) => void)[] = [];
  const logged = new Set<unknown>();
  let hasSiteListener = false;

  /** Logs a fault that no listener has taken over. The browser itself logs the other events, and React its own errors. */
  function log(event: Event) {
    const fault = readFault(event);
    if (!(event instanceof CustomEvent) || !fault || event.defaultPrevented || hasSiteListener) return;

    const { error, part } = fault;
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
        if (held.length < MOST_HELD) held.push(event);
        for (const listener of listeners) listener(event);
        // Listeners of the document run after this one.
        queueMicrotask(() => log(event));
      },
      true,
    );

  return (listener, isSite = false) => {
    hasSiteListener ||= isSite;
    listeners.push(listener);
    held.forEach(listener);
  };
}

/** Converts caught events to faults. The result adds a listener for them. */
export function readFaults(caught: AddListener, isSite = false): (listener: (fault: Fault) => void) => void {
  return (listener) =>
    caught((event) => {
      if (isSite && event instanceof CustomEvent) event.preventDefault();
      const fault = readFault(event);
      if (fault) listener(fault);
    }, isSite);
}

/** Reports a fault in `part`; `lost`: its code failed to load. */
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
  /** Adds a listener that receives every fault. */
  faults(listener: (fault: Fault) => void): void;
  readonly visits: Visits;
  isBusy(): boolean;
  /** Returns the hash of the code that this tab runs. */
  code(): Promise<string>;
}

/** Starts to listen for failed loads. */
export function watchFailedChunks({ base, faults, visits, code, isBusy }: FailedChunkDeps) {
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

  faults((fault) => {
    if (fault.lost || isFailedChunk(fault.error, assets)) recoverPage();
  });
  // A style sheet may have failed before any script ran.
  if (hasFailedStyleSheet(base)) recoverPage();
}
