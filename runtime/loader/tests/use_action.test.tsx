// @vitest-environment happy-dom

import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { useAction } from "../src/react/use_action";
import { listen } from "../src/signals";

afterEach(cleanup);

test("an action runs once at a time, and its button is busy meanwhile", async () => {
  let finish = () => {};
  const action = vi.fn((_code: string) => new Promise<void>((resolve) => (finish = resolve)));
  const { result } = renderHook(() => useAction("redeem", action));
  await act(async () => {
    void result.current.start("A");
    void result.current.start("B");
  });
  expect(action.mock.calls).toEqual([["A"]]);
  expect(result.current).toMatchObject({ state: "busy", isBusy: true });
  await act(async () => finish());
  expect(result.current).toMatchObject({ state: "done", isBusy: false });
});

test("an action that throws is reported, shows its message and can start again", async () => {
  const faults: unknown[] = [];
  const stop = listen("croupier:fault", (detail) => faults.push(detail));
  const onFailed = vi.fn();
  const action = vi.fn((_code: string) => Promise.reject(new Error("failed chunk")));
  const { result } = renderHook(() => useAction("redeem", action, onFailed));
  for (const times of [1, 2]) {
    await act(async () => result.current.start("A"));
    expect(result.current.state).toBe("failed");
    expect(onFailed).toHaveBeenCalledTimes(times);
    expect(onFailed).toHaveBeenLastCalledWith("A");
    expect(action).toHaveBeenCalledTimes(times);
  }
  expect(faults).toMatchObject([{ part: "redeem" }, { part: "redeem" }]);
  stop();
});

test("an action that throws without a message of its own requests the notice of the page", async () => {
  const onCrashed = vi.fn();
  const stop = listen("croupier:crashed", onCrashed);
  const { result } = renderHook(() => useAction("opt-in", () => Promise.reject(new Error("failed chunk"))));
  await act(async () => result.current.start());
  expect(onCrashed).toHaveBeenCalledTimes(1);
  stop();
});

test("a start uses the action of the last rendering", async () => {
  const calls: number[] = [];
  const { result, rerender } = renderHook(({ n }) => useAction("count", async () => calls.push(n)), {
    initialProps: { n: 1 },
  });
  const { start } = result.current;
  rerender({ n: 2 });
  await act(async () => start());
  expect(calls).toEqual([2]);
});
