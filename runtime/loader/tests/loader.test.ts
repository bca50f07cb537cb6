// Loading page-data with fast, slow, broken and missing networks.

import { describe, expect, test } from "vitest";
import {
  createLoader,
  type JsonResponse,
  type LoaderPorts,
  MAX_PAGES,
  PAGE_TIMEOUT_MS,
  PREFETCH_TIMEOUT_MS,
} from "../src/loader/core/loader";

const page = (path: string) => ({
  path,
  slicesMap: { footer: "footer" },
  croupier: { title: path, head: "", layout: "full", main: `<h1>${path}</h1>`, chunks: [], styles: [] },
});
const ok = (path: string): JsonResponse => ({ status: 200, json: page(path) });

/** Returns a network that answers each URL with the next of its responses. The last one repeats. */
function network(answers: Record<string, (JsonResponse | "lost" | Promise<JsonResponse>)[]>) {
  const requests: string[] = [];
  const fresh: boolean[] = [];
  const limits: number[] = [];
  const waits: number[] = [];
  let time = 0;
  const ports: LoaderPorts & {
    requests: string[];
    fresh: boolean[];
    limits: number[];
    waits: number[];
    isOnline: boolean;
    randomValue: number;
    pass(ms: number): void;
  } = {
    requests,
    fresh,
    limits,
    waits,
    isOnline: true,
    randomValue: 0.5,
    pass: (ms) => {
      time += ms;
    },
    fetch: async (address, options) => {
      requests.push(address);
      fresh.push(options.fresh);
      limits.push(options.timeout_ms);
      const responses = answers[address] ?? [{ status: 404, json: undefined }];
      const answer = responses.length > 1 ? responses.shift() : responses[0];
      if (!answer || answer === "lost") throw new TypeError("no answer");
      return answer;
    },
    now: () => time,
    wait: async (ms) => {
      waits.push(ms);
      time += ms;
    },
    random: () => ports.randomValue,
    online: () => ports.isOnline,
  };
  return ports;
}

