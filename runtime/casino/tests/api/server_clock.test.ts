// @vitest-environment happy-dom

// The server's clock on a device whose own clock is wrong.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readServerClock } from "../../api/clock";
import { CLOCK, onEachTick } from "../../content/format";

const SERVER_MS = Date.UTC(2026, 10, 21, 12);
const DAY_MS = 86_400_000;
const headers = (ms: number, more: Record<string, string> = {}) =>
  new Headers({ date: new Date(ms).toUTCString(), ...more });

beforeEach(() => void vi.useFakeTimers({ now: SERVER_MS }));
afterEach(() => {
  vi.setSystemTime(SERVER_MS);
  readServerClock(headers(SERVER_MS), SERVER_MS);
  vi.useRealTimers();
});

test("a clock that is a day fast or slow is corrected, small differences are not", () => {
  for (const [wrong_ms, expected_ms] of [
    [DAY_MS, 500],
    [-DAY_MS, 500],
    [8_000, 8_000],
  ] as const) {
    vi.setSystemTime(SERVER_MS + wrong_ms);
    readServerClock(headers(SERVER_MS), Date.now());
    expect(CLOCK.now() - SERVER_MS).toBe(expected_ms);
  }
});

test("a slow response is half as old as it took", () => {
  const sent_ms = SERVER_MS + DAY_MS;
  vi.setSystemTime(sent_ms + 14_000);
  readServerClock(headers(SERVER_MS + 7_000), sent_ms);
  expect(CLOCK.now()).toBe(SERVER_MS + 14_500);
});

test("responses without a usable date change nothing", () => {
  vi.setSystemTime(SERVER_MS + DAY_MS);
  const sent_ms = Date.now();
  for (const answer of [new Headers(), new Headers({ date: "now" }), headers(SERVER_MS, { age: "90000" })])
    readServerClock(answer, sent_ms);
  // The device's clock was set back during the request.
  readServerClock(headers(SERVER_MS), sent_ms + 60_000);
  expect(CLOCK.now()).toBe(sent_ms);
});

// Rows: A131
test("texts about times follow the server's clock", () => {
  vi.setSystemTime(SERVER_MS + DAY_MS);
  readServerClock(headers(SERVER_MS), Date.now());
  const shown: number[] = [];
  onEachTick([SERVER_MS + DAY_MS / 2], (now_ms) => void shown.push(now_ms))();
  expect(shown).toEqual([SERVER_MS + 500]);
});
