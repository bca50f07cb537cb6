// How the casino's runtime is bundled: the groups of code that several chunks share, and the islands that stand in every page's shell. bundle/site.mjs says what can be told.

import { smallFonts } from "./fonts.mjs";

/** Files and folders are those of src/. */
const GROUPS = [
  { name: "vendor", folders: [], packages: ["react", "react-dom", "scheduler"] },
  {
    name: "session",
    folders: [
      "signals.ts",
      "island/load_part.ts",
      "casino/config",
      "casino/session",
      "casino/session_policy",
      "casino/adapters/script.ts",
    ],
    packages: ["nanostores", "@nanostores/persistent"],
  },
  { name: "partner", folders: ["casino/links/affiliate.ts"], packages: [] },
  { name: "links", folders: ["casino/links", "casino/forms/definition.ts"], packages: [] },
  {
    name: "shared",
    folders: [
      "island",
      "casino/adapters",
      "casino/api",
      "casino/content",
      "casino/hooks",
      "casino/stores",
      "casino/ui",
      "casino/opt_ins/for_players.tsx",
    ],
    packages: ["valibot", "@nanostores/query"],
  },
  { name: "commands", folders: ["command.ts", "site.ts"].map((it) => `casino/commands/${it}`), packages: [] },
  // What only some parts share is kept from all the others.
  { name: "field", folders: ["casino/ui/field.tsx"], packages: [] },
  {
    name: "game_data",
    folders: ["api/games.ts", "api/quick_play.ts", "games", "lobby/played.ts", "stores/games.ts"].map(
      (it) => `casino/${it}`,
    ),
    packages: [],
  },
  { name: "promotion", folders: ["api/promotions.ts", "stores/reward.ts"].map((it) => `casino/${it}`), packages: [] },
  {
    name: "default_promotions",
    folders: ["api/default_promotions.ts", "stores/default_promotions.ts"].map((it) => `casino/${it}`),
    packages: [],
  },
  { name: "animated_amount", folders: ["casino/ui/animated_amount.tsx"], packages: [] },
  { name: "lazy_component", folders: ["casino/ui/lazy_component.tsx"], packages: [] },
  { name: "tabs", folders: ["casino/ui/tabs.tsx"], packages: [] },
  { name: "location", folders: ["casino/stores/location.ts"], packages: [] },
  {
    name: "coupons",
    folders: [
      "api/cashier.ts",
      "api/coupons.ts",
      "cashier",
      "hooks/maintenance.ts",
      "stores/coupons.ts",
      "stores/free_spins.ts",
    ].map((it) => `casino/${it}`),
    packages: [],
  },
  {
    name: "coupons_side",
    folders: ["promotions/contact_link.tsx", "promotions/side.tsx"].map((it) => `casino/${it}`),
    packages: [],
  },
  { name: "profile", folders: ["api/profile.ts", "stores/profile.ts"].map((it) => `casino/${it}`), packages: [] },
  // Cards, and what is reckoned for them.
  {
    name: "cards",
    folders: ["promotions", ...["art.tsx", "badge.tsx", "error_boundary.tsx"].map((it) => `ui/${it}`)].map(
      (it) => `casino/${it}`,
    ),
    packages: [],
  },
  {
    name: "card_details",
    folders: ["promotions/contents.tsx", "ui/safe_html.tsx", "ui/sanitize.ts"].map((it) => `casino/${it}`),
    packages: [],
  },
  {
    name: "coupon_code",
    folders: ["cashier/coupon_code.tsx", "promotions/code.ts"].map((it) => `casino/${it}`),
    packages: [],
  },
  // What is done with cards comes for players alone.
  {
    name: "card",
    folders: ["card.tsx", "late_contents.tsx", "late_deposit.tsx", "redeem_words.ts", "use_coupon.ts"].map(
      (it) => `casino/promotions/${it}`,
    ),
    packages: [],
  },
  { name: "daily", folders: ["casino/daily"], packages: [] },
  {
    name: "jackpots",
    folders: [
      ...["api/lobby_jackpot.ts", "opt_ins", "stores/lobby_jackpot.ts"],
      ...["placing.ts", "switch.tsx", "tooltip.tsx"].map((it) => `ui/${it}`),
    ].map((it) => `casino/${it}`),
    packages: [],
  },
  { name: "emails", folders: ["casino/api/emails.ts"], packages: [] },
  // The cashier's tabs, over a page and on their own; its views with cards are a part.
  {
    name: "cashier_tabs",
    folders: ["cashier/tabs.tsx", "promotions/choice.tsx", "promotions/coupon_tab.tsx", "promotions/fresh.ts"].map(
      (it) => `casino/${it}`,
    ),
    packages: [],
  },
  { name: "reports", folders: ["scrub.ts", "beacon.ts"].map((it) => `casino/adapters/${it}`), packages: [] },
  { name: "password", folders: ["casino/api/password.ts"], packages: [] },
  { name: "account", folders: ["recovery.ts", "signup_reports.ts"].map((it) => `casino/api/${it}`), packages: [] },
  { name: "forms", folders: ["casino/forms"], packages: [] },
  { name: "rules", folders: ["casino/forms/rules.ts"], packages: [] },
  {
    name: "profile_form",
    folders: ["profile_form.ts", "states.ts"].map((it) => `casino/forms/${it}`),
    packages: [],
  },
  {
    name: "full_kit",
    folders: ["full_kit.ts", "choice_controls.tsx", "date_of_birth.tsx", "steps.tsx"].map((it) => `casino/forms/${it}`),
    packages: [],
  },
  { name: "onboarding", folders: ["casino/onboarding"], packages: [] },
  { name: "offers", folders: ["casino/onboarding/offers"], packages: [] },
  { name: "log_in", folders: ["log_in.ts", "failures.ts"].map((it) => `casino/onboarding/${it}`), packages: [] },
];

/** Plain values, of casino/. */
const COPIED = [
  "api/contract",
  "config/privacy.ts",
  "content/dates.ts",
  "content/use_now.ts",
  "forms/for_guests.ts",
  "promotions/order.ts",
  "promotions/progress.tsx",
  "promotions/terms.ts",
  "onboarding/requests/unfilled.ts",
  "stores/wait_for_store.ts",
  "ui/blank_tab.ts",
  "ui/countdown.tsx",
  "ui/top_dialog.ts",
  "hooks/use_parameter.ts",
];

/** What the bundle asks for. */
export const site = {
  islands: "src/casino/widgets",
  styles: "src/casino/design",
  start: "src/casino/start.ts",
  head: "src/casino/head.ts",
  groups: GROUPS.map((group) => ({ ...group, folders: group.folders.map((it) => `src/${it}`) })),
  // They stand in slices, which every page has. One that wakes for players alone, such as `opt_ins`, is none of them.
  shell: ["account_menu", "mobile_menu", "modal"],
  copied: COPIED.map((it) => `src/casino/${it}`),
  plugins: [smallFonts],
};
