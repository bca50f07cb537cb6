// The player's balance, account data and daily reward: API calls and stores (rows 7.1-11, 7.1-12). Views do not load the socket
// that reports the reward.

import { atom } from "nanostores";
import { type CallOptions, call } from "../api/client";
import { getPlayers, getPlayersBalance, postPlayerAccountsLogout } from "../api/contract/calls";
import type { DailyReward } from "../api/contract/schema";
import { mapOk, type Outcome } from "../api/outcome";
import { cleanName, toCents } from "../api/values";
import { $session, signOut, updateSession } from "../session/session";
import { playerData, refresh, storesOfGroup } from "../stores/server_data";

/** The player's balance. */
export interface Balance {
  /** Integer cents. */
  readonly cents: number;
  readonly symbol: string;
}

/** The account data from the server. Names are unchanged, because saving sends them back (A107). */
export interface User {
  readonly pid: string;
  readonly login: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  /** ISO 3166 code. */
  readonly country: string;
  readonly state: string;
  readonly address: string;
  readonly city: string;
  readonly zip: string;
  /** `YYYY-MM-DD`, or empty. */
  readonly birthDate: string;
  readonly playerClass: string;
  /** Whether the player has made a first deposit (A58). */
  readonly hasDeposited: boolean;
  readonly deposits: number;
  /** Equivalent to the password: it is used only in the form that opens the cashier (A57). */
  readonly hashedPassword: string;
}

/** Time limit of the logout call, in milliseconds. */
const LOGOUT_TIMEOUT_MS = 5000;

/**
 * Logs out. The session ends in this browser first: record, token and key are removed in all tabs, even if the request fails
 * (row 4.1-16). The document is replaced (A71). Then the logout is sent to the server; the request outlives the document.
 * If the server refuses the token, it is not renewed.
 */
export async function logOut(): Promise<void> {
  const session = $session.get();
  if (!session) return;
  const { login, pid, token } = session;
  signOut("logout");
  const body = { logout_type: "player", login, player_id: pid, player_ids: [pid], for_money: true };
  const options = { keepalive: true, timeoutMs: LOGOUT_TIMEOUT_MS, token, renewal: false };
  await call(postPlayerAccountsLogout, { path: { pid }, body }, options);
}

/** Loads the account data. */
export async function loadUser(pid: number, options: CallOptions = {}): Promise<Outcome<User>> {
  return mapOk(await call(getPlayers, { path: { pid } }, options), (user) => ({
    pid: user.player_id,
    login: user.login,
    firstName: user.contact.first_name,
    lastName: user.contact.last_name,
    email: user.contact.email,
    country: user.contact.country_id,
    state: user.contact.state_id,
    address: user.contact.address_one,
    city: user.contact.city,
    zip: user.contact.zip_code,
    birthDate: user.birth_date,
    playerClass: user.player_class,
    hasDeposited: ![undefined, null, "", 0, "0"].includes(user.first_deposit),
    deposits: user.total_deposits_number,
    hashedPassword: user.hashed_password,
  }));
}

/** Loads the balance. */
export async function loadBalance(pid: number, options: CallOptions = {}): Promise<Outcome<Balance>> {
  const balances = await call(getPlayersBalance, { path: { pid }, query: { forMoney: true } }, options);
  return mapOk(balances, ([balance]) => {
    const cents = toCents(balance?.balance);
    return cents === undefined ? undefined : { cents, symbol: cleanName(balance?.currency_symbol ?? "", 8) };
  });
}

/** The group of stores whose data a deposit, a redeem or a cancellation changes (rows 2.12-04, 4.4-09). */
export const MONEY = "money";

/** The balance. An unknown balance is not zero: `data` is missing (A27). */
export const $balance = playerData<Balance>("balance", loadBalance, { group: MONEY });

/** Reloads the stores of the group `MONEY`. */
export function refreshMoney(): void {
  refresh(...storesOfGroup(MONEY));
}

/** The account data, fresh for five minutes. Loading it also updates login and first name in the session. */
export const $user = playerData<User>(
  "user",
  async (pid) =>
    mapOk(await loadUser(pid), (user) => {
      if ($session.get()?.pid === pid) updateSession({ login: user.login, firstName: cleanName(user.firstName) });
      return user;
    }),
  { fresh_ms: 300_000 },
);

/** The reward; `undefined` for guests, for players without a reward, and until the service has reported. */
export const $reward = atom<DailyReward | undefined>(undefined);
