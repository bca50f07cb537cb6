// Every call as a value: its method, its path, and what its answer must have. Those below /api/794 leave the prefix out.
// Made by generate.mjs from tests/sandbox/openapi.json; do not edit.

import type { Call } from "../call";
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
  answer: { token: 0 },
};

/** Notes a signup that was left before its end. */
export const postAccountsIncompleteSignups: Call<never, never, IncompleteSignup, Done> = {
  method: "POST",
  path: "/accounts/incomplete-signups",
  answer: { message: 0 },
};

/** What a link leads to; asking does not use it up (A81). */
export const getAccountsQuick: Call<never, "userhash" | "todo", undefined, QuickPlay> = {
  method: "GET",
  path: "/accounts/quick",
  answer: { Count: 0, code: 0, coupon: 0, game: 0 },
};

/** Notes a signup that was refused (A82). */
export const postAccountsQuickSignups: Call<never, never, RefusedSignup, Done> = {
  method: "POST",
  path: "/accounts/quick-signups",
  answer: { message: 0 },
};

/** Keeps where a visitor came from; message is the id that the signup sends. */
export const postDownloadId: Call<never, never, Download, Done> = {
  method: "POST",
  path: "/download-id",
  answer: { message: 0 },
};

/** The external lobbies. */
export const getExternallobby: Call<never, never, undefined, Lobbies> = {
  method: "GET",
  path: "/externallobby",
  answer: [{ id: 0, name: 0 }],
};

/** The game jackpots, always in US dollars (A114). */
export const getJackpots: Call<never, "forMoney" | "currencyCode", undefined, Jackpots> = {
  method: "GET",
  path: "/jackpots",
  answer: [{ amount: 0, game_id: 0, machine_id: 0 }],
};

/** Claims a win. */
export const postLobbyJackpotPlayersHits: Call<"pid", never, undefined, Done> = {
  method: "POST",
  path: "/lobby-jackpot/players/{pid}/hits",
  answer: { message: 0 },
};

/** Whether the player takes part, and what they have won and not claimed. */
export const getLobbyJackpotPlayersJackpots: Call<"pid", never, undefined, JackpotPlayer> = {
  method: "GET",
  path: "/lobby-jackpot/players/{pid}/jackpots",
  answer: { "is-opt-in": 0, "unclaimed-hits-amount": 0 },
};

/** Sets the opt-in. */
export const postLobbyJackpotPlayersJackpots: Call<"pid" | "guid", "optPlayer", undefined, Done> = {
  method: "POST",
  path: "/lobby-jackpot/players/{pid}/jackpots/{guid}",
  answer: { message: 0 },
};

/** Amount and guid, for everybody; the token is the public feed id (A117). */
export const getLobbyJackpot: Call<"token", never, undefined, LobbyJackpot> = {
  method: "GET",
  path: "/lobby-jackpot/{token}",
  answer: { guid: 0, "jackpot-amount": 0 },
};

/** A login or e-mail address with its password, or a quick-play hash, becomes a session. */
export const postLogin: Call<never, never, Login, Session> = {
  method: "POST",
  path: "/login",
  answer: { pid: 0, rtgSession: { session_id: 0 }, sessionToken: 0 },
};

/** By todo: fp mails a reset, fu the username, cpwt sets a password by token, cp changes it. */
export const putLogin: Call<never, never, Recovery, Done> = {
  method: "PUT",
  path: "/login",
  answer: { message: 0 },
};

/** Ends the session that makes the call. */
export const postPlayerAccountsLogout: Call<"pid", never, Logout, Done> = {
  method: "POST",
  path: "/player/{pid}/accounts/logout",
  answer: { message: 0 },
};

/** Opts out; links that were mailed are dead. */
export const deletePlayerAccountsQuick: Call<"pid", never, undefined, Done> = {
  method: "DELETE",
  path: "/player/{pid}/accounts/quick",
  answer: { message: 0 },
};

/** Whether the player is opted in: Count above 0. */
export const getPlayerAccountsQuick: Call<"pid", never, undefined, Count> = {
  method: "GET",
  path: "/player/{pid}/accounts/quick",
  answer: { Count: 0 },
};

