// @vitest-environment happy-dom

// Dialogs whose data arrive later than the user types or clicks.

import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LinkDialog } from "../src/dialogs/link_dialog";

/** Answers a request with a status and JSON. */
let answer: (url: URL) => [number, unknown];

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", async (url: string) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    const [status, value] = answer(new URL(url, "http://localhost"));
    return new Response(JSON.stringify(value), { status });
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Waits until the requests that are to be sent are answered. */
const settle = () => act(() => vi.advanceTimersByTimeAsync(1_000));

const pageOf = (name: string) => ({ path: name, title: name, route: `/${name}/`, link: `/${name}/`, anchors: [] });

test("Enter waits for the pages that match what is typed", async () => {
  answer = (url) => [200, { items: [pageOf(url.searchParams.get("q") ?? "first")] }];
  const onChoose = vi.fn();
  render(<LinkDialog onClose={() => undefined} onChoose={onChoose} />);
  await settle();
  const search = screen.getByRole("searchbox", { hidden: true });
  const enter = () => fireEvent.submit(search);

  fireEvent.change(search, { target: { value: "contact" } });
  enter();
  expect(onChoose).not.toHaveBeenCalled();
  await settle();
  expect(onChoose.mock.calls).toEqual([[{ link: "/contact/", text: "contact" }]]);

  // More typing cancels the choice.
  fireEvent.change(search, { target: { value: "con" } });
  enter();
  fireEvent.change(search, { target: { value: "conditions" } });
  await settle();
  expect(onChoose).toHaveBeenCalledOnce();
  enter();
  expect(onChoose).toHaveBeenLastCalledWith({ link: "/conditions/", text: "conditions" });
});
