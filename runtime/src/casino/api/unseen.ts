// Requests whose address is a secret. A browser tells every script of a page which addresses the page asked for, and what once
// heard of one cannot be made to forget it: so another window asks, an empty one, whose memory goes with it.

/** As `fetch`, for a whole answer in text. */
export async function fetchUnseen(url: string, request: RequestInit): Promise<Response> {
  const frame = Object.assign(document.createElement("iframe"), { hidden: true });
  document.body.append(frame);
  try {
    const { fetch } = frame.contentWindow as Window & typeof globalThis;
    const response = await fetch(new URL(url, location.href), request);
    const { status, statusText } = response;
    return new Response((await response.text()) || null, { status, statusText });
  } finally {
    frame.remove();
  }
}
