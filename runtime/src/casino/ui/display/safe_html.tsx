// A text that came from elsewhere and may hold a little HTML (A34): coupon descriptions, messages of the API.

import { createElement, useDeferredValue, useMemo, useSyncExternalStore } from "react";
import { sanitize, textOf } from "./sanitize";

const never = () => () => undefined;

/** Draws the allowed part of `html`. On the server, and until the island is awake, its words alone. */
export function SafeHtml({ html }: { readonly html: string }) {
  const inBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  // A page of coupons has many texts: as they are parsed one by one, what is pressed meanwhile is answered.
  const isParsed = useDeferredValue(inBrowser);
  const drawn = useMemo(() => (isParsed ? sanitize(html) : [textOf(html)]), [isParsed, html]);
  return createElement("div", { className: "safe-html" }, ...drawn);
}
