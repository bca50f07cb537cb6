// Requests of the loader: a response is complete and in time, or the request fails.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { onceInTab } from "../src/loader/browser/documents/documents";
import { fetchJson } from "../src/loader/browser/timeouts";
import { createLoader, PAGE_TIMEOUT_MS, PREFETCH_TIMEOUT_MS } from "../src/loader/core/loader";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Stubs a network that responds with `body`, or never. It rejects aborted requests. */
function network(body?: ReadableStream | string, init: ResponseInit = {}) {
  const requests: RequestInit[] = [];
  vi.stubGlobal("fetch", (_address: string, options: RequestInit) => {
    requests.push(options);
    return new Promise((resolve, reject) => {
      if (options.signal?.aborted) reject(options.signal.reason);
      options.signal?.addEventListener("abort", () => reject(options.signal?.reason));
      if (body !== undefined) resolve(new Response(body, init));
    });
  });
  return requests;
}

test("an attempt without a response ends at its time limit and is aborted", async () => {
  const requests = network();
  const rejection = expect(fetchJson("/x")).rejects.toThrow();
  await vi.advanceTimersByTimeAsync(PREFETCH_TIMEOUT_MS - 1);
  expect(requests[0]?.signal?.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(requests[0]?.signal?.aborted).toBe(true);
  await rejection;
  expect(vi.getTimerCount()).toBe(0);
});

// Rows: 9-25, A138
test("a page without a response fails 10 s after the click and is aborted", async () => {
  const requests = network();
  const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
  const ports = { fetch: fetchJson, now: Date.now, wait, random: () => 0.5, online: () => true };
  const clicked_ms = Date.now();
  await vi.advanceTimersByTimeAsync(400);
  let loaded: unknown;
  void createLoader(ports)
    .load("/a/", clicked_ms)
    .then((result) => {
      loaded = result;
    });
  await vi.advanceTimersByTimeAsync(PAGE_TIMEOUT_MS - 400 - 1);
  expect(loaded).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(loaded).toEqual({ kind: "failed" });
  expect(requests.every((options) => options.signal?.aborted)).toBe(true);
});

test("an overtaken visit aborts its request at once", async () => {
  const requests = network();
  const visit = new AbortController();
  const rejection = expect(fetchJson("/x", { signal: visit.signal })).rejects.toThrow();
  visit.abort();
  await rejection;
  expect(requests[0]?.signal?.aborted).toBe(true);
  await expect(fetchJson("/x", { signal: visit.signal })).rejects.toThrow();
  expect(vi.getTimerCount()).toBe(0);
});

test("a truncated body is no response, a body that is not JSON is an empty one", async () => {
  const broken = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"path":"/a'));
      controller.error(new TypeError("network error"));
    },
  });
  network(broken);
  await expect(fetchJson("/x")).rejects.toThrow("network error");
  network("<!doctype html>");
  expect(await fetchJson("/x")).toEqual({ status: 200, retryAfter: 0, json: undefined });
  expect(vi.getTimerCount()).toBe(0);
});

test("Retry-After is parsed as seconds and as a date", async () => {
  vi.setSystemTime(new Date("2030-01-01T00:00:00Z"));
  for (const [header, seconds] of [
    ["7", 7],
    ["Tue, 01 Jan 2030 00:00:30 GMT", 30],
    ["soon", 0],
  ] as const) {
    network("{}", { status: 503, headers: { "retry-after": header } });
    expect((await fetchJson("/x")).retryAfter).toBe(seconds);
  }
});

test("data is requested with same-origin credentials and revalidation", async () => {
  const requests = network("{}");
  await fetchJson("/x");
  await fetchJson("/x", { fresh: true, urgent: false });
  expect(requests).toMatchObject([
    { cache: "default", priority: "high", credentials: "same-origin" },
    { cache: "no-cache", priority: "low", credentials: "same-origin" },
  ]);
});

test("without storage a once-only action does not run", () => {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, to: string) => stored.set(key, to),
  };
  vi.stubGlobal("sessionStorage", storage);
  expect([onceInTab("a"), onceInTab("a"), onceInTab("b")]).toEqual([true, false, true]);
  vi.stubGlobal("sessionStorage", undefined);
  expect(onceInTab("c")).toBe(false);
});
