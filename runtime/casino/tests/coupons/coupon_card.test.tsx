// @vitest-environment happy-dom
// A list has many coupon cards, so a card renders only when something changes that it shows.

import { PropsContext, QueriesContext } from "@croupier/loader/queries";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { type Promotion, toPromotion } from "../../coupons/api/promotions";
import { PromotionCard } from "../../coupons/card/card";
import type { CardBodyProps } from "../../coupons/card/card_body";
import type { CardTexts } from "../../coupons/model/terms";
import { apiPromotion } from "./api_promotion";

const body = vi.hoisted(() => vi.fn<(props: CardBodyProps) => void>());
const redeem = vi.hoisted(() => vi.fn());
vi.mock("../../coupons/card/card_body", () => ({
  CardBody(props: CardBodyProps) {
    body(props);
    return <div>{props.children}</div>;
  },
}));
vi.mock("../../coupons/card/coupon_actions", () => ({ redeemCard: redeem, cancelCard: vi.fn() }));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.clearAllMocks();
});

const texts = { buttons: { available: "REDEEM" }, overlay: { claiming: "", success: "" } } as CardTexts;

function renderCard(promotion: Promotion) {
  return render(
    <PropsContext value={{ fallback: "Try again" }}>
      <QueriesContext value={{ messages: "123" }}>
        <PromotionCard {...{ promotion, texts }} status="available" symbol="$" />
      </QueriesContext>
    </PropsContext>,
  );
}

test("a card does not render again when the messages of its actions have loaded", async () => {
  const fetch = vi.fn(async () => Response.json({ data: { fallback: "Sorry" } }));
  vi.stubGlobal("fetch", fetch);
  await act(async () => void renderCard(toPromotion(apiPromotion("DEP200"))));
  expect(fetch).toHaveBeenCalledOnce();
  expect(body).toHaveBeenCalledOnce();
});

test("the overlay of a failure closes after 2 seconds", async () => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", async () => Response.json({ data: { fallback: "Sorry" } }));
  redeem.mockRejectedValue(new Error("failed chunk"));
  await act(async () => void renderCard(toPromotion(apiPromotion("DEP200"))));
  await act(async () => {
    fireEvent.click(screen.getByRole("button", { name: "REDEEM" }));
    await vi.dynamicImportSettled();
  });
  expect(body.mock.lastCall?.[0].overlay).toEqual({ kind: "error", text: "Try again" });
  await act(() => vi.advanceTimersByTimeAsync(1999));
  expect(body.mock.lastCall?.[0].overlay).toBeDefined();
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(body.mock.lastCall?.[0].overlay).toBeUndefined();
});
