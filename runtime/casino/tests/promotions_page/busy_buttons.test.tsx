// @vitest-environment happy-dom
// Buttons work again after a failure in a later step, such as a failed chunk.

import { PropsContext } from "@croupier/loader/queries";
import { act, cleanup, fireEvent, render, renderHook, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { redeemCoupon } from "../../coupons/store/coupon_commands";
import { useOptIn } from "../../jackpot/ui/use_opt_in";
import { CustomCoupon, RedeemButton } from "../../onboarding/offers/offers";
import { CodeEntry } from "../../promotions_page/my_coupons/code_entry";
import { submitCode } from "../../promotions_page/my_coupons/submit_code";
import type { PlayerProps } from "../../promotions_page/page";
import type { ServerData } from "../../stores/server_data";

vi.mock("../../coupons/store/coupons", async (real) => {
  const { atom } = await import("nanostores");
  return { ...(await real<object>()), $activeCoupon: atom({}), $promotions: atom({}) };
});
vi.mock("../../coupons/store/coupon_commands", () => ({ redeemCoupon: vi.fn() }));
vi.mock("../../promotions_page/my_coupons/submit_code", () => ({ submitCode: vi.fn() }));
vi.mock("../../coupons/store/free_spins", () => ({
  afterRedeem: () => Promise.reject(new Error("failed chunk")),
}));

const unhandled = vi.fn();
beforeEach(() => {
  // The error is still reported, as an unhandled rejection.
  process.on("unhandledRejection", unhandled);
  vi.mocked(redeemCoupon).mockResolvedValue({ kind: "maintenance" });
});
afterEach(() => {
  process.removeAllListeners("unhandledRejection");
  cleanup();
  vi.clearAllMocks();
});

test("a redeem button works again after a failure that cannot be shown", async () => {
  const onFailed = () => Promise.reject(new Error("failed chunk"));
  render(<RedeemButton coupon={{ code: "DEP200", isReward: false }} title="REDEEM" onFailed={onFailed} />);
  const button = screen.getByRole("button", { name: "REDEEM" });
  for (const times of [1, 2]) {
    await act(async () => void fireEvent.click(button));
    expect(button.hasAttribute("aria-busy")).toBe(false);
    expect(redeemCoupon).toHaveBeenCalledTimes(times);
  }
});

test("a typed code whose next page failed to load can be sent again", async () => {
  vi.mocked(redeemCoupon).mockResolvedValue({
    kind: "ok",
    value: { inLobby: true, hasFreeSpins: false, spins: 0, game: "" },
  });
  render(
    <CustomCoupon
      option={{ title: "ENTER A CODE", action: { type: "CUSTOM_COUPON" } }}
      isFirst
      definition={{} as never}
      finish={() => undefined}
    />,
  );
  fireEvent.click(screen.getByRole("button", { name: "ENTER A CODE" }));
  const field = screen.getByRole("textbox");
  fireEvent.change(field, { target: { value: "DEP200" } });
  const submit = screen.getByRole("button");
  for (const times of [1, 2]) {
    await act(async () => void fireEvent.submit(field.closest("form") as HTMLFormElement));
    expect(submit.hasAttribute("aria-busy")).toBe(false);
    expect(redeemCoupon).toHaveBeenCalledTimes(times);
  }
});

test("a code whose action failed to load shows a message and can be submitted again", async () => {
  vi.mocked(submitCode).mockRejectedValue(new Error("failed chunk"));
  const texts = { page: { code_label: "CODE", submit: "SUBMIT" } } as PlayerProps["texts"];
  const empty = { coupons: "", active: "", retry: "" };
  render(
    <PropsContext value={{ fallback: "Try again" }}>
      <CodeEntry {...{ texts, empty }} listed={[]} renderCard={() => null} email="" />
    </PropsContext>,
  );
  const field = screen.getByRole("textbox");
  fireEvent.change(field, { target: { value: "DEP200" } });
  for (const times of [1, 2]) {
    await act(async () => void fireEvent.click(screen.getByRole("button", { name: "SUBMIT" })));
    expect(screen.getByText("Try again")).toBeTruthy();
    expect(submitCode).toHaveBeenCalledTimes(times);
  }
});

test("an opt-in whose change failed can be changed again", async () => {
  const change = vi.fn().mockRejectedValue(new Error("failed chunk"));
  const { result } = renderHook(() => useOptIn({ store: {} as ServerData<unknown>, change }));
  for (const times of [1, 2]) {
    await act(async () => result.current[1](true).catch(() => undefined));
    expect(result.current[0]).toBe(false);
    expect(change).toHaveBeenCalledTimes(times);
  }
});
