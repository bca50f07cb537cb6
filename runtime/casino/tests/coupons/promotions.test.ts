// Models of coupon cards: terms, benefits, order, and the meaning of a typed code.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { type Promotion, toPromotion } from "../../coupons/api/promotions";
import { maxCashout, termLines } from "../../coupons/card/contents";
import { benefitText, figureText } from "../../coupons/model/benefits";
import { available, byFirstBonus, FIXED_AMOUNT, findByCode, recommended } from "../../coupons/model/order";
import {
  type BetRules,
  type GivesTexts,
  maxBet,
  minDepositText,
  rangeText,
  type TermsTexts,
  wageringText,
} from "../../coupons/model/terms";
import { codeMeaning } from "../../coupons/model/typed_code";
import { normalizeCode } from "../../coupons/ui/coupon_code";
import { renameHandlers } from "../../ui/display/safe_html";
import { apiPromotion } from "./api_promotion";

const NONE: Promotion = {
  code: "NONE",
  title: "",
  description: "",
  image: "",
  rewardType: "",
  isReward: false,
  redemptionType: "",
  expiry_s: 0,
  uses: { player: 0, day: 0, week: 0, month: 0 },
  bonus: [],
  playthrough: [],
  spins: [],
  deposits: [],
  leastDeposits: [],
  amount: undefined,
  spinsRemaining: 0,
  freeSpins: {},
  freeSpinGames: [],
  userHash: "",
  wagered: undefined,
  toWager: undefined,
  awaitsDeposit: false,
};
const promotion = (changes: Partial<Promotion>): Promotion => ({ ...NONE, ...changes });
const codes = (list: readonly Promotion[]) => list.map(({ code }) => code);

const BETS: BetRules = {
  others: 10,
  classes: [
    { name: "Low Margin", amount: 7 },
    { name: "Cash Recyclers", amount: 7 },
    { name: "Cash Recyclers + Bonuses", amount: 7 },
    { name: "Bronze No2", amount: 5 },
  ],
  coupons: [{ code: "NINJABOOST", amount: 5, max_cashout: 1500 }],
};

// Rows: 6-06, 6-07, 6-08, 6-09, 9-15
test("the terms in content match the rows", () => {
  const toml = readFileSync(fileURLToPath(new URL("../../../../content/data/cards.toml", import.meta.url)), "utf8");
  const rules = toml.slice(toml.indexOf("[max_bet]"), toml.indexOf("[page]"));
  expect(rules).toContain("others = 10");
  const classes = [...rules.matchAll(/name = "([^"]+)", amount = (\d+)/g)].map(([, name, amount]) => ({
    name,
    amount: Number(amount),
  }));
  expect(classes).toEqual(BETS.classes);
  expect(rules).toContain('coupons = [{ code = "NINJABOOST", amount = 5, max_cashout = 1500 }]');
});

// Rows: 6-06, 6-07, 6-08
test.each([
  ["Low Margin", 700],
  ["Cash Recyclers", 700],
  ["Cash Recyclers + Bonuses", 700],
  ["Bronze No2", 500],
  ["Silver", 1000],
  ["low margin", 1000],
  [undefined, 1000],
])("the max bet of class %s is %d cents", (playerClass, cents) => {
  expect(maxBet(BETS, "DEP200", playerClass)).toBe(cents);
});

// Rows: 6-09
test("the terms of a coupon win over those of the class", () => {
  expect(maxBet(BETS, "ninjaboost", "Low Margin")).toBe(500);
  expect(maxCashout(BETS, "NINJABOOST")).toBe(150_000);
  expect(maxCashout(BETS, "DEP200")).toBeUndefined();
});

const TERMS: TermsTexts = {
  wagering: "Play through {n}",
  max_bet: "Maximum bet {amount}",
  max_cashout: "Maximum cashout {amount}",
  uses_once: "Use it once",
  uses: "Use it {n} times",
  per_day_once: "once per day",
  per_day: "{n} times per day",
  per_day_all: "Use it all day",
  per_week_once: "once per week",
  per_week: "{n} times per week",
  per_month_once: "once per month",
  per_month: "{n} times per month",
  expires: "Expires in {time}",
  expired: "Expired",
  deposit_from: "from {amount}",
  units: {} as never,
};
const lines = (uses: Partial<Promotion["uses"]>, code = "DEP200") =>
  termLines({ code, uses: { ...NONE.uses, ...uses } }, { terms: TERMS, max_bet: BETS }, { symbol: "$" });

// Rows: A33, 2.9-07
test("terms have a fixed order, and a limit of 0 has no line", () => {
  expect(lines({ player: 1, day: 1, week: 2, month: 3 }, "NINJABOOST")).toEqual([
    "Maximum bet $5",
    "Maximum cashout $1,500",
    "Use it once",
    "once per day",
    "2 times per week",
    "3 times per month",
  ]);
  expect(lines({})).toEqual(["Maximum bet $10"]);
});

