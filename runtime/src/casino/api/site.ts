// Creates the site's only API client, with the site's configuration and session.

import { config } from "../config/config";
import { $session, renewSession, renewSessionBy, signOut } from "../session/session";
import { createClient } from "./client";

export const { call, load } = createClient({
  fetch: (url, request) => fetch(url, request),
  fetchWithoutTiming: async (url, request) => (await import("./fetch_without_timing")).fetchWithoutTiming(url, request),
  settings: config,
  session: () => $session.get(),
  renew: renewSession,
  endSession({ token }) {
    // Only the session that the server refused ends. The player may have changed meanwhile.
    if ($session.get()?.token === token) signOut("refused");
  },
  // The code of the bot check is loaded only if one is configured. If it fails to load, the call is sent without a token (A3, A104).
  botCheck: async (action) =>
    config().bot_check.adapter === "none"
      ? undefined
      : (await import("../services/bot_check/bot_check")).botToken(action),
});

// The login call renews sessions: after four hours and after a 401 (A69, A72). Its code loads when a session is renewed.
renewSessionBy(async ({ login }, password) => {
  const code = await import("./sign_in").catch(() => undefined);
  if (!code) return { kind: "trouble" };
  const outcome = await code.requestSession(call, { login, password });
  if (outcome.kind === "ok") return { kind: "ok", session: outcome.value };
  return { kind: code.isPlayerRefused(outcome) ? "refused" : "trouble" };
});
