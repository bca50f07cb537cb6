// Settings of the casino's bundle. The defaults are in loader/bundle/site.mjs. Chunks result from `import()` and from the islands that use a
// file.

import { smallFonts } from "./fonts.mjs";

/** A signed-in player loads these on every page; the cashier and a guest's forms come on top. */
const PLAYER = ["start-start_player", "account_menu", "opt_ins"];
const LOBBY = ["games", "lobby_jackpot"];
const GUEST_LOBBY = [...LOBBY, "games-enhance_for_guests", "lobby_jackpot-enhance_for_guests"];
const PLAYER_LOBBY = [...PLAYER, ...LOBBY, "games-hydrate", "lobby_jackpot-hydrate"];
const PLAYER_COUPONS = [...PLAYER, "my_coupons", "my_coupons-list"];
const CASHIER = ["modal", "modal-cashier_panel", "card-deposit_button"];
const LOGIN = ["account_menu", "modal", "modal-login_panel", "requests-login", "ui-after_form"];
const SIGNUP = [...LOGIN, "modal-form_panel", "requests-signup", "ui-abandonment", "ui-coupon_cookies"];

export const site = {
  islands: "casino",
  styles: "casino/design",
  start: "casino/start.ts",
  head: "casino/head.ts",
  // Most guests need no code of the casino.
  startWaits: true,
  // Only islands that guests use are listed: `opt_ins` hydrates only for players.
  shell: ["account_menu", "mobile_menu", "modal"],
  // What the pages of docs/content/casino/performance.md load. Pages with tight goals count more.
  pages: {
    guest_lobby: { entries: GUEST_LOBBY },
    guest_coupons: { entries: ["promotions"] },
    guest_lobby_login: { entries: [...GUEST_LOBBY, ...LOGIN] },
    guest_lobby_signup: { entries: [...GUEST_LOBBY, ...SIGNUP], weight: 3 },
    player_without_menu: { entries: ["start-start_player"] },
    player: { entries: PLAYER },
    player_account: {
      entries: [...PLAYER, "account_details", "account_details-view", "change_password", "change_password-form"],
      weight: 2,
    },
    player_lobby: { entries: PLAYER_LOBBY, weight: 8, compileAhead: true },
    player_coupons: { entries: PLAYER_COUPONS, weight: 8, compileAhead: true },
    player_lobby_cashier: { entries: [...PLAYER_LOBBY, ...CASHIER] },
    player_coupons_cashier: { entries: [...PLAYER_COUPONS, ...CASHIER] },
  },
  // The generated API contract has all calls and decoders in one file, and each chunk uses a few of them. So do the functions of the platform.
  copied: ["contract", "platform"],
  plugins: [smallFonts],
};
