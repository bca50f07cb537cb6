// The service worker decides by request and response whether it caches a response.

import { expect, test } from "vitest";
import { bypassRule, cacheName, isCacheable, isFile, requestKind } from "../src/loader/worker/kinds";

const request = (headers: Record<string, string> = {}, method = "GET") => ({ method, headers: new Headers(headers) });
const url = (path: string) => new URL(path, "https://casino.example");

test("a request with a query or an unusual header is not cached", () => {
  expect(isCacheable(url("/a.json"), request({ accept: "*/*", "sec-fetch-mode": "cors", "user-agent": "x" }))).toBe(
    true,
  );
  for (const name of ["x-session-token", "authorization", "x-other", "range", "if-none-match"])
    expect(isCacheable(url("/a.json"), request({ [name]: "1" }))).toBe(false);
  expect(isCacheable(url("/a.json?player=annx"), request())).toBe(false);
  expect(isCacheable(url("/a.json"), request({}, "POST"))).toBe(false);
});

test("the kind of a request is relative to the base path", () => {
  const choices = { stale_while_revalidate: ["/docs/games.json"] };
  const kind = (path: string, mode: RequestMode = "cors") => requestKind(url(path), { mode }, "/docs/", choices);
  expect(kind("/docs/assets/boot-0123456789.js")).toBe("asset");
  expect(kind("/docs/page-data/sq/d/1.json")).toBe("asset");
  expect(kind("/docs/page-data/a/page-data.json")).toBe("data");
  expect(kind("/docs/slice-data/footer.json")).toBe("data");
  expect(kind("/docs/games.json")).toBe("list");
  expect(kind("/docs/a/", "navigate")).toBe("page");
  for (const path of ["/assets/boot-0123456789.js", "/games.json", "/docs/other.json", "/docs/api/games"])
    expect(kind(path)).toBeUndefined();
});

test("sites of one origin have their own caches", () => {
  const names = ["https://x.example/", "https://x.example/docs/", "https://x.example/docs/a/"].map((scope) =>
    cacheName("asset", scope),
  );
  expect(new Set(names).size).toBe(3);
  // The worker that removes itself deletes the caches whose names end with its scope.
  for (const name of names.slice(1)) expect(name.endsWith("https://x.example/")).toBe(false);
});

test("only requests of a known kind are handled", () => {
  const { condition, source } = bypassRule("/docs/", { stale_while_revalidate: ["/docs/games.json"] });
  expect(source).toBe("network");
  expect(condition.not.or).toEqual([
    { requestMode: "navigate" },
    ...["assets/*", "page-data/*", "slice-data/*", "games.json"].map((files) => ({ urlPattern: `/docs/${files}` })),
  ]);
});

test("a response is a cacheable asset only if complete and not HTML", () => {
  const answer = (status: number, type: string) => ({ status, headers: new Headers({ "content-type": type }) });
  expect(isFile(answer(200, "text/javascript"))).toBe(true);
  expect(isFile(answer(200, "text/html; charset=utf-8"))).toBe(false);
  for (const status of [206, 404, 503]) expect(isFile(answer(status, "text/javascript"))).toBe(false);
});
