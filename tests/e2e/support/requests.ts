// Records the requests of a page and injects faults into them.

import { type BrowserContext, expect, type Page, type Request } from "@playwright/test";

/** A replacement for the response of a request. Without status and body, the request continues after the delay. */
export interface Fault {
  readonly method?: string;
  /** Number of requests that it affects; all by default. */
  readonly times?: number;
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly delay_ms?: number;
  /** Waits for this promise before it responds or continues. */
  readonly until?: Promise<void>;
  /** Resets the connection. */
  readonly drop?: boolean;
}

/**
 * Injects a fault into the requests of one page or context, with the same fields as the sandbox's commands. Concurrent tests are not
 * affected. The result counts the affected requests.
 */
export async function injectFault(
  target: Page | BrowserContext,
  path: string | RegExp,
  failure: Fault,
): Promise<{ hits: number }> {
  const count = { hits: 0 };
  await target.route(path, async (route) => {
    const { method, times = Number.POSITIVE_INFINITY, status, body, headers = {}, delay_ms = 0, until, drop } = failure;
    if ((method && route.request().method() !== method) || count.hits >= times) return route.fallback();
    count.hits += 1;
    await until;
    if (delay_ms) await new Promise((resolve) => setTimeout(resolve, delay_ms));
    if (drop) return route.abort("connectionreset");
    if (status === undefined && body === undefined) return route.fallback();
    const text = typeof body === "string" ? body : JSON.stringify(body ?? {});
    return route.fulfill({
      status: status ?? 200,
      headers: { "content-type": "application/json", ...headers },
      body: text,
    });
  });
  return count;
}

/** Records the requests of a page from now on. The returned function waits until no request is open and the page is idle. */
export function watchNetwork(page: Page): () => Promise<void> {
  const pending = new Set<Request>();
  page.on("request", (request) => {
    if (request.resourceType() !== "eventsource") pending.add(request);
  });
  page.on("requestfinished", (request) => pending.delete(request));
  page.on("requestfailed", (request) => pending.delete(request));
  return () =>
    expect
      .poll(async () => {
        await waitForIdle(page);
        return pending.size;
      })
      .toBe(0);
}

/** Waits until the page is idle, at most 2 s: a page that draws each frame on a loaded machine has no idle time. */
export const waitForIdle = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2000 })));

/** Records the requests of a page that match `pattern` from now on, as `METHOD URL`. */
export function recordRequests(page: Page, pattern: RegExp): string[] {
  const lines: string[] = [];
  page.on("request", (request) => {
    const line = `${request.method()} ${request.url()}`;
    if (pattern.test(line)) lines.push(line);
  });
  return lines;
}
