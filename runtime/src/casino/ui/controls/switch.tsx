// A switch: on or off. It is a button, so that clicks before hydration are replayed.

import { type ReactNode, useId } from "react";
import "./switch.css";

/** What a switch is drawn from. */
export interface SwitchProps {
  readonly label: ReactNode;
  /** `undefined` while it is not known. */
  readonly on: boolean | undefined;
  readonly onChange: (on: boolean) => void;
  /** The change is on its way: it shows where it goes, and further presses do nothing. */
  readonly pending?: boolean;
  /** Why the last change did not come about. */
  readonly error?: ReactNode;
  /** What it does, in a sentence. */
  readonly hint?: ReactNode;
}

/** A labelled switch with its hint and error. */
export function Switch({ label, on, onChange, pending = false, error, hint }: SwitchProps) {
  const id = useId();
  const waits = pending || on === undefined;
  const ids = [hint ? `${id}hint` : "", error ? `${id}error` : ""].filter(Boolean).join(" ");
  return (
    <div className="switch">
      <button
        type="button"
        // A switch has to be on or off: while that is unknown it is a disabled button.
        {...(on === undefined ? undefined : { role: "switch", "aria-checked": on })}
        className="switch__control"
        aria-busy={waits || undefined}
        aria-disabled={waits || undefined}
        aria-describedby={ids || undefined}
        onClick={() => {
          if (!waits) onChange(!on);
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
