// What a browser remembers of a player's daily reward: which it was, and when its popup was dismissed (row 3-34, A89).

import type { RecordStorage } from "../../session/record";
import type { DailyRecord } from "./daily";

/** Where the record of a player lies in local storage. */
export const keyOf = (pid: number) => `daily_reward_${pid}`;

/** The record; `undefined` where there is none, or one that makes no sense. */
export function readDaily(storage: RecordStorage, pid: number): DailyRecord | undefined {
  try {
    const value: unknown = JSON.parse(storage.getItem(keyOf(pid)) ?? "null");
    if (typeof value !== "object" || value === null) return undefined;
    const { coupon, redeemed, dismissed } = value as Partial<Record<keyof DailyRecord, unknown>>;
    const isMoment = typeof dismissed === "number" && Number.isFinite(dismissed) && dismissed >= 0;
    if (typeof coupon !== "string" || (redeemed !== 0 && redeemed !== 1) || !isMoment) return undefined;
    return { coupon, redeemed, dismissed };
  } catch {
    return undefined;
  }
}

/** Keeps a record; a browser without storage forgets it with the document. */
export function writeDaily(storage: RecordStorage, pid: number, record: DailyRecord) {
  try {
    storage.setItem(keyOf(pid), JSON.stringify(record));
  } catch {
    // The popup may come once more.
  }
}
