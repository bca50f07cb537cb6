// @vitest-environment happy-dom

import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { Tooltip } from "../../ui/tooltip/tooltip";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function renderTooltip() {
  render(
    <>
      <Tooltip label="About quick play">Opens a game at once.</Tooltip>
      <p>Elsewhere</p>
    </>,
  );
  const button = screen.getByRole("button", { name: "About quick play" });
  const bubble = screen.getByText("Opens a game at once.");
  return { button, bubble, isOpen: () => bubble.hasAttribute("data-open") };
}

const hover = (element: Element) => fireEvent.pointerEnter(element, { pointerType: "mouse" });
const unhover = (element: Element) => fireEvent.pointerLeave(element, { pointerType: "mouse" });

test("Escape closes only a hovered tooltip, wherever the focus is (WCAG 1.4.13)", () => {
  const { button, isOpen } = renderTooltip();
  const closeDialog = vi.fn();
  document.body.addEventListener("keydown", closeDialog, { once: true });
  hover(button.parentElement as Element);
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
  const { button, isOpen } = renderTooltip();
  hover(button.parentElement as Element);
  vi.advanceTimersByTime(60_000);
  expect(isOpen()).toBe(true);
  unhover(button.parentElement as Element);
  expect(isOpen()).toBe(false);
  fireEvent.focus(button);
  vi.advanceTimersByTime(60_000);
  expect(isOpen()).toBe(true);
  fireEvent.blur(button);
  expect(isOpen()).toBe(false);
});

test("a focused tooltip survives the pointer leaving and closes by a press elsewhere", () => {
  const { button, isOpen } = renderTooltip();
  button.focus();
  hover(button.parentElement as Element);
  unhover(button.parentElement as Element);
  expect(isOpen()).toBe(true);
  fireEvent.pointerDown(screen.getByText("Elsewhere"));
  expect(isOpen()).toBe(false);
});

test("a second tap closes the tooltip", () => {
  const { button, isOpen } = renderTooltip();
  const tap = () => {
    fireEvent.pointerDown(button, { pointerType: "touch" });
    button.focus();
    fireEvent.click(button);
  };
  tap();
  expect(isOpen()).toBe(true);
  tap();
  expect(isOpen()).toBe(false);
});
