// Messages, money and times as players see them.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { Failure } from "../../api/outcome";
import { failureText, findScreen, matchMessage } from "../../content/failure_messages";
import {
  datetimeText,
  durationText,
  expiryText,
  fill,
  formatMoney,
  formatRange,
  nextTick,
  type UnitTexts,
} from "../../content/format";
import type { MessageTexts } from "../../content/messages";

const FALLBACK = "Sorry, Something went wrong. Please try again later.";

/** The part of content/data/messages.toml that these tests need. */
const messages: MessageTexts = {
  fallback: FALLBACK,
  unauthorised: "You have been logged out. Please log in again.",
  screens: [
    { message: "An account with this email already exists", title: "EMAIL ALREADY EXISTS", subtitle: "e", options: [] },
    { message: "An account already exists", title: "LOGIN ALREADY EXISTS", subtitle: "l", options: [] },
    {
      message: "errorViewerRestriction",
      title: "WE ARE SORRY",
      subtitle: "We are not able to accept players from {country}.",
      unknown_country: "your country",
      options: [],
    },
    {
      message: "errorCasinoMaintenance",
      title: "BACK SOON",
      subtitle: "Sorry, {name} is currently down for Maintenance. Please try again soon.",
      options: [],
    },
  ],
  coupon: { active_answer: "active_coupon", active: "You already have an active coupon." },
};
const refused = (message: string): Failure => ({ kind: "refused", message, status: 400 });

test("placeholders are replaced, and one without a value stays visible", () => {
  expect(fill("{a} of {b}, {a}{c}", { a: "$1", b: 2 })).toBe("$1 of 2, $1{c}");
});

// Rows: 8-30, 5-29
test("every kind of failure has a text, or else the fallback text", () => {
  expect(failureText(refused("Invalid login or password"), messages)).toBe("Invalid login or password");
  expect(failureText(refused(""), messages)).toBe(FALLBACK);
  for (const kind of ["offline", "timed_out", "malformed"] as const)
    expect(failureText({ kind }, messages)).toBe(FALLBACK);
  expect(failureText({ kind: "cancelled" }, messages)).toBe("");
  expect(failureText({ kind: "unauthorised" }, messages)).toBe(messages.unauthorised);
  const maintenanceMessage = "Sorry, Paper Lantern is currently down for Maintenance. Please try again soon.";
  expect(failureText({ kind: "maintenance" }, { ...messages, product: "Paper Lantern" })).toBe(maintenanceMessage);
});

test("with only the fallback text every failure still has a text", () => {
  const fallbackOnly = { fallback: FALLBACK };
  const kinds = ["unauthorised", "maintenance", "offline"] as const;
  for (const kind of kinds) expect(failureText({ kind }, fallbackOnly)).toBe(FALLBACK);
  expect(failureText({ kind: "restricted", country: "GB" }, fallbackOnly)).toBe(FALLBACK);
  expect(failureText(refused("active_coupon"), fallbackOnly)).toBe(FALLBACK);
});

// Rows: 8-05, A126
test("a country restriction names the country, or says your country", () => {
  const subtitleFor = (country: string) => findScreen({ kind: "restricted", country }, messages)?.subtitle;
  expect(subtitleFor("GB")).toBe("We are not able to accept players from United Kingdom.");
  for (const code of ["", "QX", "x"])
    expect(subtitleFor(code)).toBe("We are not able to accept players from your country.");
});

// Rows: 8-18, A127
test("an error code is never shown", () => {
  expect(failureText(refused("active_coupon"), messages)).toBe("You already have an active coupon.");
  expect(failureText(refused("some_other_code"), messages)).toBe(FALLBACK);
  expect(failureText(refused("errorSomethingNew"), messages)).toBe(FALLBACK);
});

// Rows: 8-02, A125
test("messages match without letter case, spaces and period, longest key first", () => {
  const list = ["An account already exists", "account", "already exists", ""].map((message) => ({ message }));
  const matched = (message: string) => matchMessage(list, message)?.message;
  expect(matched("  an ACCOUNT\n already   exists. ")).toBe("An account already exists");
  expect(matched("Account.")).toBe("account");
  expect(matched("Oh: an account already exists, sorry")).toBe("An account already exists");
  expect(matched("That already exists")).toBe("already exists");
  expect(matched("Something odd")).toBeUndefined();
  const screen = (message: string) => findScreen(refused(message), messages)?.title;
  expect(screen("An Account with this email already exists.")).toBe("EMAIL ALREADY EXISTS");
  expect(screen("An account already exists")).toBe("LOGIN ALREADY EXISTS");
});

