// Functions over interfaces of the browser that the loader and the site's own code use in the same way. They keep no state, and each
// bundle has a copy of those that it uses.

/** A Trusted Types policy and its rules, which TypeScript's library does not define. Its results are typed as strings. */
export interface TrustedTypesPolicy {
  createHTML(text: string): string;
  createScript(text: string): string;
  createScriptURL(text: string): string;
}

interface WithTrustedTypes<Rules> {
  readonly trustedTypes?: { createPolicy(name: string, rules: Rules): Rules };
}

/** A rule of a policy for texts that are safe where the policy is used. */
export const unchanged = (text: string) => text;

/**
 * Creates a Trusted Types policy that the site's `trusted-types` directive names. A document accepts each name once. Without Trusted
 * Types, the rules are returned as they are.
 */
export function createPolicy<Rules extends Partial<TrustedTypesPolicy>>(name: string, rules: Rules): Rules {
  return (globalThis as WithTrustedTypes<Rules>).trustedTypes?.createPolicy(name, rules) ?? rules;
}

/** Parses JSON; `undefined` if the text is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The properties of a click that show whether the browser handles it, for example in a new tab. */
export type ClickKeys = Pick<MouseEvent, "button" | "metaKey" | "ctrlKey" | "shiftKey" | "altKey">;

/** Returns whether a click is one of the main button without modifier keys. The browser handles all others. */
export function isPlainClick(event: ClickKeys): boolean {
  return !(event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
}

/** Resolves after `ms` milliseconds. */
export function delay(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Resolves with the result, or with `undefined` after `ms` milliseconds. */
export function withLimit<T>(promise: Promise<T> | undefined, ms: number): Promise<T | undefined> {
  return Promise.race([promise, delay(ms)]);
}
