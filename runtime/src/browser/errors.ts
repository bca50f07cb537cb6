// Catches what goes wrong from the first moment on, and holds it until somebody listens: the reporter is loaded after the page.

/** What went wrong, as the reporter wants to know it. */
export interface Fault {
  readonly error: unknown;
  /** The island or file; empty where that is not known. */
  readonly part: string;
  /** Whether it is code that did not come. */
  readonly lost: boolean;
}

/** Name of the event by which islands and the loader tell of a fault. */
export const FAULT = "croupier:error";

/** What such an event carries. */
export interface FaultDetail {
  readonly error: unknown;
  readonly name: string;
  readonly lost?: boolean;
}

/** Begins to catch. The result hands on what was held and all that comes; to be called once. */
export function catchFaults(): (listener: (event: Event) => void) => void {
  const held: Event[] = [];
  let listen = (event: Event): void => {
    held.push(event);
  };
  for (const kind of ["error", "unhandledrejection", FAULT]) addEventListener(kind, (event) => listen(event), true);
  return (listener) => {
    listen = listener;
    held.forEach(listener);
  };
}

/** Tells of a fault. */
export function tellFault(detail: FaultDetail) {
  dispatchEvent(new CustomEvent(FAULT, { detail }));
}

/** What an event says; `undefined` for a picture that is gone and the like. */
export function readFault(event: Event): Fault | undefined {
  if (event instanceof CustomEvent) {
    const { error, name, lost = false } = event.detail as FaultDetail;
    return { error, part: name, lost };
  }
  if (event instanceof PromiseRejectionEvent) return { error: event.reason as unknown, part: "", lost: false };
  if (event instanceof ErrorEvent) return { error: (event.error as unknown) ?? event.message, part: "", lost: false };
  const { target } = event;
  return target instanceof HTMLLinkElement && target.rel === "stylesheet"
    ? { error: "a style sheet did not come", part: new URL(target.href, location.href).pathname, lost: true }
    : undefined;
}
