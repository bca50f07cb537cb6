// The login form. Its fields are uncontrolled, so that what was typed before it woke is still there.

import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { logIn } from "../../api/account";
import { go } from "../../react/go";
import { forgetLogin, savedLogin } from "../../stores/session";
import { FIELD_HINT, type LoginEvent, type LoginState, next } from "./model";

/** What the form is drawn from. */
interface LoginFormProps {
  readonly state: LoginState;
  readonly tell: (event: LoginEvent) => void;
  /** Called when the player is in. */
  readonly close: () => void;
}

/** Asks for login and password. */
export function LoginForm({ state, tell, close }: LoginFormProps) {
  const [saved, setSaved] = useState("");
  const [shown, setShown] = useState(false);
  const id = useId();
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    const login = savedLogin();
    const field = form.current?.elements.namedItem("login");
    if (!login || !(field instanceof HTMLInputElement) || field.value) return;
    // As the default, so that emptying the form brings it back.
    field.defaultValue = login;
    setSaved(login);
  }, []);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const login = String(data.get("login") ?? "").trim();
    const password = String(data.get("password") ?? "");
    const submitted = { kind: "submitted", login, password } as const;
    tell(submitted);
    const after = next(state, submitted);
    if (after.kind === "incomplete") {
      const field = event.currentTarget.elements.namedItem(after.missing[0] ?? "login");
      if (field instanceof HTMLElement) field.focus();
    }
    if (after.kind !== "sending" || state.kind === "sending") return;
    const outcome = await logIn(login, password);
    if (outcome.kind === "refused") return tell({ kind: "refused", message: outcome.message });
    tell({ kind: "accepted" });
    form.current?.reset();
    close();
    if (!location.pathname.startsWith("/lobby/")) go("/lobby/games/");
  }

  if (state.kind === "locked") {
    return (
      <div className="form" role="alert">
        <h2 className="form__title">WE COULDN'T LOG YOU IN</h2>
        <p>Too many failed login attempts. Your account is safe; take your time.</p>
        <a className="button" href="/info/contactus/">
          CONTACT SUPPORT
        </a>
      </div>
    );
  }

  const missing = (field: "login" | "password") => state.kind === "incomplete" && state.missing.includes(field);
  const error = (field: "login" | "password") =>
    missing(field) && (
      <p className="field__error" id={`${id}${field}-error`}>
        {FIELD_HINT}
      </p>
    );
  return (
    <form className="form" method="post" ref={form} onSubmit={(event) => void submit(event)} noValidate>
      <div className="field">
        <label htmlFor={`${id}login`}>Username or e-mail</label>
        <input
          id={`${id}login`}
          name="login"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={missing("login")}
          aria-describedby={missing("login") ? `${id}login-error` : undefined}
        />
        {error("login")}
        {saved && (
          <button
            type="button"
            className="field__aside"
            onClick={() => {
              forgetLogin();
              setSaved("");
              const field = form.current?.elements.namedItem("login");
              if (field instanceof HTMLInputElement) field.defaultValue = "";
              form.current?.reset();
            }}
          >
            Not you?
          </button>
        )}
      </div>
      <div className="field">
        <label htmlFor={`${id}password`}>Password</label>
        <div className="field__row">
          <input
            id={`${id}password`}
            name="password"
            type={shown ? "text" : "password"}
            maxLength={80}
            autoComplete="current-password"
            aria-invalid={missing("password")}
            aria-describedby={missing("password") ? `${id}password-error` : undefined}
          />
          <button type="button" className="field__toggle" aria-pressed={shown} onClick={() => setShown(!shown)}>
            {shown ? "Hide" : "Show"}
          </button>
        </div>
        {error("password")}
      </div>
      <div role="alert">{state.kind === "refused" && <p className="form__error">{state.message}</p>}</div>
      <button type="submit" className="button button--wide" aria-busy={state.kind === "sending"}>
        {state.kind === "sending" ? "Logging in..." : "LOGIN"}
      </button>
    </form>
  );
}