describe("loading a page", () => {
  test("a page needs one request, and none from memory", async () => {
    const net = network({ "/page-data/info/faq/page-data.json": [ok("/info/faq/")] });
    const loader = createLoader(net);
    const first = await loader.load("/info/faq/", net.now());
    expect(first).toMatchObject({ kind: "page", page: { path: "/info/faq/", slices: ["footer"] } });
    expect(await loader.load("/info/faq", net.now())).toBe(first);
    await loader.load("/info/faq/index.html", net.now());
    expect(net.requests).toHaveLength(1);
    expect(loader.has("/info/faq")).toBe(true);
  });

  test("the first page uses index, also below a base path", async () => {
    const net = network({ "/docs/page-data/index/page-data.json": [ok("/")] });
    expect(await createLoader(net, "/docs").load("/docs/", net.now())).toMatchObject({ kind: "page" });
  });

  // Rows: 7.6-10, 9-25
  test("three retries with growing waits precede a failure", async () => {
    const net = network({ "/page-data/a/page-data.json": ["lost", { status: 503, json: undefined }] });
    expect(await createLoader(net).load("/a/", net.now())).toEqual({ kind: "failed" });
    expect(net.requests).toHaveLength(4);
    expect(net.waits).toEqual([300, 1000, 3000]);
  });

  test("waits vary by a quarter, so that tabs do not retry together", async () => {
    for (const [randomValue, waits] of [
      [0, [225, 750, 2250]],
      [0.999_999, [375, 1250, 3750]],
    ] as const) {
      const net = network({ "/page-data/a/page-data.json": ["lost"] });
      net.randomValue = randomValue;
      await createLoader(net).load("/a/", net.now());
      expect(net.waits.map(Math.round)).toEqual(waits);
    }
  });

  // Rows: 7.6-10
  for (const status of [408, 425, 429, 502, 503, 504])
    test(`status ${status} is retried`, async () => {
      const net = network({ "/page-data/a/page-data.json": [{ status, json: undefined }, ok("/a/")] });
      expect(await createLoader(net).load("/a/", net.now())).toMatchObject({ kind: "page" });
      expect(net.requests).toHaveLength(2);
    });

  // Rows: A138
  for (const status of [301, 400, 401, 403, 410, 451])
    test(`status ${status} is final`, async () => {
      const net = network({ "/page-data/a/page-data.json": [{ status, json: undefined }, ok("/a/")] });
      expect(await createLoader(net).load("/a/", net.now())).toEqual({ kind: "failed" });
      expect(net.requests).toHaveLength(1);
    });

  test("a failure is cached for seconds, and a missing fallback is a failure", async () => {
    const net = network({
      "/page-data/a/page-data.json": [{ status: 404, json: undefined }],
      "/page-data/404.html/page-data.json": [{ status: 404, json: undefined }],
      "/page-data/b/page-data.json": ["lost", "lost", "lost", "lost", ok("/b/")],
    });
    const loader = createLoader(net);
    expect(await loader.load("/a/", net.now())).toEqual({ kind: "failed" });
    expect(await loader.load("/b/", net.now())).toEqual({ kind: "failed" });
    expect(await loader.load("/b/", net.now())).toEqual({ kind: "failed" });
    net.pass(5_001);
    expect(await loader.load("/b/", net.now())).toMatchObject({ kind: "page" });
  });

  test("a known page is requested again past the HTTP cache, all after a deploy", async () => {
    const net = network({ "/page-data/a/page-data.json": [ok("/a/")] });
    const loader = createLoader(net);
    await loader.load("/a/", net.now());
    net.pass(300_001);
    await loader.load("/a/", net.now());
    loader.clear();
    expect(loader.has("/a/")).toBe(false);
    await loader.load("/a/", net.now());
    expect(net.fresh).toEqual([false, true, true]);
  });

  test("without a network a cached page is shown, online failures are not masked", async () => {
    const net = network({ "/page-data/a/page-data.json": [ok("/a/"), "lost"] });
    const loader = createLoader(net);
    await loader.load("/a/", net.now());
    loader.clear();
    net.isOnline = false;
    expect(await loader.load("/a/", net.now())).toMatchObject({ kind: "page" });
    expect(loader.has("/a/")).toBe(false);
    net.isOnline = true;
    expect(await loader.load("/a/", net.now())).toEqual({ kind: "failed" });
  });

  test("Retry-After is respected within the time limit", async () => {
    const busy = (retryAfter: number): JsonResponse => ({ status: 429, retryAfter, json: undefined });
    const net = network({ "/page-data/a/page-data.json": [busy(2), busy(3), ok("/a/")] });
    expect(await createLoader(net).load("/a/", net.now())).toMatchObject({ kind: "page" });
    expect(net.waits).toEqual([2000, 3000]);
    const long = network({ "/page-data/a/page-data.json": [busy(3600), ok("/a/")] });
    expect(await createLoader(long).load("/a/", long.now())).toEqual({ kind: "failed" });
    expect([long.waits, long.requests.length]).toEqual([[], 1]);
  });

  // Rows: A138
  test("all attempts together end 10 s after the click", async () => {
    const net = network({ "/page-data/a/page-data.json": [{ status: 503, json: undefined }] });
    const clicked_ms = net.now();
    net.pass(PAGE_TIMEOUT_MS - 1000);
    expect(await createLoader(net).load("/a/", clicked_ms)).toEqual({ kind: "failed" });
    expect(net.waits).toEqual([300]);
    expect(net.limits).toEqual([1000, 700]);
  });

  test("an overtaken visit stops retrying and caches nothing", async () => {
    const net = network({ "/page-data/a/page-data.json": ["lost", ok("/a/")] });
    const visit = new AbortController();
    const loader = createLoader({ ...net, now: net.now, wait: async () => visit.abort() });
    expect(await loader.load("/a/", net.now(), visit.signal)).toEqual({ kind: "failed" });
    expect([net.requests.length, loader.has("/a/")]).toEqual([1, false]);
  });

  test("the request of an overtaken visit continues, and later visits of its page join it", async () => {
    let arrive = (_: JsonResponse) => {};
    const slow = new Promise<JsonResponse>((resolve) => {
      arrive = resolve;
    });
    const net = network({ "/page-data/a/page-data.json": [slow], "/page-data/b/page-data.json": [ok("/b/")] });
    const wait: LoaderPorts["wait"] = (_, signal) =>
      new Promise((resolve) => signal?.addEventListener("abort", () => resolve()));
    const loader = createLoader({ ...net, wait });
    const visits = [1, 2, 3].map(() => {
      const visit = new AbortController();
      const loaded = loader.load("/a/", net.now(), visit.signal);
      visit.abort();
      return loaded;
    });
    expect(await loader.prefetch("/b/")).toMatchObject({ kind: "page" });
    const last = loader.load("/a/", net.now());
    arrive(ok("/a/"));
    expect(await last).toMatchObject({ kind: "page", page: { path: "/a/" } });
    await Promise.all(visits);
    expect(loader.has("/a/")).toBe(true);
    expect(net.requests.filter((url) => url.includes("/a/"))).toHaveLength(1);
  });

  test("there is no retry while offline", async () => {
    const net = network({ "/page-data/a/page-data.json": ["lost"] });
    net.isOnline = false;
    expect(await createLoader(net).load("/a/", net.now())).toEqual({ kind: "failed" });
    expect(net.requests).toHaveLength(1);
  });

  // Rows: 8-28
  test("404 and 500 are final and show their own pages", async () => {
    const net = network({
      "/page-data/500/page-data.json": [{ status: 500, json: undefined }],
      "/page-data/404.html/page-data.json": [ok("/404.html")],
      "/page-data/500.html/page-data.json": [ok("/500.html")],
    });
    const loader = createLoader(net);
    expect(await loader.load("/nope/", net.now())).toMatchObject({ kind: "not_found", page: { path: "/404.html" } });
    expect(await loader.load("/500/", net.now())).toMatchObject({ kind: "server_error", page: { path: "/500.html" } });
    expect(net.waits).toEqual([]);
  });

  test("a 200 without valid page-data is not found", async () => {
    const net = network({
      "/page-data/html/page-data.json": [{ status: 200, json: undefined }],
      "/page-data/other/page-data.json": [ok("/elsewhere/")],
      "/page-data/404.html/page-data.json": [ok("/404.html")],
    });
    const loader = createLoader(net);
    expect(await loader.load("/html/", net.now())).toMatchObject({ kind: "not_found" });
    expect(await loader.load("/other/", net.now())).toMatchObject({ kind: "not_found" });
  });

  test("/index/ is not the first page", async () => {
    const net = network({
      "/page-data/index/page-data.json": [ok("/")],
      "/page-data/404.html/page-data.json": [ok("/404.html")],
    });
    const loader = createLoader(net);
    expect(await loader.load("/index/", net.now())).toMatchObject({ kind: "not_found" });
    expect(await loader.load("/", net.now())).toMatchObject({ kind: "page", page: { path: "/" } });
  });

  test("an escaped path finds its page, and a broken escape does not throw", async () => {
    const net = network({ "/page-data/%C3%A9t%C3%A9/page-data.json": [ok("/été/")] });
    const loader = createLoader(net);
    expect(await loader.load("/%C3%A9t%C3%A9/", net.now())).toMatchObject({ kind: "page" });
    expect((await loader.load("/100%/", net.now())).kind).toBe("failed");
  });

  test("pages expire after minutes and errors after seconds", async () => {
    const net = network({ "/page-data/a/page-data.json": [{ status: 404, json: undefined }, ok("/a/")] });
    const loader = createLoader(net);
    await loader.load("/a/", net.now());
    net.pass(4_999);
    expect(loader.has("/a/")).toBe(true);
    net.pass(2);
    expect(await loader.load("/a/", net.now())).toMatchObject({ kind: "page" });
    net.pass(299_999);
    expect(loader.has("/a/")).toBe(true);
    net.pass(2);
    expect(loader.has("/a/")).toBe(false);
  });
});

