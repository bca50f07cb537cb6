// A switch with two states. It is a button, so that clicks before hydration are replayed.

import { type ReactNode, useId } from "react";
import "./switch.css";

/** Props of `Switch`. */
export interface SwitchProps {
  readonly label: ReactNode;
  /** The state; `undefined` while it is not known. */
  readonly on: boolean | undefined;
  readonly onChange: (on: boolean) => void;
  /** A change is in progress: the switch shows the new state, and further clicks do nothing. */
  readonly pending?: boolean;
  /** The reason why the last change failed. */
  readonly error?: ReactNode;
  /** A sentence that describes the effect of the switch. */
  readonly hint?: ReactNode;
}

/** A labelled switch with its hint and error. */
export function Switch({ label, on, onChange, pending = false, error, hint }: SwitchProps) {
  const id = useId();
  const isWaiting = pending || on === undefined;
  const ids = [hint ? `${id}hint` : "", error ? `${id}error` : ""].filter(Boolean).join(" ");

  return (
    <div className="switch">
      <button
        type="button"
        // The role `switch` requires a state; while the state is unknown, the element is a disabled button.
        {...(on === undefined ? undefined : { role: "switch", "aria-checked": on })}
        className="switch__control"
        aria-busy={isWaiting || undefined}
        aria-disabled={isWaiting || undefined}
        aria-describedby={ids || undefined}
        // The second click of a double click would undo the first (A74).
        onClick={({ detail }) => {
          if (!isWaiting && detail < 2) onChange(!on);
        }}
      >
        <span className="switch__label">{label}</span>
        <span className="switch__track" aria-hidden="true" />
      </button>
      {hint && (
        <p className="switch__hint" id={`${id}hint`}>
          {hint}
        </p>
      )}
      <p className="switch__error" id={`${id}error`} role="alert">
        {error}
      </p>
    </div>
  );
}
