// Renders external texts that may contain simple HTML (A34): coupon descriptions, messages of the API.

import { createElement, useDeferredValue, useMemo, useSyncExternalStore } from "react";
import { sanitize, textOf } from "./sanitize";

const never = () => () => undefined;

/** Renders the allowed elements of `html`. On the server, and until the island is hydrated, it renders the text only. */
export function SafeHtml({ html }: { readonly html: string }) {
  const inBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  // A page of coupons has many texts. They are parsed at low priority, so that the page responds to clicks meanwhile.
  const isParsed = useDeferredValue(inBrowser);
  const nodes = useMemo(() => (isParsed ? sanitize(html) : [textOf(html)]), [isParsed, html]);
  return createElement("div", { className: "safe-html" }, ...nodes);
}
