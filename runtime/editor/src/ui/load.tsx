// Loads data for a component.

import { useEffect, useState } from "react";
import { messageOf } from "../api/client";

/** The result of a request. The earlier data stay while newer ones load. */
export interface Loaded<Data> {
  readonly data: Data | undefined;
  readonly error: string | undefined;
}

/** Calls `load` at first and whenever a dependency changes. Results of older calls are ignored. */
export function useLoaded<Data>(
  load: (signal: AbortSignal) => Promise<Data>,
  dependencies: readonly unknown[],
  pauseMs = 0,
): Loaded<Data> {
  const [result, setResult] = useState<Loaded<Data>>({ data: undefined, error: undefined });

  useEffect(() => {
    const controller = new AbortController();
    const timer = setTimeout(() => {
      load(controller.signal).then(
        (data) => {
          if (!controller.signal.aborted) setResult({ data, error: undefined });
        },
        (error: unknown) => {
          if (!controller.signal.aborted) setResult((old) => ({ data: old.data, error: messageOf(error) }));
        },
      );
    }, pauseMs);

    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, dependencies);
  return result;
}

/** What a screen shows until its data are loaded. It appears after a moment, so that fast answers do not flicker. */
export const Waiting = () => <p className="empty waiting">Reading the site…</p>;
