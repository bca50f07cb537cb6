// @vitest-environment happy-dom

import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { Tooltip } from "../../../src/casino/ui/tooltip/tooltip";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function draw() {
  render(
    <>
      <Tooltip label="About quick play">Opens a game at once.</Tooltip>
      <p>Elsewhere</p>
    </>,
  );
  const mark = screen.getByRole("button", { name: "About quick play" });
  const bubble = screen.getByText("Opens a game at once.");
  return { mark, bubble, isOpen: () => bubble.hasAttribute("data-open") };
}

const hover = (element: Element) => fireEvent.pointerEnter(element, { pointerType: "mouse" });
const unhover = (element: Element) => fireEvent.pointerLeave(element, { pointerType: "mouse" });

test("Escape closes only a hovered tooltip, wherever the focus is (WCAG 1.4.13)", () => {
  const { mark, isOpen } = draw();
  const closeDialog = vi.fn();
  document.body.addEventListener("keydown", closeDialog, { once: true });
  hover(mark.parentElement as Element);
  expect(isOpen()).toBe(true);
  expect(document.activeElement).toBe(document.body);
  const isUnhandled = fireEvent.keyDown(document.body, { key: "Escape" });
  expect(isOpen()).toBe(false);
  expect(isUnhandled).toBe(false);
  expect(closeDialog).not.toHaveBeenCalled();
});

// Rows: 4.8-04, 9-20
test("a tooltip stays while hovered or focused (WCAG 1.4.13)", () => {
  vi.useFakeTimers();
  const { mark, isOpen } = draw();
  hover(mark.parentElement as Element);
  vi.advanceTimersByTime(60_000);
  expect(isOpen()).toBe(true);
  unhover(mark.parentElement as Element);
  expect(isOpen()).toBe(false);
  fireEvent.focus(mark);
  vi.advanceTimersByTime(60_000);
  expect(isOpen()).toBe(true);
  fireEvent.blur(mark);
  expect(isOpen()).toBe(false);
});

test("a focused tooltip survives the pointer leaving and closes by a press elsewhere", () => {
  const { mark, isOpen } = draw();
  mark.focus();
  hover(mark.parentElement as Element);
  unhover(mark.parentElement as Element);
  expect(isOpen()).toBe(true);
  fireEvent.pointerDown(screen.getByText("Elsewhere"));
  expect(isOpen()).toBe(false);
});

test("a second tap closes the tooltip", () => {
  const { mark, isOpen } = draw();
  const tap = () => {
    fireEvent.pointerDown(mark, { pointerType: "touch" });
    mark.focus();
    fireEvent.click(mark);
  };
  tap();
  expect(isOpen()).toBe(true);
  tap();
  expect(isOpen()).toBe(false);
});
