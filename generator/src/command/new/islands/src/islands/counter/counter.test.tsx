// @vitest-environment happy-dom
// Tests the counter as the browser runs it: rendered by the build, hydrated, then clicked.

import { act } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { Island } from "./island";

// Lets React apply all updates before `act` returns.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

test("it begins where the build drew it, and each press counts one more", async () => {
  const island = <Island label="Clicks" start={2} />;
  const place = document.createElement("div");
  place.innerHTML = renderToString(island);
  expect(place.textContent).toBe("Clicks 2");

  const mistakes: unknown[] = [];
  await act(async () => hydrateRoot(place, island, { onRecoverableError: (error) => mistakes.push(error) }));
  await act(async () => place.querySelector("button")?.click());
  expect(place.textContent).toBe("Clicks 3");
  expect(mistakes).toEqual([]);
});
