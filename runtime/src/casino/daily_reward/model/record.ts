// Reads and writes the browser's record of a daily reward: its coupon and the last dismissal (row 3-34, A89).

import type { RecordStorage } from "../../config/own_storage";
import type { DailyRecord } from "./daily";

/** Returns the local storage key of a player's record. */
export const storageKey = (pid: number) => `daily_reward_${pid}`;

/** Returns the record; `undefined` if there is none or it is invalid. */
export function readDaily(storage: RecordStorage, pid: number): DailyRecord | undefined {
  try {
    const value: unknown = JSON.parse(storage.getItem(storageKey(pid)) ?? "null");
    if (typeof value !== "object" || value === null) return undefined;
    const { coupon, redeemed, dismissed } = value as Partial<Record<keyof DailyRecord, unknown>>;
    const isTimestamp = typeof dismissed === "number" && Number.isFinite(dismissed) && dismissed >= 0;
    if (typeof coupon !== "string" || (redeemed !== 0 && redeemed !== 1) || !isTimestamp) return undefined;
    return { coupon, redeemed, dismissed };
  } catch {
    return undefined;
  }
}

/** Stores a record. Without storage the record is lost with the document. */
export function writeDaily(storage: RecordStorage, pid: number, record: DailyRecord) {
  try {
    storage.setItem(storageKey(pid), JSON.stringify(record));
  } catch {
    // Without the record, the popup may open again.
  }
}
