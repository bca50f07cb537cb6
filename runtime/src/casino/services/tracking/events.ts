// All tracking events by name, with all their details. Events that are not in this table are not sent.

/** Tracking events. None of them identifies the visitor. */
export interface Events {
  /** A page was shown; `path` is without query and fragment. */
  readonly page_view: { readonly path: string };
  readonly login: Readonly<Record<never, never>>;
  readonly logout: Readonly<Record<never, never>>;
}
