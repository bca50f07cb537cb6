// @vitest-environment happy-dom
// The browser opens dialogs before hydration, which sets the attribute `open`. React must not report it as a difference.

import { act, cleanup, render } from "@testing-library/react";
import { createElement, type ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { Island as Modal } from "../../src/casino/modal/island";
import { Island as MobileMenu } from "../../src/casino/navigation/mobile_menu/island";

vi.mock("../../src/casino/modal/panels", () => ({
  LOGIN: () => Promise.resolve({ Panel: () => <p>LOGIN</p> }),
  FORM: vi.fn(),
  PANELS: {},
}));

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** Hydrates an element whose dialog is open. Returns React's reports. */
async function hydrateOpen(element: ReactElement): Promise<unknown[]> {
  const container = document.createElement("div");
  container.innerHTML = renderToString(element);
  document.body.append(container);
  container.querySelector("dialog")?.setAttribute("open", "");
  const reports: unknown[] = [];
  vi.spyOn(console, "error").mockImplementation((...values) => void reports.push(values));
  await act(async () => {
    render(element, { container, hydrate: true, onRecoverableError: (error) => void reports.push(error) });
  });
  expect(container.querySelector("dialog")?.hasAttribute("open")).toBe(true);
  return reports;
}

test("LOGIN can be open before its dialog hydrates", async () => {
  await Modal.prepare();
  const texts = { contact: { path: "/info/contactus/" } };
  expect(await hydrateOpen(createElement(Modal, { texts } as never))).toEqual([]);
});

test("the menu can be open before its dialog hydrates", async () => {
  const props = { pages: [], legal: [], texts: {}, fallback: "" };
  expect(await hydrateOpen(createElement(MobileMenu, props as never))).toEqual([]);
});
