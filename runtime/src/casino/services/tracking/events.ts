// Every event that tracking may hear of, by name, with all that is said of it. What is not in this table is not sent.

/** Events in the words of the field. None says who the visitor is. */
export interface Events {
  /** A page is shown; `path` is without query and fragment. */
  readonly page_view: { readonly path: string };
  readonly login: Readonly<Record<never, never>>;
  readonly logout: Readonly<Record<never, never>>;
}
