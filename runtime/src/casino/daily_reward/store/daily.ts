// The daily reward of the player who is signed in, and what this browser remembers of it; all tabs agree (rows 3-34, 7.6-07).

import { atom, computed, type ReadableAtom } from "nanostores";
import { CLOCK } from "../../content/dates";
import { toPromotion } from "../../coupons/api/promotions";
import type { RecordStorage } from "../../session/record";
import { $session } from "../../session/session";
import type { Daily, DailyRecord } from "../model/daily";
import { keyOf, readDaily, writeDaily } from "../model/record";
import { $reward } from "./reward";

/** The reward; `undefined` for guests, for players without one, and until the service has told (A30). */
export const $daily: ReadableAtom<Daily | undefined> = computed(
  $reward,
  (reward) =>
    reward && {
      // However its coupon calls itself, what the service gives is redeemed as a reward (row 4.6-03).
      promotion: { ...toPromotion(reward.coupon), isReward: true },
      isRedeemed: reward.redeemed === 1,
    },
);

const $kept = atom(0);
/** When this player dismissed a popup last, in epoch milliseconds; 0 where they did not. */
export const $dismissed_ms: ReadableAtom<number> = $kept;

/** Where the records lie; a browser that gives no storage remembers within the document. */
const storage: RecordStorage = {
  getItem: (key) => localStorage.getItem(key),
  setItem: (key, value) => localStorage.setItem(key, value),
  removeItem: (key) => localStorage.removeItem(key),
};

/** The reward was redeemed here; what the service says of it comes with the next document. */
export function markRedeemed() {
  const reward = $reward.get();
  if (reward) $reward.set({ ...reward, redeemed: 1 });
}

/** DISMISS and SAVE FOR LATER: no popup until the player's next day (rows 2.11-03, 2.11-06). */
export function dismiss() {
  const daily = $daily.get();
  if (!daily || daily.isRedeemed) return;
  $kept.set(CLOCK.now());
  keep();
}

/** Begins to keep the records, and to follow those of other tabs; called once. */
export function startRecords() {
  $daily.subscribe((daily) => {
    if (!daily) return $kept.set(0);
    $kept.set(recorded()?.dismissed ?? $kept.get());
    keep();
  });
  addEventListener("storage", ({ key }) => {
    const { pid } = $session.get() ?? {};
    if (pid === undefined || key !== keyOf(pid)) return;
    const record = recorded();
    const daily = $daily.get();
    if (!record || record.coupon !== daily?.promotion.code) return;
    $kept.set(record.dismissed);
    if (record.redeemed === 1 && !daily.isRedeemed) markRedeemed();
  });
}

function recorded(): DailyRecord | undefined {
  const { pid } = $session.get() ?? {};
  return pid === undefined ? undefined : readDaily(storage, pid);
}

function keep() {
  const { pid } = $session.get() ?? {};
  const daily = $daily.get();
  if (pid === undefined || !daily) return;
  const { promotion, isRedeemed } = daily;
  writeDaily(storage, pid, { coupon: promotion.code, redeemed: isRedeemed ? 1 : 0, dismissed: $kept.get() });
}
