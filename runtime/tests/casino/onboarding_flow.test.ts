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

// Rows: 4.2-09, 4.2-10
test("success shows the configured completion, or closes the panel", () => {
  expect(titleAfter({ kind: "done" })).toBe("closed");
  const definition = { completion: page("DONE"), completion_deposit: page("{percent}% ON {game}") };
  expect(titleAfter({ kind: "done" }, definition)).toBe("DONE");
  expect(
    titleAfter({ kind: "done", completion: "completion_deposit", places: { game: "Gold Rush" } }, definition),
  ).toBe("325% ON Gold Rush");
  expect(titleAfter({ kind: "done", completion: "completion_lobby" }, definition)).toBe("DONE");
});

test("without a welcome offer no offer and no figure is shown", () => {
  const lobby = { title: "PLAY", action: { type: "ROUTE", about: "/lobby/games/" } } as const;
  const claim = { title: "CLAIM NOW", action: { type: "WELCOME_OFFER" } } as const;
  const completion = { ...page("WELCOME", "CLAIM THE {percent}%"), options: [claim, lobby] };
  const shown = (places: Partial<typeof OFFER>) => after({ kind: "done" }, { completion }, places).step;
  const whole = { title: "WELCOME", subtitle: "CLAIM THE 325%", options: [claim, lobby] };
  expect(shown(OFFER)).toEqual({ kind: "completed", page: whole });
  expect(shown({})).toEqual({ kind: "completed", page: { title: "WELCOME", options: [lobby] } });
});

// Rows: 8-08, 8-10
test("an error page of the form wins over the general one, and both over onerror", () => {
  const taken = failed(refused("an ACCOUNT already exists."));
  const onerror = page("SORRY");
  expect(titleAfter(taken, { onerror })).toBe("TAKEN");
  expect(titleAfter(taken, { onerror, errorPages: { "already exists": page("OWN") } })).toBe("OWN");
  expect(titleAfter(failed(refused("Odd")), { onerror })).toBe("SORRY");
});

// Rows: 8-09
test("without an error page the message is shown in the form", () => {
  expect(after(failed(refused("Odd")))).toEqual({ step: FORM, message: "Odd" });
  expect(after(failed({ kind: "cancelled" }))).toEqual({ step: FORM, message: "" });
});

test("a form stays without an answer of the server, even if it has an onerror page", () => {
  for (const kind of ["offline", "timed_out", "malformed"] as const)
    expect(after(finishedOn({ kind }), { onerror: page("SORRY") })).toEqual({ step: FORM, message: "Sorry" });
  expect(titleAfter(failed(refused("Odd"), true), { onerror: page("SORRY") })).toBe("form");
});

// Rows: 8-05
test("a restriction names the country, or says your country", () => {
  const subtitleAfter = (country: string) => {
    const { step } = after(failed({ kind: "restricted", country }));
    return "page" in step ? step.page.subtitle : undefined;
  };
  expect(subtitleAfter("GB")).toBe("Not from United Kingdom");
  expect(subtitleAfter("")).toBe("Not from your country");
});

// Rows: 8-07
test("Back from maintenance restores the form, and there is none from a restriction", () => {
  expect(after(failed({ kind: "maintenance" })).step).toMatchObject({ canReturn: true, page: { title: "BACK SOON" } });
  expect(after(failed({ kind: "restricted", country: "GB" })).step).toMatchObject({ canReturn: false });
});

// Rows: 8-06
test("the page for too many logins has no way back to the form", () => {
  const { step } = after(failed(refused(TOO_MANY)), { errorMaxLoginAttempts: page("TOO MANY") });
  expect(step).toMatchObject({ kind: "failed", canReturn: false, page: { title: "TOO MANY" } });
  expect(after(failed(refused("Odd")), { onerror: page("SORRY") }).step).toMatchObject({ canReturn: true });
});
