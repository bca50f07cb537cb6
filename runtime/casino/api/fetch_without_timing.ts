// Sends requests whose URL contains a secret. Every script of a page can read the URLs that the page requested, in the resource
// timing entries. An empty frame therefore sends the request: its entries are removed together with the frame.

import { untilAborted } from "./clock";

/** Works like `fetch`, for responses with a text body. */
export async function fetchWithoutTiming(url: string, request: RequestInit): Promise<Response> {
  const frame = Object.assign(document.createElement("iframe"), { hidden: true });
  const loaded = new Promise((resolve) => frame.addEventListener("load", resolve, { once: true }));
  document.body.append(frame);

  try {
    // Chromium and Safari load the empty document at once. Older versions of Firefox do so later, which ends requests of the first one.
    await (request.signal ? untilAborted(loaded, request.signal) : loaded);

    const { fetch } = frame.contentWindow as Window & typeof globalThis;
    const response = await fetch(new URL(url, location.href), request);
    const { status, statusText } = response;
    return new Response((await response.text()) || null, { status, statusText });
  } finally {
    frame.remove();
  }
}
