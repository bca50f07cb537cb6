// What follows a form: which page tells of an end, and when the form stays.

import { expect, test } from "vitest";
import type { Failure } from "../../src/casino/api/outcome";
import type { CompletionPage } from "../../src/casino/content/completion";
import type { Words } from "../../src/casino/content/messages";
import type { OnboardingDefinition } from "../../src/casino/forms/definition";
import { FORM, stepAfter, TOO_MANY } from "../../src/casino/onboarding/model/flow";
import { type Finished, finishedOn } from "../../src/casino/onboarding/model/request";

const page = (title: string, subtitle = ""): CompletionPage => ({ title, subtitle, options: [] });
const bare: OnboardingDefinition = {
  title: "Form",
  completeTitle: "GO",
  action: { type: "signup" },
  pages: [],
};
const words: Words = {
  fallback: "Sorry",
  screens: [
    { message: "An account already exists", ...page("TAKEN") },
    { message: "errorCasinoMaintenance", ...page("BACK SOON") },
    { message: "errorViewerRestriction", ...page("SHARED", "Not from {country}"), unknown_country: "your country" },
  ],
};
const OFFER = { code: "MAX325", percent: 325 };
const after = (
  finished: Finished,
  definition: Partial<OnboardingDefinition> = {},
  places: Partial<typeof OFFER> = OFFER,
) => stepAfter(finished, { definition: { ...bare, ...definition }, words, name: "Casino", places });
const failed = (failure: Failure, stays?: true): Finished => ({ kind: "failed", failure, ...(stays ? { stays } : {}) });
const refused = (message: string): Failure => ({ kind: "refused", message, status: 400 });
const titleAfter = (...given: Parameters<typeof after>) => {
  const { step } = after(...given);
  return "page" in step ? step.page.title : step.kind;
};

test("success shows the completion that was named, or closes where there is none [4.2-09] [4.2-10]", () => {
  expect(titleAfter({ kind: "done" })).toBe("closed");
  const definition = { completion: page("DONE"), completion_deposit: page("{percent}% ON {game}") };
  expect(titleAfter({ kind: "done" }, definition)).toBe("DONE");
  expect(
    titleAfter({ kind: "done", completion: "completion_deposit", places: { game: "Gold Rush" } }, definition),
  ).toBe("325% ON Gold Rush");
  expect(titleAfter({ kind: "done", completion: "completion_lobby" }, definition)).toBe("DONE");
});

test("where there is no welcome offer, none is proposed, and no figure of it is left open", () => {
  const lobby = { title: "PLAY", action: { type: "ROUTE", about: "/lobby/games/" } } as const;
  const claim = { title: "CLAIM NOW", action: { type: "WELCOME_OFFER" } } as const;
  const completion = { ...page("WELCOME", "CLAIM THE {percent}%"), options: [claim, lobby] };
  const shown = (places: Partial<typeof OFFER>) => after({ kind: "done" }, { completion }, places).step;
  const whole = { title: "WELCOME", subtitle: "CLAIM THE 325%", options: [claim, lobby] };
  expect(shown(OFFER)).toEqual({ kind: "completed", page: whole });
  expect(shown({})).toEqual({ kind: "completed", page: { title: "WELCOME", options: [lobby] } });
});

test("the definition's own page wins over those of all forms, and both over onerror [8-08] [8-10]", () => {
  const taken = failed(refused("an ACCOUNT already exists."));
  const onerror = page("SORRY");
  expect(titleAfter(taken, { onerror })).toBe("TAKEN");
  expect(titleAfter(taken, { onerror, errorPages: { "already exists": page("OWN") } })).toBe("OWN");
  expect(titleAfter(failed(refused("Odd")), { onerror })).toBe("SORRY");
});

test("without a page the message stands in the form [8-09]", () => {
  expect(after(failed(refused("Odd")))).toEqual({ step: FORM, message: "Odd" });
  expect(after(failed({ kind: "cancelled" }))).toEqual({ step: FORM, message: "" });
});

test("where the server has not said no, the form stays although there is an onerror page", () => {
  for (const kind of ["offline", "timed_out", "malformed"] as const)
    expect(after(finishedOn({ kind }), { onerror: page("SORRY") })).toEqual({ step: FORM, message: "Sorry" });
  expect(titleAfter(failed(refused("Odd"), true), { onerror: page("SORRY") })).toBe("form");
});

test("a country is named, or said to be the player's [8-05]", () => {
  const subtitleAfter = (country: string) => {
    const { step } = after(failed({ kind: "restricted", country }));
    return "page" in step ? step.page.subtitle : undefined;
  };
  expect(subtitleAfter("GB")).toBe("Not from United Kingdom");
  expect(subtitleAfter("")).toBe("Not from your country");
});

test("maintenance passes: Back leads to the form as it was sent, and from a country that is not served it does not [8-07]", () => {
  expect(after(failed({ kind: "maintenance" })).step).toMatchObject({ canReturn: true, page: { title: "BACK SOON" } });
  expect(after(failed({ kind: "restricted", country: "GB" })).step).toMatchObject({ canReturn: false });
});

test("too many logins have a page of their own, from which no way leads back to the form [8-06]", () => {
  const { step } = after(failed(refused(TOO_MANY)), { errorMaxLoginAttempts: page("TOO MANY") });
  expect(step).toMatchObject({ kind: "failed", canReturn: false, page: { title: "TOO MANY" } });
  expect(after(failed(refused("Odd")), { onerror: page("SORRY") }).step).toMatchObject({ canReturn: true });
});
