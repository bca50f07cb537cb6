// The rewards service with a fake socket: the first frame, retries, and received frames.

import { expect, test, vi } from "vitest";
import { createRewards, rewardsUrl } from "../../daily_reward/store/rewards";
import { apiPromotion } from "../coupons/api_promotion";

/** A reward of the service. */
const REWARD = { redeemed: 0, coupon: apiPromotion("") };
const ANN = { casinoid: 794, login: "annx", player_id: 1001, class_name: "Silver" };

function createTestService() {
  vi.useFakeTimers();
  const sent: [number, string][] = [];
  const rewardsReceived: unknown[] = [];
  const events: string[] = [];
  const startedAt = Date.now();
  const socket = {
    readyState: 0,
    send: (text: string) => void sent.push([Date.now() - startedAt, text]),
    close() {
      socket.readyState = 3;
      events.push("close");
    },
  };
  const listeners: ((text: string) => void)[] = [];
  const rewards = createRewards({
    connect(_, listener) {
      events.push("connect");
      listeners.push(listener);
      // Each socket is a different object with the same state.
      return Object.create(socket) as typeof socket;
    },
    after(ms, callback) {
      const timer = setTimeout(callback, ms);
      return () => clearTimeout(timer);
    },
    url: () => "wss://rewards.example/",
    onReward: (reward) => void rewardsReceived.push(reward),
    failed: () => void events.push("failed"),
  });
  const receive = (text: string, at = listeners.length - 1) => listeners[at]?.(text);
  return { rewards, socket, sent, rewardsReceived, events, receive };
}

// Rows: 7.6-06
test("the first frame is checklogin with casino, login, player and class", () => {
  const { rewards, socket, sent } = createTestService();
  rewards.open(ANN);
  socket.readyState = 1;
  vi.advanceTimersByTime(10_000);
  expect(sent).toEqual([[300, JSON.stringify({ action: "checklogin", ...ANN })]]);
  vi.useRealTimers();
});

// Rows: 7.6-08, 9-23
test("a closed socket is retried at 300 to 1500 ms and then given up", () => {
  const { rewards, socket, sent, events } = createTestService();
  let reads = 0;
  const readTimes: number[] = [];
  const startedAt = Date.now();
  Object.defineProperty(socket, "readyState", {
    get: () => {
      reads += 1;
      readTimes.push(Date.now() - startedAt);
      return 0;
    },
    set: () => {},
  });
  rewards.open(ANN);
  vi.advanceTimersByTime(60_000);
  expect([reads, readTimes]).toEqual([5, [300, 600, 900, 1200, 1500]]);
  expect(sent).toEqual([]);
  expect(events).toEqual(["connect", "close", "failed"]);
  rewards.open(ANN);
  expect(events.slice(3)).toEqual(["connect"]);
  vi.useRealTimers();
});

test("closing stops the retries, and opening starts over", () => {
  const { rewards, socket, sent, events } = createTestService();
  rewards.open(ANN);
  rewards.close();
  vi.advanceTimersByTime(5000);
  expect([sent, rewards.isOpen()]).toEqual([[], false]);
  rewards.open(ANN);
  socket.readyState = 1;
  vi.advanceTimersByTime(5000);
  expect(sent).toHaveLength(1);
  expect(events).toEqual(["connect", "close", "connect"]);
  vi.useRealTimers();
});

// Rows: 7.6-07
test("a frame that is not a coupon with a flag is ignored", () => {
  const { rewards, receive, rewardsReceived } = createTestService();
  rewards.open(ANN);
  for (const text of ["{broken", "null", "7", '{"redeemed":0}', '{"coupon":null,"redeemed":0}', '{"errorMessage":"x"}'])
    receive(text);
  expect(rewardsReceived).toEqual([]);
  vi.useRealTimers();
});

test("a late message of a closed socket is ignored", () => {
  const { rewards, receive, rewardsReceived } = createTestService();
  const reward = JSON.stringify(REWARD);
  rewards.open(ANN);
  receive(reward);
  expect(rewardsReceived).toHaveLength(1);
  rewards.open({ ...ANN, player_id: 1002 });
  receive(reward, 0);
  expect(rewardsReceived).toHaveLength(1);
  receive(reward);
  expect(rewardsReceived).toHaveLength(2);
  rewards.close();
  receive(reward);
  expect(rewardsReceived).toHaveLength(2);
  vi.useRealTimers();
});

// Rows: 7.6-05
test("the URL has casino and token, and uses TLS if the page does", () => {
  const url = (setting: string, page: string) => rewardsUrl(setting, page, 794, "t&1");
  expect(url("/docs/rewards", "https://www.casino.example/docs/")).toBe(
    "wss://www.casino.example/docs/rewards?casinoid=794&token=t%261",
  );
  expect(url("/rewards", "http://127.0.0.1:8765/x/")).toBe("ws://127.0.0.1:8765/rewards?casinoid=794&token=t%261");
  for (const setting of ["wss://r.example/s", "https://r.example/s", "ws://r.example/s"])
    expect(url(setting, "https://www.casino.example/")).toBe("wss://r.example/s?casinoid=794&token=t%261");
  expect(url("wss://r.example/s", "http://127.0.0.1/")).toMatch(/^wss:/);
});
