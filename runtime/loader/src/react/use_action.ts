// The state of a button that starts an action: busy until the action ends, with or without success.

import { useCallback, useRef, useState } from "react";
import { send } from "../signals";

/** State of an action. `failed`: it threw, for instance because code failed to load. */
type ActionState = "idle" | "busy" | "done" | "failed";

/** An action of a button. */
export interface ActionButton<Args extends readonly unknown[]> {
  readonly state: ActionState;
  readonly isBusy: boolean;
  /** Starts the action, unless it is running. */
  readonly start: (...args: Args) => Promise<void>;
}

/**
 * Runs `action` at a click. `name` is for error reports. `onFailed` shows a message for an action that threw; without it, the notice
 * of the page shows one. The action itself shows the failures that it expects.
 */
export function useAction<Args extends readonly unknown[]>(
  name: string,
  action: (...args: Args) => Promise<unknown>,
  onFailed: (...args: Args) => void | Promise<void> = showNotice,
): ActionButton<Args> {
  const [state, setState] = useState<ActionState>("idle");
  const isRunning = useRef(false);
  const latest = useRef({ action, onFailed });
  latest.current = { action, onFailed };

  const start = useCallback(
    async (...args: Args) => {
      if (isRunning.current) return;
      isRunning.current = true;
      setState("busy");

      try {
        await latest.current.action(...args);
        setState("done");
      } catch (error) {
        setState("failed");
        send("croupier:fault", { error, part: name });
        await latest.current.onFailed(...args);
      } finally {
        isRunning.current = false;
      }
    },
    [name],
  );

  return { state, isBusy: state === "busy", start };
}

function showNotice() {
  send("croupier:crashed", null);
}
