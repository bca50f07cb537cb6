// Links of quick redeem and quick play, and requests without their required values.

import { afterEach, expect, test, vi } from "vitest";
import { changePassword, requestPasswordReset, requestUsername, resetPassword } from "../../account/api/passwords";
import { call } from "../../api/client";
import { requestSession } from "../../api/sign_in";
import type { OnboardingDefinition, RequestAction } from "../../forms/definition";
import type { Values } from "../../forms/rules/rule";
import { $link, clearLink, keepLink, type Link } from "../../links/link";
import { signUp } from "../../onboarding/api/signup";
import { makeRequest } from "../../onboarding/requests/all";
import { checkLink, ensurePlayer, readTarget } from "../../onboarding/requests/quick";
import { saveDetails } from "../../player/api/profile";
import { loadUser, type User } from "../../player/player";
import { signIn, signOut } from "../../session/session";

vi.mock(import("../../player/player"), async (real) => ({ ...(await real()), loadUser: vi.fn() }));
vi.mock("../../player/api/profile", () => ({ saveDetails: vi.fn() }));
vi.mock("../../api/client", () => ({ call: vi.fn(), load: vi.fn() }));
vi.mock(import("../../api/sign_in"), async (real) => ({ ...(await real()), requestSession: vi.fn() }));
vi.mock("../../account/api/passwords", () => ({
  changePassword: vi.fn(),
  requestPasswordReset: vi.fn(),
  requestUsername: vi.fn(),
  resetPassword: vi.fn(),
}));
vi.mock("../../onboarding/api/signup", () => ({ signUp: vi.fn() }));

const USER: User = {
  ...{ pid: "1001", login: "annx", firstName: "Ann", lastName: "Lee", email: "ann@example.com", country: "US" },
  ...{ state: "", address: "", city: "", zip: "", birthDate: "1990-02-03", playerClass: "Silver" },
  ...{ hasDeposited: false, deposits: 0, hashedPassword: "h" },
};
const { signal } = new AbortController();
const refusal = { kind: "refused", message: "This link was used", status: 400 } as const;

/** Opens a link whose hash the server refuses. */
async function openRefusedLink(link: Link) {
  vi.mocked(call).mockResolvedValue({ kind: "ok", value: { Count: 1, code: "RWD50", coupon: "", game: "18-32" } });
  vi.mocked(requestSession).mockResolvedValue(refusal);
  keepLink(link);
  await checkLink(signal);
  return ensurePlayer({}, signal);
}

afterEach(() => {
  vi.clearAllMocks();
  clearLink();
});

// Rows: 4.3-01, A81
test("a refused hash is removed, and the link still selects the form", async () => {
  expect(await openRefusedLink({ hash: "H" })).toMatchObject({ kind: "failed", failure: refusal });
  expect($link.get()).toEqual({ code: "RWD50", game: "18-32" });
  expect(await readTarget(signal)).toEqual({ code: "RWD50", coupon: "", game: "18-32" });
});

// Rows: A81
test("values of the URL win over those of the hash", async () => {
  await openRefusedLink({ hash: "H", coupon: "MAX325" });
  expect($link.get()).toEqual({ coupon: "MAX325", game: "18-32" });
});

test("a link that was left while its hash is checked is not stored again", async () => {
  vi.mocked(requestSession).mockImplementation(async () => {
    clearLink();
    return refusal;
  });
  keepLink({ hash: "H", coupon: "MAX325" });
  await ensurePlayer({}, signal);
  expect($link.get()).toEqual({});
});

test("the response for a hash is kept as long as its link", async () => {
  await openRefusedLink({ hash: "H" });
  keepLink({ hash: "G" });
  await checkLink(signal);
  await checkLink(signal);
  expect(call).toHaveBeenCalledTimes(2);
});

const signup: OnboardingDefinition = { title: "SIGN UP", completeTitle: "GO", action: { type: "signup" }, pages: [] };
const sendRequest = (name: RequestAction, values: Values) =>
  makeRequest(name, { definition: signup, values, about: undefined, signal, openedAt_ms: 0 });

// Rows: 4.2-32
test("a request without its required values is not sent", async () => {
  const applicant = { email: "ann@example.com", password: "secret1", first_name: "Ann", last_name: "Lee" };
  keepLink({ pid: "1001", token: "T" });
  const incomplete = { signup: applicant, forgottenpassword: applicant, forgottenusername: { login: "annx" } } as const;
  const otherRequests = { passwordreset: { login: "annx" }, accountpasswordchange: { password: "secret1" } } as const;
  for (const [name, values] of Object.entries({ ...incomplete, ...otherRequests }))
    expect(await sendRequest(name as RequestAction, values), name).toEqual({
      ...{ kind: "failed", keepsForm: true },
      failure: { kind: "refused", message: "errorMissingFields", status: 0 },
    });
  for (const call of [signUp, requestPasswordReset, requestUsername, resetPassword, changePassword])
    expect(call).not.toHaveBeenCalled();
});

// Rows: 4.2-32, 4.2-13, A107
test("account details are saved from any form, and other fields stay", async () => {
  signIn({ pid: 1001, login: "annx", sessionID: "s", token: "t", timeStamp: Date.now(), firstName: "Ann" });
  const user = { ...USER, address: "1 Main St", city: "Reno", state: "NV", zip: "89501" };
  vi.mocked(loadUser).mockResolvedValue({ kind: "ok", value: user });
  vi.mocked(saveDetails).mockResolvedValue({ kind: "ok", value: true });
  expect(await sendRequest("playerUpdate", { email: "ann@example.com", city: "Sparks" })).toMatchObject({
    kind: "done",
  });
  const details = { address: "1 Main St", city: "Sparks", state: "NV", zip: "89501", gender: "", phone: "" };
  expect(saveDetails).toHaveBeenCalledExactlyOnceWith(user, details, { signal });
  signOut("logout");
});
