// @vitest-environment happy-dom

import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { confirm } from "../../ui/dialogs/confirm";
import { requestConfirmation } from "../../ui/open";

const QUESTION = { title: "Cancel Coupon", text: "Are you sure?", confirm: "YES", back: "Back" };

beforeEach(() => void Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true }));
afterEach(() => document.body.replaceChildren());

// Rows: 2.14-07
test("only the confirm button returns true", async () => {
  for (const [name, expected] of [
    ["YES", true],
    ["Back", false],
  ] as const) {
    let answer: Promise<boolean> = Promise.reject(new Error("not asked"));
    answer.catch(() => undefined);
    await act(async () => {
      answer = confirm(QUESTION);
    });
    await act(async () => void fireEvent.click(screen.getByRole("button", { name })));
    await expect(answer).resolves.toBe(expected);
    expect(document.querySelector("dialog")).toBeNull();
  }
});

// Rows: A74
test("the same dialog opens once at a time", async () => {
  let first: Promise<boolean> | undefined;
  await act(async () => {
    first = confirm(QUESTION);
  });
  await expect(confirm(QUESTION)).resolves.toBe(false);
  expect(document.querySelectorAll("dialog").length).toBe(1);
  await act(async () => document.querySelector("dialog")?.close());
  await expect(first).resolves.toBe(false);
});

test("a failed chunk of the dialog is no answer to a question", async () => {
  vi.doMock("../../ui/dialogs/confirm", () => {
    throw new Error("failed chunk");
  });
  vi.resetModules();
  const fresh = await import("../../ui/open");
  await expect(fresh.requestConfirmation(QUESTION)).rejects.toThrow();
  await expect(fresh.showMessage(QUESTION)).resolves.toBe(false);
  vi.doUnmock("../../ui/dialogs/confirm");
});

test("without its texts a question is not asked", async () => {
  await expect(requestConfirmation(undefined)).rejects.toThrow("texts");
  expect(document.querySelector("dialog")).toBeNull();
});