describe("a prefetch", () => {
  const address = "/page-data/a/page-data.json";

  test("a prefetch makes one attempt within 5 s, and the click uses its result", async () => {
    const net = network({ [address]: [ok("/a/")] });
    const loader = createLoader(net);
    const prefetched = await loader.prefetch("/a/");
    expect(net.limits).toEqual([PREFETCH_TIMEOUT_MS]);
    expect(await loader.load("/a/", net.now())).toBe(prefetched);
    expect(net.requests).toHaveLength(1);
  });

  test("a failed prefetch is not retried, and its failure is not cached", async () => {
    const net = network({ [address]: ["lost", ok("/a/")] });
    const loader = createLoader(net);
    expect(await loader.prefetch("/a/")).toBeUndefined();
    expect([net.requests.length, net.waits, loader.has("/a/")]).toEqual([1, [], false]);
    expect(await loader.load("/a/", net.now())).toMatchObject({ kind: "page" });
  });

  for (const status of [429, 503])
    test(`after a ${status} prefetches pause until Retry-After, clicks do not`, async () => {
      const net = network({ [address]: [{ status, retryAfter: 60, json: undefined }, ok("/a/")] });
      const loader = createLoader(net);
      await loader.prefetch("/a/");
      net.pass(59_999);
      expect(await loader.prefetch("/b/")).toBeUndefined();
      expect(net.requests).toHaveLength(1);
      expect(await loader.load("/a/", net.now())).toMatchObject({ kind: "page" });
      expect([net.requests.length, net.waits]).toEqual([2, []]);
      net.pass(1);
      await loader.prefetch("/b/");
      expect(net.requests.length).toBeGreaterThan(2);
    });

  test("a click uses a running prefetch and overtakes a stuck one", async () => {
    let answer = (_: JsonResponse) => {};
    const hanging = new Promise<JsonResponse>((resolve) => {
      answer = resolve;
    });
    const net = network({ [address]: [hanging, ok("/a/")] });
    const loader = createLoader(net);
    const prefetched = loader.prefetch("/a/");
    expect(await loader.load("/a/", net.now())).toMatchObject({ kind: "page" });
    expect(net.requests).toHaveLength(2);
    answer(ok("/a/"));
    expect(await prefetched).toMatchObject({ kind: "page" });
  });

  test("a click joins a running prefetch and requests nothing", async () => {
    let answer = (_: JsonResponse) => {};
    const slow = new Promise<JsonResponse>((resolve) => {
      answer = resolve;
    });
    const net = network({ [address]: [slow, ok("/a/")] });
    const wait = (ms: number) =>
      new Promise<void>((resolve) => {
        if (ms <= 500) return resolve();
        answer(ok("/a/"));
        setImmediate(resolve);
      });
    const loader = createLoader({ ...net, now: net.now, wait });
    const prefetched = loader.prefetch("/a/");
    net.pass(200);
    expect(await loader.load("/a/", net.now())).toBe(await prefetched);
    expect(net.requests).toHaveLength(1);
  });

  for (const status of [429, 503])
    test(`one ${status} does not stop the next batch, and further ones double the wait`, async () => {
      const bad = { status, json: undefined };
      const net = network({ [address]: [bad, bad, bad, ok("/a/")], "/page-data/b/page-data.json": [bad] });
      const loader = createLoader(net);
      for (const backoff_ms of [2000, 4000]) {
        await Promise.all([loader.prefetch("/a/"), loader.prefetch("/b/")]);
        net.pass(backoff_ms - 1);
        expect(loader.isBackingOff()).toBe(true);
        net.pass(1);
        expect(loader.isBackingOff()).toBe(false);
      }
      await loader.prefetch("/a/");
      net.pass(8000);
      expect(await loader.prefetch("/a/")).toMatchObject({ kind: "page" });
      await loader.prefetch("/b/");
      net.pass(2000);
      expect(loader.isBackingOff()).toBe(false);
    });

  test("a second prefetch joins a running one", async () => {
    const net = network({ [address]: [ok("/a/")] });
    const loader = createLoader(net);
    await Promise.all([loader.prefetch("/a/"), loader.prefetch("/a")]);
    expect(net.requests).toHaveLength(1);
  });
});

test("the page cache evicts the least recently used page", async () => {
  const paths = Array.from({ length: MAX_PAGES + 1 }, (_, index) => `/p${index}/`);
  const net = network(Object.fromEntries(paths.map((path) => [`/page-data${path}page-data.json`, [ok(path)]])));
  const loader = createLoader(net);
  for (const path of paths.slice(0, -1)) await loader.load(path, net.now());
  await loader.load("/p0/", net.now());
  await loader.load(`/p${MAX_PAGES}/`, net.now());
  expect(["/p0/", "/p1/", "/p2/"].map(loader.has)).toEqual([true, false, true]);
});
