// Every call as a value: its method, its path, whether it needs a session, and what validates its answer.
// Those below /api/794 leave the prefix out. Made by generate.mjs from tests/sandbox/openapi.json; do not edit.

import type { Call } from "../call";
import * as decoders from "./decoders";
import type {
  ActiveCoupon,
  Anything,
  Balances,
  Cashback,
  Cashier,
  Count,
  Done,
  Download,
  Favourites,
  Games,
  Identify,
  IncompleteSignup,
  JackpotPlayer,
  Jackpots,
  Launch,
  Link,
  Lobbies,
  LobbyJackpot,
  Login,
  Logout,
  NewSession,
  OpenCashier,
  Preferences,
  Profile,
  Promotions,
  QuickPlay,
  Recovery,
  Redeemed,
  RefusedSignup,
  Reward,
  Session,
  Signup,
  Token,
  User,
  UserHash,
  Winners,
} from "./schema";

/** The affiliate token of a user (A16). */
export const getAff794Token: Call<never, "user_id", undefined, Token> = {
  method: "GET",
  path: "/aff/794/token",
  answer: decoders.Token,
};

/** Notes a signup that was left before its end. */
export const postAccountsIncompleteSignups: Call<never, never, IncompleteSignup, Done> = {
  method: "POST",
  path: "/accounts/incomplete-signups",
  answer: decoders.Done,
};

/** What a link leads to; asking does not use it up (A81). */
export const getAccountsQuick: Call<never, "userhash" | "todo", undefined, QuickPlay> = {
  method: "GET",
  path: "/accounts/quick",
  answer: decoders.QuickPlay,
};

/** Notes a signup that was refused (A82). */
export const postAccountsQuickSignups: Call<never, never, RefusedSignup, Done> = {
  method: "POST",
  path: "/accounts/quick-signups",
  answer: decoders.Done,
};

/** Keeps where a visitor came from; message is the id that the signup sends. */
export const postDownloadId: Call<never, never, Download, Done> = {
  method: "POST",
  path: "/download-id",
  answer: decoders.Done,
};

/** The external lobbies. */
export const getExternallobby: Call<never, never, undefined, Lobbies> = {
  method: "GET",
  path: "/externallobby",
  answer: decoders.Lobbies,
};

/** The game jackpots, always in US dollars (A114). */
export const getJackpots: Call<never, "forMoney" | "currencyCode", undefined, Jackpots> = {
  method: "GET",
  path: "/jackpots",
  answer: decoders.Jackpots,
};

/** Claims a win. */
export const postLobbyJackpotPlayersHits: Call<"pid", never, undefined, Done> = {
  method: "POST",
  path: "/lobby-jackpot/players/{pid}/hits",
  session: true,
  answer: decoders.Done,
};

/** Whether the player takes part, and what they have won and not claimed. */
export const getLobbyJackpotPlayersJackpots: Call<"pid", never, undefined, JackpotPlayer> = {
  method: "GET",
  path: "/lobby-jackpot/players/{pid}/jackpots",
  session: true,
  answer: decoders.JackpotPlayer,
};

/** Sets the opt-in. */
export const postLobbyJackpotPlayersJackpots: Call<"pid" | "guid", "optPlayer", undefined, Done> = {
  method: "POST",
  path: "/lobby-jackpot/players/{pid}/jackpots/{guid}",
  session: true,
  answer: decoders.Done,
};

/** Amount and guid, for everybody; the token is the public feed id (A117). */
export const getLobbyJackpot: Call<"token", never, undefined, LobbyJackpot> = {
  method: "GET",
  path: "/lobby-jackpot/{token}",
  answer: decoders.LobbyJackpot,
};

/** A login or e-mail address with its password, or a quick-play hash, becomes a session. */
export const postLogin: Call<never, never, Login, Session> = {
  method: "POST",
  path: "/login",
  answer: decoders.Session,
};

/** By todo: fp mails a reset, fu the username, cpwt sets a password by token, cp changes it. */
export const putLogin: Call<never, never, Recovery, Done> = {
  method: "PUT",
  path: "/login",
  answer: decoders.Done,
};

/** Ends the session that makes the call. */
export const postPlayerAccountsLogout: Call<"pid", never, Logout, Done> = {
  method: "POST",
  path: "/player/{pid}/accounts/logout",
  session: true,
  answer: decoders.Done,
};

/** Opts out; links that were mailed are dead. */
export const deletePlayerAccountsQuick: Call<"pid", never, undefined, Done> = {
  method: "DELETE",
  path: "/player/{pid}/accounts/quick",
  session: true,
  answer: decoders.Done,
};

/** Whether the player is opted in: Count above 0. */
export const getPlayerAccountsQuick: Call<"pid", never, undefined, Count> = {
  method: "GET",
  path: "/player/{pid}/accounts/quick",
  session: true,
  answer: decoders.Count,
};

/** Opts in. */
export const postPlayerAccountsQuick: Call<"pid", never, undefined, Done> = {
  method: "POST",
  path: "/player/{pid}/accounts/quick",
  session: true,
  answer: decoders.Done,
};

/** What the form to the external cashier is filled with (A38). */
export const postPlayerCashier: Call<"pid", never, OpenCashier, Cashier> = {
  method: "POST",
  path: "/player/{pid}/cashier",
  session: true,
  answer: decoders.Cashier,
};

/** A link into one of them (A116). */
export const getPlayerExternallobby: Call<"pid" | "id", "skinId" | "pid" | "clientType", undefined, Link> = {
  method: "GET",
  path: "/player/{pid}/externallobby/{id}",
  session: true,
  answer: decoders.Link,
};

