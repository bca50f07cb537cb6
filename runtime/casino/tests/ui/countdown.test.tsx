// @vitest-environment happy-dom

import { act, cleanup, render } from "@testing-library/react";
import { Profiler } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { datetimeText, type ExpiryTexts } from "../../content/format";
import { writeCountdowns } from "../../promotions_page/promotions/enhance";
import { Countdown } from "../../ui/display/countdown";

const unit = (name: string) => ({ [name]: `{n} ${name}`, [`${name}s`]: `{n} ${name}s` });
const UNITS = ["year", "month", "day", "hour", "minute", "second"].map(unit);
const TEXTS = { expires: "Expires in {time}", expired: "Expired", units: Object.assign({}, ...UNITS) } as ExpiryTexts;
const START_MS = Date.UTC(2026, 10, 21, 12);

beforeEach(() => void vi.useFakeTimers({ now: START_MS }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const expiresIn = (seconds: number) => <Countdown expiry_s={START_MS / 1000 + seconds} texts={TEXTS} />;
const pass = (seconds: number) => act(() => void vi.advanceTimersByTime(seconds * 1000));

// Rows: A131
test("a countdown updates each minute, in the last minute each second, and ends", () => {
  const { container } = render(expiresIn(150));
  expect(container.textContent).toBe("Expires in 2 minutes");
  pass(59);
  expect(container.textContent).toBe("Expires in 2 minutes");
  pass(1);
  expect(container.textContent).toBe("Expires in 1 minute");
  pass(31);
  expect(container.textContent).toBe("Expires in 59 seconds");
  pass(57);
  expect(container.textContent).toBe("Expires in 2 seconds");
  pass(1);
  expect(container.textContent).toBe("Expires in 1 second");
  pass(1);
  expect(container.textContent).toBe("Expired");
});

test("a countdown that React creates in the browser renders once", () => {
  const onRender = vi.fn();
  const { container } = render(
    <Profiler id="countdown" onRender={onRender}>
      {expiresIn(150)}
    </Profiler>,
  );
  expect(container.textContent).toBe("Expires in 2 minutes");
  expect(onRender).toHaveBeenCalledOnce();
});

test("the exact time is in the title and, for programs, in the datetime", () => {
  const { container } = render(expiresIn(86_400));
  const time = container.querySelector("time");
  expect(time?.dateTime).toBe("2026-11-22T12:00:00.000Z");
  expect(time?.title).toBe(datetimeText(START_MS + 86_400_000));
});

// Rows: A131
test("in details, the exact time is also text, which needs no pointer", () => {
  const { container } = render(<Countdown exact expiry_s={START_MS / 1000 + 86_400} texts={TEXTS} />);
  const text = `Expires in 1 day (${datetimeText(START_MS + 86_400_000)})`;
  expect(container.textContent).toBe(text);
  // Without React, the HTML of the build gets the same text.
  const html = renderToString(<Countdown exact expiry_s={START_MS / 1000 + 86_400} texts={TEXTS} />);
  const page = document.createElement("div");
  page.innerHTML = html;
  writeCountdowns(page, TEXTS)();
  expect(page.textContent).toBe(text);
});

test("without an expiry there is no countdown", () => {
  for (const expiry_s of [0, undefined]) {
    const { container } = render(<Countdown expiry_s={expiry_s} texts={TEXTS} />);
    expect(container.innerHTML).toBe("");
    cleanup();
  }
});

test("the HTML of the build has no remaining time, and hydration adds it without an error", async () => {
  const container = document.createElement("div");
  container.innerHTML = renderToString(expiresIn(7200));
  expect(container.querySelector("time")?.textContent).toBe("");
  const onRecoverableError = vi.fn();
  const root = await act(async () => hydrateRoot(container, expiresIn(7200), { onRecoverableError }));
  expect(container.textContent).toBe("Expires in 2 hours");
  expect(onRecoverableError).not.toHaveBeenCalled();
  act(() => root.unmount());
  expect(vi.getTimerCount()).toBe(0);
});
