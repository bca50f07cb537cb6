// @vitest-environment happy-dom
// The focus after the control that has it was removed.

import { beforeAll, expect, test } from "vitest";
import { keepFocus } from "../src/ui/keep_focus";

beforeAll(keepFocus);

const find = (selector: string) => document.querySelector<HTMLElement>(selector);

test.each([
  ["the next control", '<main><button id="x"></button><input id="to"></main>', "#x"],
  [
    "the next one of the same group",
    '<main><p><button id="x"></button><i id="to" tabindex="0"></i></p><input></main>',
    "#x",
  ],
  [
    "the last one of the group",
    '<main><p><a></a><a href="/" id="to"></a><b></b><button id="x"></button></p><input></main>',
    "#x",
  ],
  [
    "a control after the removed group",
    '<main><ul><li id="y"><button id="x"></button></li></ul><input id="to"></main>',
    "#y",
  ],
  [
    "no control that Tab does not reach",
    '<main><button id="x"></button><i tabindex="-1"></i><a href="/" id="to"></a></main>',
    "#x",
  ],
])("the focus goes to %s", async (_, html, removed) => {
  document.body.innerHTML = html;
  find("#x")?.focus();
  expect(document.activeElement?.id).toBe("x");
  find(removed)?.remove();
  await expect.poll(() => document.activeElement?.id).toBe("to");
});

test("the focus does not move if the user left the control, or to another part of the window", async () => {
  document.body.innerHTML =
    '<nav><a href="/">A</a></nav><main id="m"><button id="x"></button></main><div><b></b></div>';
  find("#x")?.focus();
  find("#m")?.remove();
  await Promise.resolve();
  expect(document.activeElement).toBe(document.body);

  document.body.innerHTML = '<main><button id="x"></button><input></main>';
  find("#x")?.focus();
  find("#x")?.blur();
  await Promise.resolve();
  find("#x")?.remove();
  await Promise.resolve();
  expect(document.activeElement).toBe(document.body);
});