// Rows: A130, 9-16
test("more than 100 daily uses read as all day", () => {
  expect(lines({ day: 100 })).toContain("100 times per day");
  expect(lines({ day: 101 })).toContain("Use it all day");
});

// Rows: A32, 2.9-06
test("the wagering figure joins several values and is hidden without one", () => {
  expect([[30], [30, 30], [10, 20], [], [0]].map(wageringText)).toEqual(["30x", "30x", "10x / 20x", "", ""]);
});

// Rows: 5-27, 9-11
test.each([
  [0, "$10 - $1,000"],
  [999, "$10 - $1,000"],
  [1000, "$10 - $1,000"],
  [1001, "$10.01 - $1,000"],
  [2500, "$25 - $1,000"],
])("a minimum deposit of %d cents shows at least 10", (least, text) => {
  expect(rangeText({ least, most: 100_000 }, "$", "from {amount}")).toBe(text);
});

// Rows: A132
test("a range without a maximum reads from, and one below 10 is hidden", () => {
  expect(rangeText({ least: 15_000, most: 0 }, "CA$", "from {amount}")).toBe("from CA$150");
  expect(rangeText({ least: 500, most: 800 }, "$", "from {amount}")).toBe("");
  expect(minDepositText(promotion({ leastDeposits: [3000, 7500] }), "$", "from {amount}")).toBe("from $30");
  expect(minDepositText(promotion({}), "$", "from {amount}")).toBe("");
});

const GIVES: GivesTexts = {
  percent: "{n}% bonus on a deposit",
  percent_up_to: "{n}% bonus, up to {amount}",
  percent_steps: "{least}% to {most}% bonus",
  amount: "{amount} to play with",
  spins: "{n} extra spins",
  spins_one: "{n} extra spin",
  spins_on: "{n} extra spins on {game}",
  spins_on_one: "{n} extra spin on {game}",
  cashback: "A part comes back",
  figure_spins: "{n} spins",
  figure_spins_one: "{n} spin",
  and: " and ",
};
const gives = (changes: Partial<Promotion>) => benefitText(promotion(changes), GIVES, "$");

// Rows: 2.9-02
test("one line summarizes what a coupon gives", () => {
  const visa = { method: "Visa", least: 3000, most: 100_000, bonus: 250 };
  expect(gives({ bonus: [250], deposits: [visa] })).toBe("250% bonus, up to $2,500");
  expect(gives({ bonus: [250], deposits: [visa, { ...visa, most: undefined }] })).toBe("250% bonus on a deposit");
  expect(gives({ bonus: [75] })).toBe("75% bonus on a deposit");
  expect(gives({ bonus: [100, 150, 200] })).toBe("100% to 200% bonus");
  expect(gives({ amount: 1000 })).toBe("$10 to play with");
  expect(gives({ bonus: [60], spins: [50], freeSpins: { game: "Gold Rush" } })).toBe(
    "60% bonus on a deposit and 50 extra spins on Gold Rush",
  );
  const games = ["18-32", "18-33"].map((code) => ({ code, game: code, spins: 40 }));
  expect(gives({ spins: [40], freeSpins: { game: "Gold Rush" }, freeSpinGames: games })).toBe("40 extra spins");
  expect(gives({ rewardType: "CASHBACK" })).toBe("A part comes back");
  expect(gives({})).toBe("");
});

// Rows: 2.9-01
test("without an image the card shows a large figure", () => {
  const figure = (changes: Partial<Promotion>) => figureText(promotion(changes), GIVES, "$");
  expect([figure({ bonus: [100, 200] }), figure({ spins: [25] }), figure({ amount: 1050 }), figure({})]).toEqual([
    "200%",
    "25 spins",
    "$10.50",
    "",
  ]);
});

// Rows: A31, 2.8-04
test("coupons sort by first bonus, and ties keep their order", () => {
  const list = [
    promotion({ code: "A", bonus: [100] }),
    promotion({ code: "B", bonus: [325] }),
    promotion({ code: "C" }),
    promotion({ code: "D", bonus: [200, 900] }),
    promotion({ code: "E", bonus: [Number.NaN] }),
    promotion({ code: "F", bonus: [100] }),
  ];
  expect(codes(byFirstBonus(list))).toEqual(["B", "D", "A", "F", "C", "E"]);
});

