// The data layer of tag managers: events stand in `window.dataLayer`, where a tag's script, if there is one, reads them.

import { loadScript } from "../script";
import type { Sink } from "./tracking";

/** Brings the layer, and the tag's script from `url` unless that is empty. Events before it comes wait in the layer. */
export function bringDataLayer(url: string): Sink {
  window.dataLayer ??= [];
  if (url) {
    // What a tag manager counts its own loading from.
    window.dataLayer.push({ event: "gtm.js", "gtm.start": Date.now() });
    // A tag that is blocked is nobody's error.
    void loadScript(url).catch(() => undefined);
  }
  return (event, details) => void window.dataLayer?.push({ event, ...details });
}

declare global {
  interface Window {
    dataLayer?: { push(entry: object): unknown };
  }
}
