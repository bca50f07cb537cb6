// The daily reward of the signed-in player, and its record in this browser, which all tabs share (rows 3-34, 7.6-07).

import { atom, computed, type ReadableAtom } from "nanostores";
import type { DailyReward } from "../../api/contract/schema";
import { OWN_STORAGE, ownKey, type RecordStorage } from "../../config/config";
import { CLOCK } from "../../content/format";
import { type Translate, toPromotion } from "../../coupons/api/promotions";
import { $reward } from "../../player/player";
import { readStored, writeStored } from "../../session/record";
import { $session } from "../../session/session";
import type { Daily, DailyRecord } from "../model/daily";

/** Gives the coupon of the reward the texts of the page's language, once they are loaded. */
const $translate = /* @__PURE__ */ atom<Translate>((promotion) => promotion);

/** The reward; `undefined` for guests, for players without a reward, and until the service has reported (A30). */
export const $daily: ReadableAtom<Daily | undefined> = import.meta.env.LANGUAGES
  ? computed([$reward, $translate], toDaily)
  : computed($reward, (reward) => toDaily(reward));

function toDaily(reward: DailyReward | undefined, translate?: Translate): Daily | undefined {
  if (!reward) return undefined;
  const promotion = toPromotion(reward.coupon);
  return {
    // Daily rewards are always redeemed as rewards, whatever type their coupon has (row 4.6-03).
    promotion: { ...(import.meta.env.LANGUAGES && translate ? translate(promotion) : promotion), isReward: true },
    isRedeemed: reward.redeemed === 1,
  };
}

const $storedDismissal_ms = atom(0);
/** Time of this player's last dismissal, in epoch milliseconds; 0 if there was none. */
export const $dismissed_ms: ReadableAtom<number> = $storedDismissal_ms;

/** Marks the reward as redeemed until the service reports it again in the next document. */
export function markRedeemed() {
  const reward = $reward.get();
  if (reward) $reward.set({ ...reward, redeemed: 1 });
}

/** Dismisses the reward: no popup opens until the player's next day (rows 2.11-03, 2.11-06). */
export function dismiss() {
  const daily = $daily.get();
  if (!daily || daily.isRedeemed) return;
  $storedDismissal_ms.set(CLOCK.now());
  persist();
}

/** Starts writing records and following those of other tabs. Called once. */
export function startRecords() {
  $daily.subscribe((daily) => {
    if (!daily) return $storedDismissal_ms.set(0);
    // The client reports a failure; the coupon then has the texts of the API.
    if (import.meta.env.LANGUAGES)
      void import("../../coupons/store/coupon_texts")
        .then(async ({ loadTranslate }) => $translate.set(await loadTranslate()))
        .catch(() => undefined);
    $storedDismissal_ms.set(readRecord()?.dismissed ?? $storedDismissal_ms.get());
    persist();
  });

  addEventListener("storage", ({ key }) => {
    const { pid } = $session.get() ?? {};
    if (pid === undefined || key !== ownKey(storageKey(pid))) return;

    const record = readRecord();
    const daily = $daily.get();
    if (!record || record.coupon !== daily?.promotion.code) return;

    $storedDismissal_ms.set(record.dismissed);
    if (record.redeemed === 1 && !daily.isRedeemed) markRedeemed();
  });
}

function readRecord(): DailyRecord | undefined {
  const { pid } = $session.get() ?? {};
  return pid === undefined ? undefined : readDaily(OWN_STORAGE, pid);
}

function persist() {
  const { pid } = $session.get() ?? {};
  const daily = $daily.get();
  if (pid === undefined || !daily) return;
  const { promotion, isRedeemed } = daily;
  writeDaily(OWN_STORAGE, pid, {
    coupon: promotion.code,
    redeemed: isRedeemed ? 1 : 0,
    dismissed: $storedDismissal_ms.get(),
  });
}

/** Returns the local storage key of a player's record. */
export const storageKey = (pid: number) => `daily_reward_${pid}`;

/** Returns the record; `undefined` if there is none or it is invalid. */
export function readDaily(storage: RecordStorage, pid: number): DailyRecord | undefined {
  const { coupon, redeemed, dismissed } = readStored(storage, storageKey(pid));
  const isTimestamp = typeof dismissed === "number" && Number.isFinite(dismissed) && dismissed >= 0;
  if (typeof coupon !== "string" || (redeemed !== 0 && redeemed !== 1) || !isTimestamp) return undefined;
  return { coupon, redeemed, dismissed };
}

/** Stores a record. Without it, the popup may open again. */
export function writeDaily(storage: RecordStorage, pid: number, record: DailyRecord) {
  writeStored(storage, storageKey(pid), record);
}
