// Signing in and out, and who the player is (rows 7.1-01 to 7.1-03, 7.1-11, 7.1-12, 7.1-14).

import { balance } from "../stores/balance";
import { endSession, keepSession, type Session, session } from "../stores/session";
import { call, type Outcome } from "./client";
import { getPlayers, getPlayersBalance, postLogin, postPlayerAccountsLogout } from "./contract/calls";

/** An offset from UTC as `+hh:mm`, from the minutes that `Date.getTimezoneOffset` gives. */
export function offset(minutesBehind: number): string {
  const minutes = Math.abs(minutesBehind);
  const two = (number: number) => String(Math.floor(number)).padStart(2, "0");
  return `${minutesBehind > 0 ? "-" : "+"}${two(minutes / 60)}:${two(minutes % 60)}`;
}

/** Whether this is a telephone: a coarse pointer and a short side below 768 px (A41). */
function isMobile(): boolean {
  return matchMedia("(pointer: coarse)").matches && Math.min(screen.width, screen.height) < 768;
}

/** Signs in; the session is kept when that succeeds. */
export async function logIn(login: string, password: string): Promise<Outcome<Session>> {
  const answer = await call(postLogin, {
    body: {
      login,
      password,
      skin_id: 1,
      client_id: isMobile() ? 6 : 3,
      for_money: true,
      player_timezone: offset(new Date().getTimezoneOffset()),
    },
  });
  if (answer.kind === "refused") return answer;
  const begun: Session = {
    pid: answer.value.pid,
    login,
    sessionID: answer.value.rtgSession.session_id,
    token: answer.value.sessionToken,
    timeStamp: Date.now(),
    firstName: "",
  };
  keepSession(begun);
  await refreshPlayer();
  return { kind: "ok", value: session.get() ?? begun };
}

/** Asks for the player's name and balance. What does not come stays as it was. */
export async function refreshPlayer(): Promise<void> {
  const mine = session.get();
  if (!mine) return;
  const [user, amounts] = await Promise.all([
    call(getPlayers, { path: { pid: mine.pid } }),
    call(getPlayersBalance, { path: { pid: mine.pid }, query: { forMoney: true } }),
  ]);
  if (session.get()?.token !== mine.token) return;
  if (user.kind === "ok") {
    const { login, contact } = user.value;
    if (login !== mine.login || contact.first_name !== mine.firstName)
      keepSession({ ...mine, login, firstName: contact.first_name });
  }
  const first = amounts.kind === "ok" ? amounts.value[0] : undefined;
  // Some servers send the amount as text (A26).
  if (first) balance.set({ cents: Math.round(Number(first.balance) * 100), symbol: first.currency_symbol });
}

/** Signs out. Local data goes whatever the server says (row 4.1-16), and the document is loaded again at `/`. */
export async function logOut(): Promise<void> {
  const mine = session.get();
  if (mine) {
    const body = {
      logout_type: "player",
      login: mine.login,
      player_id: mine.pid,
      player_ids: [mine.pid],
      for_money: true,
    };
    const given = { path: { pid: mine.pid }, body };
    await call(postPlayerAccountsLogout, given, { keepalive: true, limit: 5000 });
  }
  endSession();
  balance.set(undefined);
  location.assign("/");
}
