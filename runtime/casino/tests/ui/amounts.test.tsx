// @vitest-environment happy-dom

import { act, cleanup, render, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AnimatedAmount } from "../../ui/display/animated_amount";
import { amountAt } from "../../ui/display/count_up";

beforeEach(() => vi.useFakeTimers({ toFake: ["requestAnimationFrame", "cancelAnimationFrame", "performance"] }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** happy-dom has no layout, so this reports all elements as visible. */
function onScreen() {
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue({ top: 10, bottom: 30 } as DOMRect);
}

const withMotion = (isReduced: boolean) =>
  vi.spyOn(globalThis, "matchMedia").mockReturnValue({ matches: isReduced } as MediaQueryList);

test("a growing amount is animated up to its target", async () => {
  onScreen();
  withMotion(false);
  const { rerender, container } = render(<AnimatedAmount cents={10_000} symbol="$" />);
  rerender(<AnimatedAmount cents={20_000} symbol="$" />);
  act(() => void vi.advanceTimersByTime(300));
  const midway = Number((container.textContent ?? "").slice(1));
  expect(midway).toBeGreaterThan(100);
  expect(midway).toBeLessThan(200);
  act(() => void vi.advanceTimersByTime(2000));
  expect(screen.getByText("$200.00")).toBeDefined();
});

test("a falling amount, or one with reduced motion, is shown at once", () => {
  onScreen();
  withMotion(false);
  const { rerender, container } = render(<AnimatedAmount cents={20_000} symbol="$" />);
  rerender(<AnimatedAmount cents={500} symbol="$" />);
  expect(container.textContent).toBe("$5.00");
  withMotion(true);
  rerender(<AnimatedAmount cents={90_000} symbol="$" />);
  expect(container.textContent).toBe("$900.00");
});

test("the server renders the same amount as the first render in the browser", () => {
  const html = renderToString(<AnimatedAmount cents={123_456} symbol="$" />);
  const { container } = render(<AnimatedAmount cents={123_456} symbol="$" />);
  expect(container.innerHTML).toBe(html);
});

test("animated amounts are between both ends", () => {
  expect([-1, 0, 1, 2].map((part) => amountAt(100, 200, part))).toEqual([100, 100, 200, 200]);
});
