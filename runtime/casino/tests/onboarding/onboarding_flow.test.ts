// The step after a form is sent: the completion page, an error page, or the form.

import { expect, test } from "vitest";
import type { Failure } from "../../api/outcome";
import type { CompletionPage } from "../../content/failure_messages";
import type { MessageTexts } from "../../content/messages";
import type { OnboardingDefinition } from "../../forms/definition";
import { FORM, nextScreen, TOO_MANY_FAILURES } from "../../onboarding/model/flow";
import { type RequestResult, toRequestResult } from "../../onboarding/model/request";

const page = (title: string, subtitle = ""): CompletionPage => ({ title, subtitle, options: [] });
const bare: OnboardingDefinition = {
  title: "Form",
  completeTitle: "GO",
  action: { type: "signup" },
  pages: [],
};
const messages: MessageTexts = {
  fallback: "Sorry",
  product: "Casino",
  screens: [
    { message: "An account already exists", ...page("TAKEN") },
    { message: "errorCasinoMaintenance", ...page("BACK SOON") },
    { message: "errorViewerRestriction", ...page("SHARED", "Not from {country}"), unknown_country: "your country" },
  ],
};
const OFFER = { code: "MAX325", percent: 325 };
const flowAfter = (
  finished: RequestResult,
  definition: Partial<OnboardingDefinition> = {},
  places: Partial<typeof OFFER> = OFFER,
) => nextScreen(finished, { definition: { ...bare, ...definition }, texts: messages, places });
const failed = (failure: Failure, stays?: true): RequestResult => ({
  kind: "failed",
  failure,
  ...(stays ? { keepsForm: stays } : {}),
});
const refused = (message: string): Failure => ({ kind: "refused", message, status: 400 });
const titleFor = (...given: Parameters<typeof flowAfter>) => {
  const { screen: step } = flowAfter(...given);
  return "page" in step ? step.page.title : step.kind;
};

// Rows: 4.2-09, 4.2-10
test("success shows the configured completion, or closes the panel", () => {
  expect(titleFor({ kind: "done" })).toBe("closed");
  const definition = { completion: page("DONE"), completion_deposit: page("{percent}% ON {game}") };
  expect(titleFor({ kind: "done" }, definition)).toBe("DONE");
  expect(titleFor({ kind: "done", completion: "completion_deposit", places: { game: "Gold Rush" } }, definition)).toBe(
    "325% ON Gold Rush",
  );
  expect(titleFor({ kind: "done", completion: "completion_lobby" }, definition)).toBe("DONE");
});

test("without a welcome offer no offer and no figure is shown", () => {
  const lobby = { title: "PLAY", action: { type: "ROUTE", about: "/lobby/games/" } } as const;
  const claim = { title: "CLAIM NOW", action: { type: "WELCOME_OFFER" } } as const;
  const completion = { ...page("WELCOME", "CLAIM THE {percent}%"), options: [claim, lobby] };
  const screenShown = (places: Partial<typeof OFFER>) => flowAfter({ kind: "done" }, { completion }, places).screen;
  const completePage = { title: "WELCOME", subtitle: "CLAIM THE 325%", options: [claim, lobby] };
  expect(screenShown(OFFER)).toEqual({ kind: "completed", page: completePage });
  expect(screenShown({})).toEqual({ kind: "completed", page: { title: "WELCOME", options: [lobby] } });
});

// Rows: 8-08, 8-10
test("an error page of the form wins over the general one, and both over onerror", () => {
  const accountExists = failed(refused("an ACCOUNT already exists."));
  const onerror = page("SORRY");
  expect(titleFor(accountExists, { onerror })).toBe("TAKEN");
  expect(titleFor(accountExists, { onerror, errorPages: { "already exists": page("OWN") } })).toBe("OWN");
  expect(titleFor(failed(refused("Odd")), { onerror })).toBe("SORRY");
});

// Rows: 8-09
test("without an error page the message is shown in the form", () => {
  expect(flowAfter(failed(refused("Odd")))).toEqual({ screen: FORM, message: "Odd" });
  expect(flowAfter(failed({ kind: "cancelled" }))).toEqual({ screen: FORM, message: "" });
});

test("a form stays without an answer of the server, even if it has an onerror page", () => {
  for (const kind of ["offline", "timed_out", "malformed"] as const)
    expect(flowAfter(toRequestResult({ kind }), { onerror: page("SORRY") })).toEqual({
      screen: FORM,
      message: "Sorry",
    });
  expect(titleFor(failed(refused("Odd"), true), { onerror: page("SORRY") })).toBe("form");
});

// Rows: 8-05
test("a restriction names the country, or says your country", () => {
  const subtitleFor = (country: string) => {
    const { screen: step } = flowAfter(failed({ kind: "restricted", country }));
    return "page" in step ? step.page.subtitle : undefined;
  };
  expect(subtitleFor("GB")).toBe("Not from United Kingdom");
  expect(subtitleFor("")).toBe("Not from your country");
});

// Rows: 8-07
test("Back from maintenance restores the form, and there is none from a restriction", () => {
  expect(flowAfter(failed({ kind: "maintenance" })).screen).toMatchObject({
    canReturn: true,
    page: { title: "BACK SOON" },
  });
  expect(flowAfter(failed({ kind: "restricted", country: "GB" })).screen).toMatchObject({ canReturn: false });
});

// Rows: 8-06
test("the page for too many logins has no way back to the form", () => {
  const { screen: step } = flowAfter(failed(refused(TOO_MANY_FAILURES)), { errorMaxLoginAttempts: page("TOO MANY") });
  expect(step).toMatchObject({ kind: "failed", canReturn: false, page: { title: "TOO MANY" } });
  expect(flowAfter(failed(refused("Odd")), { onerror: page("SORRY") }).screen).toMatchObject({ canReturn: true });
});
