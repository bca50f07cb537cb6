// Adapter of the data layer of tag managers: events are stored in `window.dataLayer`, where the tag's script reads them.

import { loadScript } from "../script";
import type { Sink } from "./tracking";

/** Creates the data layer, and loads the tag's script from `url` unless that is empty. Earlier events wait in the layer. */
export function loadDataLayer(url: string): Sink {
  window.dataLayer ??= [];
  if (url) {
    // Tag managers measure their load time from this event.
    window.dataLayer.push({ event: "gtm.js", "gtm.start": Date.now() });
    // A blocked tag is not an error of the site.
    void loadScript(url).catch(() => undefined);
  }
  return (event, details) => void window.dataLayer?.push({ event, ...details });
}

declare global {
  interface Window {
    dataLayer?: { push(entry: object): unknown };
  }
}
