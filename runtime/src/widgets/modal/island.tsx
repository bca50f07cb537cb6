// The modal container: one native dialogue for the whole site. LOGIN buttons open it by `commandfor`, before any script has run.

import { useCallback, useReducer, useRef } from "react";
import { LoginForm } from "./login_form";
import { FRESH, next } from "./model";

/** The dialogue with the login form. */
export function Island() {
  const dialog = useRef<HTMLDialogElement>(null);
  const [state, tell] = useReducer(next, FRESH);
  const close = useCallback(() => dialog.current?.close(), []);

  /** What was typed is gone with the dialogue (the saved login comes back when it is drawn anew); failures count on. */
  function closed() {
    dialog.current?.querySelector("form")?.reset();
    tell({ kind: "closed" });
  }

  return (
    <dialog
      id="modal"
      className="modal"
      ref={dialog}
      onClose={closed}
      aria-labelledby="modal-title"
      {...{ closedby: "any" }}
    >
      <div className="modal__box">
        <div className="modal__top">
          <h2 className="modal__title" id="modal-title">
            Welcome back
          </h2>
          <button
            type="button"
            className="modal__close"
            {...{ command: "close", commandfor: "modal" }}
            aria-label="Close"
          >
            <span aria-hidden="true">×</span>
          </button>
        </div>
        <LoginForm state={state} tell={tell} close={close} />
        <p className="modal__aside">
          Need a hand? <a href="/info/contactus/">Contact us</a>. Thinking of a break?{" "}
          <a href="/info/responsiblegaming/">See your options</a>.
        </p>
      </div>
    </dialog>
  );
}
