// Equal calls share one request while it is in flight; different calls with the same key are sent one after the other (A74).

import { untilAborted } from "./clock";
import type { Failure, Outcome } from "./outcome";

/** Shares the outcome of an equal call with this key that is in flight. A different call is sent after all calls in flight. */
export type Dedupe = <A>(
  key: string,
  parameters: unknown,
  start: () => Promise<Outcome<A>>,
  signal: AbortSignal | undefined,
) => Promise<Outcome<A>>;

/** Creates the record of the calls in flight. */
export function createDedupe(): Dedupe {
  /** Calls in flight, by key and then by the JSON of their parameters. */
  const inFlight = new Map<string, Map<string, Promise<Outcome<unknown>>>>();

  return function dedupe<A>(
    key: string,
    parameters: unknown,
    start: () => Promise<Outcome<A>>,
    signal: AbortSignal | undefined,
  ): Promise<Outcome<A>> {
    const calls = inFlight.get(key) ?? new Map<string, Promise<Outcome<unknown>>>();
    inFlight.set(key, calls);

    const fingerprint = JSON.stringify(parameters);
    const sameCall = calls.get(fingerprint) as Promise<Outcome<A>> | undefined;
    if (sameCall !== undefined) return unlessAborted(sameCall, signal);

    const previous = [...calls.values()].at(-1);
    const outcome = (previous !== undefined ? previous.then(start, start) : start()).finally(() => {
      calls.delete(fingerprint);
      if (calls.size === 0) inFlight.delete(key);
    });
    calls.set(fingerprint, outcome);
    return unlessAborted(outcome, signal);
  };
}

/** Resolves to the outcome, or to `cancelled` as soon as the signal is aborted. */
function unlessAborted<T>(outcome: Promise<Outcome<T>>, signal?: AbortSignal): Promise<Outcome<T>> {
  if (!signal) return outcome;
  return untilAborted(outcome, signal).catch((): Failure => ({ kind: "cancelled" }));
}
