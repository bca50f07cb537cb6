// Amounts, days and paths in the language of the page, on a site in several languages.

import { beforeEach, expect, test, vi } from "vitest";
import { path } from "../../config/config";
import { pageLanguage, withoutPageLanguage } from "../../config/language";
import { datetimeText, dayText, durationText, formatMoney, formatRange, type UnitTexts } from "../../content/format";
import { formatsOfPage } from "../../content/languages";
import { toPromotion } from "../../coupons/api/promotions";
import { benefitText } from "../../coupons/model/benefits";
import { type GivesTexts, wageringText } from "../../coupons/model/terms";
import { apiPromotion } from "../coupons/api_promotion";

const setLanguage = (locale: string, prefix: string) => vi.stubGlobal("croupierLanguage", { locale, prefix });

beforeEach(() => {
  vi.stubEnv("LANGUAGES", "true");
  setLanguage("fr-CA", "/fr");
});

test("amounts in French are those of Intl", () => {
  const ofIntl = new Intl.NumberFormat("fr-CA", { style: "currency", currency: "CAD" });
  for (const cents of [0, 5, -5, 5000, 123_450, 123_456_789, -100_000]) {
    expect(formatMoney(cents, "$")).toBe(ofIntl.format(cents / 100));
  }
  expect(formatMoney(3000, "$", "short")).toBe("30\u00a0$");
  expect(formatMoney(undefined, "$")).toBe("");
  expect(formatRange(3000, 100_000, "$", "")).toBe("30\u00a0$ - 1\u00a0000\u00a0$");
  expect(formatsOfPage()?.percent(325)).toBe("325\u00a0%");
});

test("numbers of coupons in French have a comma", () => {
  expect(formatsOfPage()?.percent(12.5)).toBe("12,5\u00a0%");
  expect(wageringText([0.5, 30])).toBe("0,5x / 30x");

  const texts = { percent: "{n} %", percent_steps: "{least} à {most} %" } as GivesTexts;
  const bonus = (...percents: readonly number[]) =>
    benefitText(toPromotion(apiPromotion("A", { bonus: percents })), texts, "$");
  expect(bonus(12.5)).toBe("12,5 %");
  expect(bonus(12.5, 1000)).toBe("12,5 à 1000 %");
});

test("days in French", () => {
  expect(dayText("2026-11-01")).toBe("1er novembre 2026");
  expect(dayText("2026-08-21")).toBe("21 août 2026");
  expect(dayText("soon")).toBe("");
  expect(formatsOfPage()?.dayOfYear("2026-12-31")).toBe("31 déc.");
  expect(formatsOfPage()?.dayOfYear("")).toBe("");
  expect(datetimeText(new Date(2026, 10, 1, 9, 5).getTime())).toBe("1er novembre 2026 à 09 h 05");
});

/** Units of which the singular has no mark, and the plural ends with `s`. */
const UNITS = Object.fromEntries(
  ["year", "month", "day", "hour", "minute", "second"].flatMap((unit) => [
    [unit, `{n} ${unit}`],
    [`${unit}s`, `{n} ${unit}s`],
  ]),
) as UnitTexts;

test("no second is singular in French and plural in English", () => {
  expect([0, 0.5, 1, 2].map((left_s) => durationText(left_s, UNITS))).toEqual([
    "0 second",
    "0 second",
    "1 second",
    "2 seconds",
  ]);
  setLanguage("en", "");
  expect([0, 1, 2].map((left_s) => durationText(left_s, UNITS))).toEqual(["0 seconds", "1 second", "2 seconds"]);
});

test("pages in English and in other languages have the formats of English", () => {
  for (const locale of ["en", "en-XA"]) {
    setLanguage(locale, "");
    expect(formatMoney(123_450, "$")).toBe("$1,234.50");
    expect(dayText("2026-11-01")).toBe("Nov 1, 2026");
  }
});

test("paths of pages are those of the page's language, and paths of files and services stay", () => {
  expect(path("/")).toBe("/fr/");
  expect(path("/lobby/games/?category=Slots#top")).toBe("/fr/lobby/games/?category=Slots#top");
  expect(path("/fr/lobby/games/")).toBe("/fr/lobby/games/");
  for (const to of [
    "/rtggames.json",
    "/external/game?url=/a/",
    "/aff/794/token",
    "//example.com/",
    "https://example.com/",
  ]) {
    expect(path(to)).toBe(to);
  }
  expect(withoutPageLanguage("/fr/lobby/games/")).toBe("/lobby/games/");
  expect(withoutPageLanguage("/frame/")).toBe("/frame/");

  setLanguage("en", "");
  expect(path("/lobby/games/")).toBe("/lobby/games/");
  vi.stubGlobal("croupierLanguage", undefined);
  expect(pageLanguage().prefix).toBe("");
});
