// Allowed links to live tables, animated amounts and dates.

import { expect, test } from "vitest";
import { dayText } from "../../content/format";
import { isAllowedLink } from "../../live_dealer/lobbies";
import { amountAt } from "../../ui/display/count_up";

// Rows: 7.4-08, A116
test("a live table opens by https on an allowed host or at the sandbox only", () => {
  const hosts = ["tables.example", "live.example:8443"];
  const sandbox = "http://127.0.0.1:8002";
  for (const link of [
    "https://tables.example/sit/3?t=1",
    "https://TABLES.example/",
    "https://live.example:8443/",
    `${sandbox}/external/live-dealer/1`,
  ])
    expect(isAllowedLink(link, hosts, sandbox), link).toBe(true);
  for (const link of [
    "http://tables.example/sit/3",
    "https://tables.example:444/",
    "https://tables.example.evil.example/",
    "https://a.tables.example/",
    "https://tables.example@evil.example/",
    "javascript:alert(1)",
    "//tables.example/",
    "/external/live-dealer/1",
    "http://127.0.0.1:8003/",
    "",
  ])
    expect(isAllowedLink(link, hosts, sandbox), link).toBe(false);
  // Without a sandbox, an opaque origin is not the sandbox's origin.
  expect(isAllowedLink("data:text/html,x", hosts, "")).toBe(false);
});

// Rows: 3-28
test("a counter animation stays between its two amounts", () => {
  expect(amountAt(100, 300, 0)).toBe(100);
  expect(amountAt(100, 300, 1)).toBe(300);
  expect(amountAt(100, 300, 7)).toBe(300);
  expect(amountAt(100, 300, -1)).toBe(100);
  const steps = [0, 0.2, 0.4, 0.6, 0.8, 1].map((part) => amountAt(100, 300, part));
  expect(steps).toEqual([...steps].sort((one, other) => one - other));
});

// Rows: 3-29
test("a date is the calendar day in any time zone, and a bad date is ignored", () => {
  expect(dayText("2026-11-21")).toBe("Nov 21, 2026");
  expect(dayText("2026-01-01")).toBe("Jan 1, 2026");
  for (const invalid of ["", "yesterday", "2026-13-01", "2026-11-21T00:00:00Z", "<b>"])
    expect(dayText(invalid)).toBe("");
});
