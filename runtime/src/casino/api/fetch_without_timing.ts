// Requests whose URL is a secret. The browser shows all scripts of a page the URLs that the page requested, in its resource
// timing entries. The request is therefore made by an empty frame, whose entries are removed together with it.

/** As `fetch`, for an answer whose body is text. */
export async function fetchWithoutTiming(url: string, request: RequestInit): Promise<Response> {
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