/** The player's favourites. */
export const getPlayerGamesFavorite: Call<"pid", never, undefined, Favourites> = {
  method: "GET",
  path: "/player/{pid}/games/favorite",
  session: true,
  answer: decoders.Favourites,
};

/** Removes a favourite. */
export const deletePlayerGamesFavoritesPlayerid: Call<
  "pid",
  "machineId" | "gameId" | "playerId" | "skinId",
  undefined,
  Done
> = {
  method: "DELETE",
  path: "/player/{pid}/games/favorites/playerid",
  session: true,
  answer: decoders.Done,
};

/** Sets a favourite. */
export const postPlayerGamesFavoritesPlayerid: Call<
  "pid",
  "machineId" | "gameId" | "playerId" | "skinId",
  undefined,
  Done
> = {
  method: "POST",
  path: "/player/{pid}/games/favorites/playerid",
  session: true,
  answer: decoders.Done,
};

/** Claims a cashback, once. */
export const postPlayerRewardsCashback: Call<"pid", "login", Cashback, Done> = {
  method: "POST",
  path: "/player/{pid}/rewards/cashback",
  session: true,
  answer: decoders.Done,
};

/** Redeems a reward coupon. */
export const postPlayerRewardsRedeem: Call<"pid", never, Reward, Redeemed> = {
  method: "POST",
  path: "/player/{pid}/rewards/redeem",
  session: true,
  answer: decoders.Redeemed,
};

/** The user data of section 3. */
export const getPlayers: Call<"pid", never, undefined, User> = {
  method: "GET",
  path: "/players/{pid}",
  session: true,
  answer: decoders.User,
};

/** Saves the profile; an empty password stays as it was (A107). */
export const putPlayers: Call<"pid", never, Profile, Done> = {
  method: "PUT",
  path: "/players/{pid}",
  session: true,
  answer: decoders.Done,
};

/** Cancels the active coupon while it waits for a deposit. */
export const deletePlayersActiveCoupon: Call<"pid", never, undefined, Done> = {
  method: "DELETE",
  path: "/players/{pid}/active-coupon",
  session: true,
  answer: decoders.Done,
};

/** The active coupon. */
export const getPlayersActiveCoupon: Call<"pid", never, undefined, ActiveCoupon> = {
  method: "GET",
  path: "/players/{pid}/active-coupon",
  session: true,
  answer: decoders.ActiveCoupon,
};

/** A list whose first item is the balance. */
export const getPlayersBalance: Call<"pid", "forMoney", undefined, Balances> = {
  method: "GET",
  path: "/players/{pid}/balance",
  session: true,
  answer: decoders.Balances,
};

/** The player's coupons. */
export const getPlayersCoupondetails: Call<"pid", "login", undefined, Promotions> = {
  method: "GET",
  path: "/players/{pid}/coupondetails",
  session: true,
  answer: decoders.Promotions,
};

/** Selects the game of the active free spin coupon (A110). */
export const putPlayersCouponsGames: Call<"pid", "gameCode", undefined, Done> = {
  method: "PUT",
  path: "/players/{pid}/coupons/games",
  session: true,
  answer: decoders.Done,
};

/** A token with which one game is launched (A111). */
export const postPlayersToken: Call<"pid", never, Launch, Token> = {
  method: "POST",
  path: "/players/{pid}/token",
  session: true,
  answer: decoders.Token,
};

/** Makes a player and a session; the login is the e-mail address in small letters (A67). */
export const postSignup: Call<never, never, Signup, NewSession> = {
  method: "POST",
  path: "/signup",
  answer: decoders.NewSession,
};

/** Redeems a coupon (A109). */
export const postV2PlayersCoupons: Call<"pid", "login" | "couponCode" | "redeem", undefined, Redeemed> = {
  method: "POST",
  path: "/v2/players/{pid}/coupons",
  session: true,
  answer: decoders.Redeemed,
};

/** The user hash with which the chat knows a player. */
export const postIntercomValidate: Call<never, never, Identify, UserHash> = {
  method: "POST",
  path: "/intercom/validate",
  answer: decoders.UserHash,
};

/** Ends e-mail to the holder of a link (A118). */
export const postMarketingUnsubscribe: Call<"id", never, undefined, Done> = {
  method: "POST",
  path: "/marketing/unsubscribe/{id}",
  answer: decoders.Done,
};

/** This document. */
export const getOpenapiJson: Call<never, never, undefined, Anything> = {
  method: "GET",
  path: "/openapi.json",
  answer: decoders.Anything,
};

/** Allows or ends e-mail (A119). */
export const postPreferences: Call<never, never, Preferences, Done> = {
  method: "POST",
  path: "/preferences",
  answer: decoders.Done,
};

/** The default promotions. */
export const getRtgcouponsJson: Call<never, never, undefined, Promotions> = {
  method: "GET",
  path: "/rtgcoupons.json",
  answer: decoders.Promotions,
};

/** The games for desktops, with an ETag (A64). */
export const getRtggamesJson: Call<never, never, undefined, Games> = {
  method: "GET",
  path: "/rtggames.json",
  answer: decoders.Games,
};

/** The games for phones, with an ETag (A64). */
export const getRtggamesmobileJson: Call<never, never, undefined, Games> = {
  method: "GET",
  path: "/rtggamesmobile.json",
  answer: decoders.Games,
};

/** Who won the lobby jackpot (A113). */
export const getRtglobbyjackpotwinnersJson: Call<never, never, undefined, Winners> = {
  method: "GET",
  path: "/rtglobbyjackpotwinners.json",
  answer: decoders.Winners,
};
