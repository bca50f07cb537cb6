// The login form without its looks: what it shows after each try (rows 4.1-17, 4.1-18, 5-13, 5-22).

/** Where the form stands. */
export type LoginState =
  | { readonly kind: "asking"; readonly failures: number }
  | { readonly kind: "incomplete"; readonly failures: number; readonly missing: readonly ("login" | "password")[] }
  | { readonly kind: "sending"; readonly failures: number }
  | { readonly kind: "refused"; readonly failures: number; readonly message: string }
  | { readonly kind: "locked"; readonly failures: number };

/** What happens to it. */
export type LoginEvent =
  | { readonly kind: "submitted"; readonly login: string; readonly password: string }
  | { readonly kind: "refused"; readonly message: string }
  | { readonly kind: "accepted" }
  | { readonly kind: "closed" };

/** So many refused tries in a row show the way to support (row 9-05). */
export const MOST_FAILURES = 5;
/** What an empty field says (A99). */
export const FIELD_HINT = "Valid characters are A-Z a-z 0-9, minimum 6 characters";

/** A form that nothing happened to yet. */
export const FRESH: LoginState = { kind: "asking", failures: 0 };

/** The next state. */
export function next(state: LoginState, event: LoginEvent): LoginState {
  const { failures } = state;
  switch (event.kind) {
    case "submitted": {
      if (state.kind === "sending" || state.kind === "locked") return state;
      const missing = (["login", "password"] as const).filter((field) => event[field].trim() === "");
      return missing.length > 0 ? { kind: "incomplete", failures, missing } : { kind: "sending", failures };
    }
    case "refused":
      return failures + 1 >= MOST_FAILURES
        ? { kind: "locked", failures: failures + 1 }
        : { kind: "refused", failures: failures + 1, message: event.message };
    case "accepted":
      return FRESH;
    case "closed":
      return { kind: "asking", failures: state.kind === "locked" ? 0 : failures };
  }
}
