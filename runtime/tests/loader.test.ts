// Loading page-data when the network is good, slow, wrong and gone.

import { describe, expect, test } from "vitest";
import { type Answer, createLoader, type LoaderPorts } from "../src/core/loader";

const page = (path: string) => ({
  path,
  slicesMap: { footer: "footer" },
  croupier: { title: path, head: "", layout: "full", main: `<h1>${path}</h1>`, chunks: [], styles: [] },
});
const ok = (path: string): Answer => ({ status: 200, json: page(path) });

/** A network that answers each address with the next of its answers; the last one stays. */
function network(answers: Record<string, (Answer | "lost")[]>) {
  const asked: string[] = [];
  const fresh: boolean[] = [];
  const waits: number[] = [];
  let time = 0;
  const ports: LoaderPorts & {
    asked: string[];
    fresh: boolean[];
    waits: number[];
    isOnline: boolean;
    chance: number;
    pass(ms: number): void;
  } = {
    asked,
    fresh,
    waits,
    isOnline: true,
    chance: 0.5,
    pass: (ms) => {
      time += ms;
    },
    fetch: async (address, options) => {
      asked.push(address);
      fresh.push(options.fresh);
      const list = answers[address] ?? [{ status: 404, json: undefined }];
      const answer = list.length > 1 ? list.shift() : list[0];
      if (!answer || answer === "lost") throw new TypeError("no answer");
      return answer;
    },
    now: () => time,
    wait: async (ms) => void waits.push(ms),
    random: () => ports.chance,
    online: () => ports.isOnline,
  };
  return ports;
}

