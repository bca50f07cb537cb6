// The coupons page of guests is complete as HTML (rows 2.8-04, 6-01). The component is needed if the server has other promotions
// (row 7.4-02), or if the URL opens a card (A29).

import type { Enhance } from "../../../island/enhance";
import { toPromotion } from "../../coupons/api/promotions";
import { newerThan } from "../../coupons/model/newer_promotions";
import { $defaultPromotions } from "../../coupons/store/default_promotions";
import { writeCountdowns } from "../../ui/display/write_countdowns";
import type { GuestProps } from "./props";
import "../../coupons/ui/coupon_code.css";
import "../../coupons/card/card.css";
import "../page.css";

/** Enhances the HTML of the list. */
export const enhance: Enhance<GuestProps> = (element, { promotions, texts }, hydrate) => {
  if (new URLSearchParams(location.search).has("promo")) {
    hydrate();
    return () => {};
  }
  const newer = newerThan(promotions.map(toPromotion));
  const stops = [
    $defaultPromotions.subscribe(({ data }) => void (newer(data) && hydrate())),
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
