// The coupons page of guests is complete as HTML (rows 2.8-04, 6-01). The component is needed if the server has other promotions
// (row 7.4-02), or if the URL opens a card (A29).

import "../../coupons/ui/coupon_code.css";
import "../../coupons/card/card.css";
import "../page.css";
import type { Enhance } from "@croupier/loader/enhance";
import { datetimeText, type ExpiryTexts, exactExpiryText, expiryText, onEachTick } from "../../content/format";
import { $defaultPromotions, newerThan, toPagePromotions } from "../../coupons/store/default_promotions";
import type { GuestProps } from "../page";

/** Enhances the HTML of the list. */
export const enhance: Enhance<GuestProps> = (element, { promotions, texts }, hydrate) => {
  if (new URLSearchParams(location.search).has("promo")) {
    hydrate();
    return () => {};
  }

  const newer = newerThan(toPagePromotions(promotions));
  const stops = [
    $defaultPromotions.subscribe(({ data }) => {
      if (newer(data)) hydrate();
    }),
    writeCountdowns(element, texts.terms),
    disableWithoutCode(element),
  ];

  return () => {
    for (const stop of stops) stop();
  };
};

/** Disables SUBMIT while the field of the code is empty, as the component does (row 5-26). */
function disableWithoutCode(element: HTMLElement): () => void {
  const input = element.querySelector<HTMLInputElement>(".coupon-code input");
  const button = element.querySelector<HTMLButtonElement>(".coupon-code button");

  const update = () => {
    if (button) button.disabled = !input?.value.trim();
  };
  update();
  input?.addEventListener("input", update);

  return () => {
    input?.removeEventListener("input", update);
    // The first rendering of the component has an enabled button.
    if (button) button.disabled = false;
  };
}

/** Writes the times of all countdowns in `element`, as `Countdown` renders them. Returns a function that stops the updates. */
export function writeCountdowns(element: HTMLElement, texts: ExpiryTexts): () => void {
  const countdowns = [...element.querySelectorAll<HTMLTimeElement>("time.countdown")].map((time) => ({
    time,
    until_ms: Date.parse(time.dateTime),
  }));
  if (countdowns.length === 0) return () => {};

  for (const { time, until_ms } of countdowns) time.title = datetimeText(until_ms);

  return onEachTick(
    countdowns.map(({ until_ms }) => until_ms),
    (now_ms) => {
      for (const { time, until_ms } of countdowns) {
        const format = time.dataset.exact ? exactExpiryText : expiryText;
        time.textContent = format(until_ms / 1000, now_ms, texts);
      }
    },
  );
}
