// The site's one client, composed of what is configured and who is signed in.

import { config } from "../config/config";
import { $session, endSession, renewSession, renewSessionBy } from "../session/session";
import { createClient } from "./client";
import { askForSession, isNo } from "./sign_in";

export const { call, load } = createClient({
  fetch: (url, request) => fetch(url, request),
  fetchUnseen: async (url, request) => (await import("./unseen")).fetchUnseen(url, request),
  settings: config,
  token: () => $session.get()?.token,
  renew: renewSession,
  end: () => endSession("refused"),
  // Without a check nothing of it is loaded, and without its code the call goes out without it (A3, A104).
  botCheck: async (action) =>
    config().bot_check.adapter === "none" ? undefined : (await import("../adapters/botcheck")).botToken(action),
});

// A session is renewed as it began, by whoever may make a call: the four hours need that as much as a 401 (A69, A72).
renewSessionBy(async ({ login }, password) => {
  const outcome = await askForSession(call, { login, password });
  if (outcome.kind === "ok") return { kind: "ok", session: outcome.value };
  return { kind: isNo(outcome) ? "refused" : "trouble" };
});
