// The screens and actions that content declares for the end of a form (4.2), and the message for a failure from
// content/data/messages.toml, by the outcome of a call (A124 to A128).

import type { Data } from "croupier:types";
import { createElement, type ReactNode } from "react";
import type { Failure } from "../api/outcome";
import { isSameLanguage, pageLanguage } from "../config/language";
import { fill } from "./format";
import type { MessageTexts } from "./messages";

/** A form with the pages that follow it; all files of content/data/onboarding/ have this type (row 3-38). */
export type OnboardingDefinition = Data["onboarding/login"];

/** Actions that send a request to the account service (4.2). */
export type RequestAction = OnboardingDefinition["action"]["type"];

/** A screen that replaces a form after success or failure (row 3-39). `unknown_country` replaces `{country}` (A126). */
export type CompletionPage = NonNullable<OnboardingDefinition["completion"]>;

/** A button of a screen; `message` is text next to it. */
export type CompletionOption = CompletionPage["options"][number];

/** The action of a button or link. `about` is a form type, a path, a URL or a coupon code, depending on the type. */
export type Action = CompletionOption["action"];

/** Actions that the site performs without the account service (4.2). */
export type GenericAction = Exclude<Action["type"], RequestAction>;

/** Returns the page with the placeholders in all its texts filled in. */
export function fillPage(page: CompletionPage, places: Readonly<Record<string, string | number>>): CompletionPage {
  const reviver = (_: string, value: unknown) => (typeof value === "string" ? fill(value, places) : value);
  return JSON.parse(JSON.stringify(page), reviver) as CompletionPage;
}

const normalize = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/\s+/g, " ")
    .replace(/\s?\.$/, "");

/**
 * Returns the entry whose message equals this one, else the one with the longest message that it contains. Case, spaces and a final
 * period are ignored (A125).
 */
export function matchMessage<T extends { readonly message: string }>(
  list: readonly T[],
  message: string,
): T | undefined {
  const normalized = normalize(message);
  const keyed = list.map((entry) => [normalize(entry.message), entry] as const).filter(([key]) => key !== "");

  const exact = keyed.find(([key]) => key === normalized);
  const contained = keyed.filter(([key]) => normalized.includes(key)).sort(([a], [b]) => b.length - a.length);
  return (exact ?? contained[0])?.[1];
}

const CODE = /^(\w+_\w+|error[A-Z]\w+)$/;

/** Returns the message of the API for a failure; empty if it has none. */
export function apiMessage(failure: Failure): string {
  if (failure.kind === "refused") return failure.message;
  if (failure.kind === "restricted") return "errorViewerRestriction";
  return failure.kind === "maintenance" ? "errorCasinoMaintenance" : "";
}

/**
 * Returns the screen that a failure shows instead of a form, with its placeholders filled in. Returns `undefined` if the form shows
 * the message itself.
 */
export function findScreen(failure: Failure, texts: MessageTexts): CompletionPage | undefined {
  const message = apiMessage(failure);
  const screen = message ? matchMessage(texts.screens ?? [], message) : undefined;
  if (!screen) return undefined;
  return fillFailure(screen, failure, texts);
}

/** Fills the product's name and the country into the page of a failure. */
export function fillFailure(page: CompletionPage, failure: Failure, { product = "" }: MessageTexts): CompletionPage {
  const country = failure.kind === "restricted" ? countryName(failure.country) : undefined;
  return fillPage(page, { name: product, country: country ?? page.unknown_country ?? "" });
}

/** Code of a login that was not requested, because there were no credentials (row 5-22, A99). */
export const MISSING_LOGIN = "errorMissingLogin";

/**
 * Returns the message of a failure in one sentence; empty if the user cancelled the call. On a page in another language than English, a
 * sentence of the API is an element with its language, so that screen readers pronounce it.
 */
export function failureText(failure: Failure, texts: MessageTexts): ReactNode {
  if (failure.kind === "cancelled") return "";
  if (failure.kind === "unauthorised" || failure.kind === "unknown" || failure.kind === "busy")
    return texts[failure.kind] ?? texts.fallback;

  const screen = findScreen(failure, texts);
  if (screen?.subtitle) return screen.subtitle;
  if (failure.kind !== "refused" || !failure.message) return texts.fallback;

  const { active_answer, active } = texts.coupon ?? {};
  if (failure.message === active_answer) return active ?? texts.fallback;
  // An error code is never shown to users (A127).
  if (CODE.test(failure.message)) return texts.missing?.[failure.message] ?? texts.fallback;
  if (import.meta.env.LANGUAGES && !isSameLanguage(pageLanguage().locale, "en"))
    return createElement("span", { lang: "en" }, failure.message);
  return failure.message;
}

/** Returns the name of a country by its code in the language of the page; `undefined` for an unknown code. */
function countryName(code: string): string | undefined {
  try {
    return new Intl.DisplayNames(import.meta.env.LANGUAGES ? pageLanguage().locale : "en", {
      type: "region",
      fallback: "none",
    }).of(code);
  } catch {
    return undefined;
  }
}
