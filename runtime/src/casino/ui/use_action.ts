// The state of a button that starts something: busy until it ends, and released however it ends.

import { useCallback, useRef, useState } from "react";
import { send } from "../../signals";

/** State of an action. `failed`: it threw, for instance because code could not be loaded. */
export type ActionState = "idle" | "busy" | "done" | "failed";

/** An action of a button. */
export interface ActionButton<Given extends readonly unknown[]> {
  readonly state: ActionState;
  readonly isBusy: boolean;
  /** Starts the action, unless it is under way. */
  readonly start: (...given: Given) => Promise<void>;
}

/**
 * Runs `action` at a press. `name` is for error reports. `onFailed` tells the player about an action that threw; failures that the
 * action expects are its own to tell.
 */
export function useAction<Given extends readonly unknown[]>(
  name: string,
  action: (...given: Given) => Promise<unknown>,
  onFailed?: () => void | Promise<void>,
): ActionButton<Given> {
  const [state, setState] = useState<ActionState>("idle");
  const isRunning = useRef(false);
  const latest = useRef({ action, onFailed });
  latest.current = { action, onFailed };

  const start = useCallback(
    async (...given: Given) => {
      if (isRunning.current) return;
      isRunning.current = true;
      setState("busy");
      try {
        await latest.current.action(...given);
        setState("done");
      } catch (error) {
        setState("failed");
        send("croupier:fault", { error, part: name });
        await latest.current.onFailed?.();
      } finally {
        isRunning.current = false;
      }
    },
    [name],
  );
  return { state, isBusy: state === "busy", start };
}