// Rows: A26, A27, 4.4-11
test("fixed amounts show up to a balance of 1, once the balance is known", () => {
  const list = [promotion({ code: "DEP200" }), promotion({ code: "FIXED10", redemptionType: FIXED_AMOUNT })];
  const shown = (balance?: number) => codes(available(list, balance, []));
  expect([shown(), shown(0), shown(50), shown(100), shown(101)]).toEqual([
    ["DEP200"],
    ["DEP200", "FIXED10"],
    ["DEP200", "FIXED10"],
    ["DEP200", "FIXED10"],
    ["DEP200"],
  ]);
  expect(codes(available(list, 0, ["DEP200", undefined]))).toEqual(["FIXED10"]);
  // The active coupon may be written in another case.
  expect(codes(available(list, 0, [" dep200", "Fixed10"]))).toEqual([]);
});

// Rows: A29, 2.1-05
test("promo matches the first code that contains it, in any letter case", () => {
  const list = [promotion({ code: "MAX325" }), promotion({ code: "AX3" })];
  expect(findByCode(list, " ax3 ")?.code).toBe("MAX325");
  expect([findByCode(list, ""), findByCode(list, " "), findByCode(list, "X400")]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

// Rows: A88, 4.5-05
test("the recommendation is the highest bonus that needs a deposit", () => {
  const list = [
    promotion({ code: "FREE", bonus: [900] }),
    promotion({ code: "FIXED", bonus: [800], leastDeposits: [3000], redemptionType: FIXED_AMOUNT }),
    promotion({ code: "DEP100", bonus: [100], leastDeposits: [3000] }),
    promotion({ code: "DEP250", bonus: [250], deposits: [{ method: "Visa", least: 0, most: 0, bonus: 250 }] }),
    promotion({ code: "TWIN250", bonus: [250], leastDeposits: [3000] }),
  ];
  expect(recommended(list)?.code).toBe("DEP250");
  expect(recommended([])).toBeUndefined();
});

// Rows: A87, 4.5-01, 4.5-02, 4.5-03, 4.5-04
test("a typed code is classified by its prefix", () => {
  const own = promotion({ code: "CASHBACK-AB12", rewardType: "CASHBACK", userHash: "c0ffee12" });
  const reward = promotion({ code: "Rwd50", isReward: true });
  const meaning = (typed: string, promised?: Parameters<typeof codeMeaning>[2]) =>
    codeMeaning(normalizeCode(typed), [own, reward], promised);
  expect(meaning(" icm-123")).toEqual({ kind: "chat" });
  expect(meaning("cashier_open")).toEqual({ kind: "cashier" });
  expect(meaning("CASHBACK-")).toEqual({ kind: "invalid" });
  expect(meaning("cashback-ab12")).toEqual({ kind: "coupon", coupon: own });
  expect(meaning("CASHBACK-FF")).toMatchObject({
    coupon: { code: "CASHBACK-FF", rewardType: "CASHBACK", userHash: "" },
  });
  expect(meaning("rwd50")).toEqual({ kind: "coupon", coupon: reward });
  expect(meaning("ABC100")).toMatchObject({ kind: "coupon", coupon: { code: "ABC100", isReward: false } });
  expect(meaning("AFF50", { code: "AFF50", kind: "reward" })).toMatchObject({ coupon: { isReward: true } });
});

// Rows: 5-24
test("a typed code is upper case without spaces", () => {
  expect(normalizeCode(" max 325\t")).toBe("MAX325");
});

// Rows: 2.9-04
test("descriptions are parsed without handlers and styles, and the text stays", () => {
  expect(renameHandlers(`<img src=x onerror="a()"><p style='b'>on = style = c</p><STYLE>d{}</STYLE>`)).toBe(
    `<img src=x data-onerror="a()"><p data-style='b'>on = style = c</p><noembed>d{}</noembed>`,
  );
  expect(renameHandlers(`<svg/onload=1><a href="#"onclick=2>`)).toBe(`<svg/data-onload=1><a href="#"data-onclick=2>`);
});

test("a number that is no time is no expiry", () => {
  const expiryOf = (expiry: number) => toPromotion(apiPromotion("A", { expiry })).expiry_s;
  expect([1_790_000_000, 8.64e12].map(expiryOf)).toEqual([1_790_000_000, 8.64e12]);
  expect([0, -1, 8.64e12 + 1, 1e300, Number.POSITIVE_INFINITY, Number.NaN].map(expiryOf)).toEqual([0, 0, 0, 0, 0, 0]);
});

test("one free spin is in the singular", () => {
  const one = promotion({ spins: [1], freeSpins: { game: "Gold Rush" } });
  expect(benefitText(one, GIVES, "$")).toBe("1 extra spin on Gold Rush");
  expect(benefitText(promotion({ spins: [1] }), GIVES, "$")).toBe("1 extra spin");
  expect(figureText(promotion({ spins: [1] }), GIVES, "$")).toBe("1 spin");
});
