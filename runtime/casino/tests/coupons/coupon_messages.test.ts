// Messages of coupons that cannot be redeemed, and stored codes that a redeem removes.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test, vi } from "vitest";
import type { Failure } from "../../api/outcome";
import type { MessageTexts } from "../../content/messages";
import { deleteCoupon, storeCoupon } from "../../coupons/model/coupon_cookies";
import { couponFailureText, isInvalidCode } from "../../coupons/model/typed_code";
import { FOR_GUESTS } from "../../session_policy/navigation";

afterEach(() => void vi.unstubAllGlobals());

const messages: MessageTexts = {
  fallback: "Sorry.",
  product: "Paper Lantern",
  screens: [{ message: "errorCasinoMaintenance", title: "BACK SOON", subtitle: "Sorry, {name} is down.", options: [] }],
  coupon: {
    invalid_answer: "Error: Invalid Coupon",
    invalid: "{code} seems to be invalid",
    redeem: "Error! Sorry, there was an error.",
  },
};
const refused = (message: string, status = 400): Failure => ({ kind: "refused", message, status });
const messageFor = (failure: Failure) => couponFailureText(failure, "DEP250", messages);

// Rows: A127, A128, 8-19
test("an invalid code names the code, and other failures show the redeem error", () => {
  expect(messageFor(refused("Error: Invalid Coupon"))).toBe("DEP250 seems to be invalid");
  expect(messageFor(refused("Not today"))).toBe("Not today");
  expect(messageFor(refused(""))).toBe("Error! Sorry, there was an error.");
  expect(messageFor(refused("Internal Server Error", 500))).toBe("Error! Sorry, there was an error.");
  expect(messageFor(refused("Bad Gateway", 502))).toBe("Error! Sorry, there was an error.");
});

// Rows: A53
test("maintenance names the product", () => {
  expect(messageFor({ kind: "maintenance" })).toBe("Sorry, Paper Lantern is down.");
});

// Rows: 5-26
test("only a code that the server does not know is invalid", () => {
  expect(isInvalidCode(refused("error: invalid coupon."), messages)).toBe(true);
  expect(isInvalidCode(refused("active_coupon", 409), messages)).toBe(false);
  expect(isInvalidCode({ kind: "offline" }, messages)).toBe(false);
  expect(isInvalidCode(refused(""), { fallback: "" })).toBe(false);
});

// Rows: A65
test("redeeming removes the stored code only if it is the same one", () => {
  const fakeDocument = { cookie: "aff_suc=AFF50; signup_coupon=SPINS25" };
  vi.stubGlobal("document", fakeDocument);
  deleteCoupon("MAX325");
  expect(fakeDocument.cookie).toBe("aff_suc=AFF50; signup_coupon=SPINS25");
  deleteCoupon("spins25");
  expect(fakeDocument.cookie).toMatch(/^signup_coupon=; Max-Age=0;.*; Secure$/);
  // Browsers reject secure cookies on insecure origins.
  vi.stubGlobal("isSecureContext", false);
  storeCoupon("spins25");
  expect(fakeDocument.cookie).toBe("signup_coupon=SPINS25; Max-Age=604800; Path=/; SameSite=Lax");
});

// Rows: A11
test("every button that opens a form for guests is hidden from players", () => {
  const macro = readFileSync(fileURLToPath(new URL("../../../../pages/macros/action.html", import.meta.url)), "utf8");
  expect(/if type in \[([^\]]+)\] %} guest-only/.exec(macro)?.[1]).toBe(
    FOR_GUESTS.map((panel) => `"${panel}"`).join(", "),
  );
});