test("messages.toml has the fallback that is loaded with each island", () => {
  const file = readFileSync(fileURLToPath(new URL("../../../../content/data/messages.toml", import.meta.url)), "utf8");
  expect(file).toMatch(new RegExp(`^fallback = "${FALLBACK}"$`, "m"));
});

// Rows: 2.9-05, A27, A132
test("money has two decimals, and an unknown amount is neither zero nor NaN", () => {
  const format = (cents: number | undefined) => formatMoney(cents, "$");
  expect([123_450, -5, 0, undefined, Number.NaN, Infinity].map(format)).toEqual([
    ...["$1,234.50", "-$0.05", "$0.00"],
    ...["", "", ""],
  ]);
  expect([3000, 3050, 100_000].map((cents) => formatMoney(cents, "CA$", "short"))).toEqual([
    ...["CA$30", "CA$30.50", "CA$1,000"],
  ]);
});

const FROM = "from {amount}";

// Rows: A132
test("a deposit range reads from minimum to maximum", () => {
  expect(formatRange(3000, 100_000, "$", FROM)).toBe("$30 - $1,000");
  expect(formatRange(3000, undefined, "$", FROM)).toBe("from $30");
  expect(formatRange(500, 999, "$", FROM)).toBe("");
  expect(formatRange(undefined, 100_000, "$", FROM)).toBe("");
});

const DAY = 86_400;
const NOW = 1_790_000_000;
const cards = readFileSync(new URL("../../../../content/data/cards.toml", import.meta.url), "utf8");
const unit = (name: string) => [name, new RegExp(`^${name} = "(.+)"`, "m").exec(cards)?.[1] ?? ""];
/** The units in content/data/cards.toml. */
const units = Object.fromEntries(
  ["year", "month", "day", "hour", "minute", "second"].flatMap((name) => [unit(name), unit(`${name}s`)]),
) as UnitTexts;
const expires = { expires: "Expires in {time}", expired: "Expired", units };

// Rows: 9-32, A131
test("expiry uses its largest unit, rounded down", () => {
  const textAfter = (seconds: number) => expiryText(NOW + seconds, NOW * 1000, expires);
  expect([45, 60, 12 * 3600, DAY, 29 * DAY, 30 * DAY, 364 * DAY, 365 * DAY, 800 * DAY].map(textAfter)).toEqual([
    ...["Expires in 45 seconds", "Expires in 1 minute", "Expires in 12 hours", "Expires in 1 day"],
    ...["Expires in 29 days", "Expires in 1 month", "Expires in 12 months", "Expires in 1 year"],
    "Expires in 2 years",
  ]);
  expect([0, -1].map(textAfter)).toEqual(["Expired", "Expired"]);
  expect([0, undefined].map((expiry) => expiryText(expiry, NOW * 1000, expires))).toEqual(["", ""]);
  expect(durationText(0.5, units)).toBe("0 seconds");
});

// Rows: A131
test("expiry updates every second below a minute, else every minute", () => {
  const next = (seconds: number) => nextTick((NOW + seconds) * 1000, NOW * 1000);
  expect([59, 60, 61, 90, 3600, 0, -5].map(next)).toEqual([1000, 1000, 1000, 30_000, 60_000, 60_000, 60_000]);
  expect(nextTick(undefined, 0)).toBe(60_000);
});

describe("formatting without Intl", () => {
  const exact = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

  test("money equals the output of Intl", () => {
    const amounts = [0, 1, 5, 10, 99, 100, 101, 999, 1000, 12345, 99_999, 100_000, 123_456_789, 100_000_000_000];
    for (const cents of amounts.flatMap((cents) => [cents, -cents])) {
      const sign = cents < 0 ? "-" : "";
      expect(formatMoney(cents, "$")).toBe(`${sign}$${exact.format(Math.abs(cents) / 100)}`);
      const short = cents % 100 === 0 ? whole : exact;
      expect(formatMoney(cents, "C$", "short")).toBe(`${sign}C$${short.format(Math.abs(cents) / 100)}`);
    }
  });

  test("durations equal the output of Intl", () => {
    for (const [unit, seconds] of [
      ["second", 1],
      ["minute", 60],
      ["hour", 3600],
      ["day", 86_400],
    ] as const)
      for (const count of [1, 2, 11, 23]) {
        const format = new Intl.NumberFormat("en-US", { style: "unit", unit, unitDisplay: "long" });
        expect(durationText(count * seconds, units)).toBe(format.format(count));
      }
    expect(durationText(365 * 86_400, units)).toBe("1 year");
    expect(durationText(0.5, units)).toBe("0 seconds");
  });

  test("dates equal the output of Intl", () => {
    const instant = new Date(2026, 10, 1, 16, 5).getTime();
    expect(datetimeText(instant)).toBe("Nov 01 2026 16:05");
  });
});