/** Opts in. */
export const postPlayerAccountsQuick: Call<"pid", never, undefined, Done> = {
  method: "POST",
  path: "/player/{pid}/accounts/quick",
  answer: { message: 0 },
};

/** What the form to the external cashier is filled with (A38). */
export const postPlayerCashier: Call<"pid", never, OpenCashier, Cashier> = {
  method: "POST",
  path: "/player/{pid}/cashier",
  answer: {
    info: { hashed_password: 0, lang: 0, login: 0, player_id: 0, session_id: 0, sign_up_skin: 0, sportsbook: 0 },
    launch_page: 0,
    url: 0,
  },
};

/** A link into one of them (A116). */
export const getPlayerExternallobby: Call<"pid" | "id", "skinId" | "pid" | "clientType", undefined, Link> = {
  method: "GET",
  path: "/player/{pid}/externallobby/{id}",
  answer: { message: 0 },
};

/** The player's favourites. */
export const getPlayerGamesFavorite: Call<"pid", never, undefined, Favourites> = {
  method: "GET",
  path: "/player/{pid}/games/favorite",
  answer: [{ game_id: 0, machine_id: 0 }],
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
  answer: { message: 0 },
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
  answer: { message: 0 },
};

/** Claims a cashback, once. */
export const postPlayerRewardsCashback: Call<"pid", "login", Cashback, Done> = {
  method: "POST",
  path: "/player/{pid}/rewards/cashback",
  answer: { message: 0 },
};

/** Redeems a reward coupon. */
export const postPlayerRewardsRedeem: Call<"pid", never, Reward, Redeemed> = {
  method: "POST",
  path: "/player/{pid}/rewards/redeem",
  answer: { free_spin: 0, game_description: 0, redeem_type: 0, spins_needed: 0 },
};

/** The user data of section 3. */
export const getPlayers: Call<"pid", never, undefined, User> = {
  method: "GET",
  path: "/players/{pid}",
  answer: {
    birth_date: 0,
    contact: {
      address_one: 0,
      city: 0,
      country_id: 0,
      email: 0,
      first_name: 0,
      last_name: 0,
      state_id: 0,
      zip_code: 0,
    },
    hashed_password: 0,
    login: 0,
    player_class: 0,
    player_id: 0,
    total_deposits_number: 0,
  },
};

/** Saves the profile; an empty password stays as it was (A107). */
export const putPlayers: Call<"pid", never, Profile, Done> = {
  method: "PUT",
  path: "/players/{pid}",
  answer: { message: 0 },
};

/** Cancels the active coupon while it waits for a deposit. */
export const deletePlayersActiveCoupon: Call<"pid", never, undefined, Done> = {
  method: "DELETE",
  path: "/players/{pid}/active-coupon",
  answer: { message: 0 },
};

/** The active coupon. */
export const getPlayersActiveCoupon: Call<"pid", never, undefined, ActiveCoupon> = {
  method: "GET",
  path: "/players/{pid}/active-coupon",
  answer: { isActive: 0, player_coupon_status: 0 },
};

/** A list whose first item is the balance. */
export const getPlayersBalance: Call<"pid", "forMoney", undefined, Balances> = {
  method: "GET",
  path: "/players/{pid}/balance",
  answer: [{ balance: 0, currency_symbol: 0 }],
};

/** The player's coupons. */
export const getPlayersCoupondetails: Call<"pid", "login", undefined, Promotions> = {
  method: "GET",
  path: "/players/{pid}/coupondetails",
  answer: [
    {
      bank_method_list: [{ bonus: 0, deposit_method: 0, maximum_deposit: 0, minimum_deposit: 0 }],
      bonus: [0],
      coupon_amount: 0,
      coupon_code: 0,
      coupon_description: 0,
      coupon_title: 0,
      deposit_method: [0],
      expiry: 0,
      free_spin_details: {},
      free_spin_details_list: [{ game_code: 0, game_description: 0, spins_needed: 0 }],
      image_url: 0,
      max_uses_per_player: 0,
      max_uses_player_per_day: 0,
      maximum_deposit: [0],
      minimum_deposit: [0],
      playthrough: [0],
      playthrough_details: { amount_needed: 0, amount_played: 0, awaiting_deposit: 0 },
      redeem_type: 0,
      redemption_type: 0,
      reward_type: 0,
      spins: [0],
      spins_remaining: 0,
      userHash: 0,
    },
  ],
};

