// The daily reward: when its popup opens, its options and texts, and its stored record.

import { expect, test } from "vitest";
import { toPromotion } from "../../coupons/api/promotions";
import type { ActiveCoupon } from "../../coupons/store/coupons";
import {
  chooseButtons,
  type Daily,
  dailyState,
  opensAutomatically,
  type PopupConditions,
  rewardText,
} from "../../daily_reward/model/daily";
import { readDaily, storageKey, writeDaily } from "../../daily_reward/store/daily";
import { apiPromotion } from "../coupons/api_promotion";

/** Noon of a day in the local time zone. */
const NOON_MS = new Date(2026, 10, 21, 12).getTime();
const HOUR_MS = 3_600_000;

const promotion = toPromotion(apiPromotion("DAILY50", { bonus: [50], expiry: NOON_MS / 1000 + 60 }));
const daily: Daily = { promotion, isRedeemed: false };
const defaults: PopupConditions = { now_ms: NOON_MS, dismissed_ms: 0, isPlaying: false, isQuick: false };
const activeCoupon = (status: ActiveCoupon["status"]): ActiveCoupon => ({
  status,
  promotion: toPromotion(apiPromotion("DEP200")),
});

// Rows: 4.6-01, 4.6-02
test("the popup opens by itself unless one of its conditions fails", () => {
  const opens = (changes: Partial<PopupConditions>, reward = daily) =>
    opensAutomatically(reward, { ...defaults, ...changes });
  expect(opens({})).toBe(true);
  expect(opens({ isPlaying: true })).toBe(false);
  expect(opens({ isQuick: true })).toBe(false);
  expect(opens({}, { ...daily, isRedeemed: true })).toBe(false);
  expect(opens({ dismissed_ms: NOON_MS - HOUR_MS })).toBe(false);
  // The reward expires at this instant (A89).
  expect(opens({ now_ms: NOON_MS + 59_999 })).toBe(true);
  expect(opens({ now_ms: NOON_MS + 60_000 })).toBe(false);
});

// Rows: A89, 4.6-01
test("a dismissal lasts for the local calendar day, even if the clock was ahead", () => {
  const opens = (dismissed_ms: number) => opensAutomatically(daily, { ...defaults, dismissed_ms });
  const midnight_ms = new Date(2026, 10, 21).getTime();
  expect(opens(midnight_ms)).toBe(false);
  expect(opens(midnight_ms - 1)).toBe(true);
  expect(opens(NOON_MS + 11 * HOUR_MS)).toBe(false);
  expect(opens(NOON_MS + 13 * HOUR_MS)).toBe(true);
});

// Rows: A37, 2.11-04, 4.6-04
test("a coupon that awaits a deposit is replaced, one in play is not", () => {
  expect(chooseButtons(null)).toEqual({ kind: "free" });
  expect(chooseButtons(activeCoupon("requested"))).toMatchObject({ kind: "replaces", otherCoupon: { code: "DEP200" } });
  expect(chooseButtons(activeCoupon("redeemed"))).toMatchObject({ kind: "waits", otherCoupon: { code: "DEP200" } });
});

// Rows: 2.8-07, 2.8-08
test("a reward is claimed, expired or available by coupon, flag and expiry", () => {
  expect(dailyState(daily, null, NOON_MS)).toBe("available");
  expect(dailyState(daily, activeCoupon("redeemed"), NOON_MS)).toBe("available");
  expect(dailyState({ ...daily, isRedeemed: true }, null, NOON_MS + HOUR_MS)).toBe("claimed");
  expect(dailyState(daily, { status: "requested", promotion }, NOON_MS)).toBe("claimed");
  expect(dailyState(daily, null, NOON_MS + 60_000)).toBe("expired");
});

// Rows: 4.6-06, 4.6-07
test("the reward has its title prefix, and no percentage without a bonus", () => {
  const texts = { title: "Daily Reward: {title}", text: "Your exclusive {n}% daily bonus." };
  const lucky = { ...promotion, title: "Lucky" };
  expect(rewardText(texts, lucky)).toEqual({ title: "Daily Reward: Lucky", text: "Your exclusive 50% daily bonus." });
  for (const bonus of [[], [0]]) expect(rewardText(texts, { ...lucky, bonus }).text).toBe("");
});

// Rows: 3-34
test("each player has an own record, and an unreadable record is ignored", () => {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  const record = { coupon: "DAILY50", redeemed: 0, dismissed: NOON_MS } as const;
  writeDaily(storage, 1007, record);
  expect(readDaily(storage, 1007)).toEqual(record);
  expect(readDaily(storage, 1008)).toBeUndefined();
  const damaged = ["{broken", "null", "7", "[]", '{"coupon":"X"}', JSON.stringify({ ...record, redeemed: 2 })];
  for (const text of [
    ...damaged,
    JSON.stringify({ ...record, dismissed: -1 }),
    JSON.stringify({ ...record, coupon: 5 }),
  ]) {
    stored.set(storageKey(1007), text);
    expect(readDaily(storage, 1007), text).toBeUndefined();
  }
});

test("without storage there is no record and no error", () => {
  const throwError = () => {
    throw new Error("no storage");
  };
  const storage = { getItem: throwError, setItem: throwError, removeItem: throwError };
  expect(() => writeDaily(storage, 1007, { coupon: "X", redeemed: 0, dismissed: 0 })).not.toThrow();
  expect(readDaily(storage, 1007)).toBeUndefined();
});