describe("loading a page", () => {
  test("one request, and none for what is in memory", async () => {
    const net = network({ "/page-data/info/faq/page-data.json": [ok("/info/faq/")] });
    const loader = createLoader(net);
    const [first, second] = await Promise.all([loader.load("/info/faq/"), loader.load("/info/faq")]);
    expect(first).toMatchObject({ kind: "page", page: { path: "/info/faq/", slices: ["footer"] } });
    expect(second).toBe(first);
    await loader.load("/info/faq/index.html");
    expect(net.asked).toHaveLength(1);
    expect(loader.has("/info/faq")).toBe(true);
  });

  test("the first page lies at index, and a prefix is kept", async () => {
    const net = network({ "/docs/page-data/index/page-data.json": [ok("/")] });
    expect(await createLoader(net, "/docs").load("/docs/")).toMatchObject({ kind: "page" });
  });

  test("three retries with growing waits, then failure [7.6-10] [9-25]", async () => {
    const net = network({ "/page-data/a/page-data.json": ["lost", { status: 503, json: undefined }] });
    expect(await createLoader(net).load("/a/")).toEqual({ kind: "failed" });
    expect(net.asked).toHaveLength(4);
    expect(net.waits).toEqual([300, 1000, 3000]);
  });

  test("waits vary by a quarter, so that many tabs do not come back at once", async () => {
    for (const [chance, waits] of [
      [0, [225, 750, 2250]],
      [0.999_999, [375, 1250, 3750]],
    ] as const) {
      const net = network({ "/page-data/a/page-data.json": ["lost"] });
      net.chance = chance;
      await createLoader(net).load("/a/");
      expect(net.waits.map(Math.round)).toEqual(waits);
    }
  });

  for (const status of [301, 401, 403, 410, 429, 502, 503])
    test(`status ${status} is tried again [7.6-10]`, async () => {
      const net = network({ "/page-data/a/page-data.json": [{ status, json: undefined }, ok("/a/")] });
      expect(await createLoader(net).load("/a/")).toMatchObject({ kind: "page" });
      expect(net.asked).toHaveLength(2);
    });

  test("a failure is remembered for seconds only, and a fallback that cannot be had is a failure", async () => {
    const net = network({
      "/page-data/a/page-data.json": [{ status: 404, json: undefined }],
      "/page-data/404.html/page-data.json": [{ status: 404, json: undefined }],
      "/page-data/b/page-data.json": ["lost", "lost", "lost", "lost", ok("/b/")],
    });
    const loader = createLoader(net);
    expect(await loader.load("/a/")).toEqual({ kind: "failed" });
    expect(await loader.load("/b/")).toEqual({ kind: "failed" });
    expect(await loader.load("/b/")).toEqual({ kind: "failed" });
    net.pass(5_001);
    expect(await loader.load("/b/")).toMatchObject({ kind: "page" });
  });

  test("a page that was loaded before is asked for again past what the browser kept; after a deploy all are", async () => {
    const net = network({ "/page-data/a/page-data.json": [ok("/a/")] });
    const loader = createLoader(net);
    await loader.load("/a/");
    net.pass(300_001);
    await loader.load("/a/");
    loader.clear();
    expect(loader.has("/a/")).toBe(false);
    await loader.load("/a/");
    expect(net.fresh).toEqual([false, true, true]);
  });

  test("a server that asks for a longer wait gets it, up to a limit", async () => {
    const busy = (retryAfter: number): Answer => ({ status: 429, retryAfter, json: undefined });
    const net = network({ "/page-data/a/page-data.json": [busy(2), busy(3600), ok("/a/")] });
    expect(await createLoader(net).load("/a/")).toMatchObject({ kind: "page" });
    expect(net.waits).toEqual([2000, 10_000]);
  });

  test("no retry while offline", async () => {
    const net = network({ "/page-data/a/page-data.json": ["lost"] });
    net.isOnline = false;
    expect(await createLoader(net).load("/a/")).toEqual({ kind: "failed" });
    expect(net.asked).toHaveLength(1);
  });

  test("404 and 500 are final and bring their own pages [8-28]", async () => {
    const net = network({
      "/page-data/500/page-data.json": [{ status: 500, json: undefined }],
      "/page-data/404.html/page-data.json": [ok("/404.html")],
      "/page-data/500.html/page-data.json": [ok("/500.html")],
    });
    const loader = createLoader(net);
    expect(await loader.load("/nope/")).toMatchObject({ kind: "not_found", page: { path: "/404.html" } });
    expect(await loader.load("/500/")).toMatchObject({ kind: "server_error", page: { path: "/500.html" } });
    expect(net.waits).toEqual([]);
  });

  test("a 200 that is no page-data, or that of another page, is a page not found", async () => {
    const net = network({
      "/page-data/html/page-data.json": [{ status: 200, json: undefined }],
      "/page-data/other/page-data.json": [ok("/elsewhere/")],
      "/page-data/404.html/page-data.json": [ok("/404.html")],
    });
    const loader = createLoader(net);
    expect(await loader.load("/html/")).toMatchObject({ kind: "not_found" });
    expect(await loader.load("/other/")).toMatchObject({ kind: "not_found" });
  });

  test("/index/ is not the first page although their data lie in one place", async () => {
    const net = network({
      "/page-data/index/page-data.json": [ok("/")],
      "/page-data/404.html/page-data.json": [ok("/404.html")],
    });
    const loader = createLoader(net);
    expect(await loader.load("/index/")).toMatchObject({ kind: "not_found" });
    expect(await loader.load("/")).toMatchObject({ kind: "page", page: { path: "/" } });
  });

  test("an escaped path finds its page, and a broken escape does no harm", async () => {
    const net = network({ "/page-data/%C3%A9t%C3%A9/page-data.json": [ok("/été/")] });
    const loader = createLoader(net);
    expect(await loader.load("/%C3%A9t%C3%A9/")).toMatchObject({ kind: "page" });
    expect((await loader.load("/100%/")).kind).toBe("failed");
  });

  test("pages expire after minutes and are asked for again, errors after seconds", async () => {
    const net = network({ "/page-data/a/page-data.json": [{ status: 404, json: undefined }, ok("/a/")] });
    const loader = createLoader(net);
    await loader.load("/a/");
    net.pass(4_999);
    expect(loader.has("/a/")).toBe(true);
    net.pass(2);
    expect(await loader.load("/a/")).toMatchObject({ kind: "page" });
    net.pass(299_999);
    expect(loader.has("/a/")).toBe(true);
    net.pass(2);
    expect(loader.has("/a/")).toBe(false);
  });
});