/** Selects the game of the active free spin coupon (A110). */
export const putPlayersCouponsGames: Call<"pid", "gameCode", undefined, Done> = {
  method: "PUT",
  path: "/players/{pid}/coupons/games",
  answer: { message: 0 },
};

/** A token with which one game is launched (A111). */
export const postPlayersToken: Call<"pid", never, Launch, Token> = {
  method: "POST",
  path: "/players/{pid}/token",
  answer: { token: 0 },
};

/** Makes a player and a session; the login is the e-mail address in small letters (A67). */
export const postSignup: Call<never, never, Signup, NewSession> = {
  method: "POST",
  path: "/signup",
  answer: { login: 0, pid: 0, rtgSession: { session_id: 0 }, sessionToken: 0 },
};

/** Redeems a coupon (A109). */
export const postV2PlayersCoupons: Call<"pid", "login" | "couponCode" | "redeem", undefined, Redeemed> = {
  method: "POST",
  path: "/v2/players/{pid}/coupons",
  answer: { free_spin: 0, game_description: 0, redeem_type: 0, spins_needed: 0 },
};

/** The user hash with which the chat knows a player. */
export const postIntercomValidate: Call<never, never, Identify, UserHash> = {
  method: "POST",
  path: "/intercom/validate",
  answer: { userHash: 0 },
};

/** Ends e-mail to the holder of a link (A118). */
export const postMarketingUnsubscribe: Call<"id", never, undefined, Done> = {
  method: "POST",
  path: "/marketing/unsubscribe/{id}",
  answer: { message: 0 },
};

/** This document. */
export const getOpenapiJson: Call<never, never, undefined, Anything> = {
  method: "GET",
  path: "/openapi.json",
  answer: 0,
};

/** Allows or ends e-mail (A119). */
export const postPreferences: Call<never, never, Preferences, Done> = {
  method: "POST",
  path: "/preferences",
  answer: { message: 0 },
};

/** The default promotions. */
export const getRtgcouponsJson: Call<never, never, undefined, Promotions> = {
  method: "GET",
  path: "/rtgcoupons.json",
  answer: [
    {
      bank_method_list: [{ bonus: 0, deposit_method: 0, maximum_deposit: 0, minimum_deposit: 0 }],
      bonus: [0],
      coupon_amount: 0,
      coupon_code: 0,
      coupon_description: 0,
      coupon_title: 0,
      deposit_method: [0],
      expiry: 0,
      free_spin_details: {},
      free_spin_details_list: [{ game_code: 0, game_description: 0, spins_needed: 0 }],
      image_url: 0,
      max_uses_per_player: 0,
      max_uses_player_per_day: 0,
      maximum_deposit: [0],
      minimum_deposit: [0],
      playthrough: [0],
      playthrough_details: { amount_needed: 0, amount_played: 0, awaiting_deposit: 0 },
      redeem_type: 0,
      redemption_type: 0,
      reward_type: 0,
      spins: [0],
      spins_remaining: 0,
      userHash: 0,
    },
  ],
};

/** The games for desktops, with an ETag (A64). */
export const getRtggamesJson: Call<never, never, undefined, Games> = {
  method: "GET",
  path: "/rtggames.json",
  answer: {
    categories: [{ "sub-categories": [0], title: 0 }],
    games: [
      { category: 0, display_name: 0, game_id: 0, hands: 0, height: 0, machine_id: 0, sub_category: 0, width: 0 },
    ],
  },
};

/** The games for phones, with an ETag (A64). */
export const getRtggamesmobileJson: Call<never, never, undefined, Games> = {
  method: "GET",
  path: "/rtggamesmobile.json",
  answer: {
    categories: [{ "sub-categories": [0], title: 0 }],
    games: [
      { category: 0, display_name: 0, game_id: 0, hands: 0, height: 0, machine_id: 0, sub_category: 0, width: 0 },
    ],
  },
};

/** Who won the lobby jackpot (A113). */
export const getRtglobbyjackpotwinnersJson: Call<never, never, undefined, Winners> = {
  method: "GET",
  path: "/rtglobbyjackpotwinners.json",
  answer: [{ amount: 0, date: 0, name: 0 }],
};
