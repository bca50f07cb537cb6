// @vitest-environment happy-dom
// Attributes that the browser and the loader set before hydration: `open` of dialogs, and the mark of links to the current page. React must
// not report them as differences.

import { act, cleanup, render } from "@testing-library/react";
import { createElement, type ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { Island as Modal } from "../../modal/island";
import { Island as MobileMenu } from "../../navigation/mobile_menu/island";
import { Link } from "../../ui/controls/button";

vi.mock("../../onboarding/ui/login_panel", () => ({ Panel: () => <p>LOGIN</p> }));

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** Hydrates an element with an attribute that its HTML did not have. Returns React's reports. */
async function hydrateWith(selector: string, attribute: string, element: ReactElement): Promise<unknown[]> {
  const container = document.createElement("div");
  container.innerHTML = renderToString(element);
  document.body.append(container);
  container.querySelector(selector)?.setAttribute(attribute, "");
  const reports: unknown[] = [];
  vi.spyOn(console, "error").mockImplementation((...values) => void reports.push(values));
  await act(async () => {
    render(element, { container, hydrate: true, onRecoverableError: (error) => void reports.push(error) });
  });
  expect(container.querySelector(selector)?.hasAttribute(attribute)).toBe(true);
  return reports;
}

test("LOGIN can be open before its dialog hydrates", async () => {
  await Modal.prepare();
  const texts = { contact: { path: "/info/contactus/" } };
  expect(await hydrateWith("dialog", "open", createElement(Modal, { texts } as never))).toEqual([]);
});

test("the menu can be open before its dialog hydrates", async () => {
  const props = { pages: [], legal: [], texts: {} };
  expect(await hydrateWith("dialog", "open", createElement(MobileMenu, props as never))).toEqual([]);
});

test("a link can be marked as the current page before it hydrates", async () => {
  expect(await hydrateWith("a", "aria-current", <Link to="/">Home</Link>)).toEqual([]);
});
