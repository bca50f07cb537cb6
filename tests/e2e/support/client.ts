// Imports the casino's API client and stores into a page of the built site, for tests of code that no widget uses yet. The page
// imports a bundle of the sources, so network, storage and policies are those of a real browser.

import type { JSHandle, Page } from "@playwright/test";
import { build } from "../../../runtime/node_modules/esbuild/lib/main.js";

/** The modules by subject. */
export interface Client {
  readonly account: typeof import("../../../runtime/casino/player/player");
  readonly login: typeof import("../../../runtime/casino/onboarding/requests/login");
  readonly cashier: typeof import("../../../runtime/casino/deposit/model/external_tab");
  readonly calls: typeof import("../../../runtime/casino/api/contract/calls");
  readonly coupons: typeof import("../../../runtime/casino/coupons/store/coupons");
  readonly games: typeof import("../../../runtime/casino/games/games");
  readonly playerGames: typeof import("../../../runtime/casino/games/player_games");
  readonly jackpotFeed: typeof import("../../../runtime/casino/jackpot/store/jackpot_feed");
  readonly jackpot: typeof import("../../../runtime/casino/jackpot/store/jackpot_part");
  readonly site: typeof import("../../../runtime/casino/api/client");
  readonly session: typeof import("../../../runtime/casino/session/session");
  readonly couponCommands: typeof import("../../../runtime/casino/coupons/store/coupon_commands");
  readonly couponStores: typeof import("../../../runtime/casino/coupons/store/coupons");
  readonly defaultPromotions: typeof import("../../../runtime/casino/coupons/store/default_promotions");
  readonly gameStores: typeof import("../../../runtime/casino/games/games");
  readonly playerStores: typeof import("../../../runtime/casino/player/player");
  readonly serverData: typeof import("../../../runtime/casino/stores/server_data");
}

const ENTRY = `
export * as account from "./player/player";
export * as login from "./onboarding/requests/login";
export * as cashier from "./deposit/model/external_tab";
export * as calls from "./api/contract/calls";
export * as coupons from "./coupons/store/coupons";
export * as games from "./games/games";
export * as playerGames from "./games/player_games";
export * as jackpotFeed from "./jackpot/store/jackpot_feed";
export * as jackpot from "./jackpot/store/jackpot_part";
export * as site from "./api/client";
export * as session from "./session/session";
export * as couponCommands from "./coupons/store/coupon_commands";
export * as couponStores from "./coupons/store/coupons";
export * as defaultPromotions from "./coupons/store/default_promotions";
export * as gameStores from "./games/games";
export * as playerStores from "./player/player";
export * as serverData from "./stores/server_data";
`;

let bundled: Promise<string> | undefined;

async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: ENTRY,
      resolveDir: new URL("../../../runtime/casino", import.meta.url).pathname,
      loader: "ts",
    },
    bundle: true,
    loader: { ".css": "empty" },
    format: "esm",
    write: false,
    target: "es2022",
    define: {
      "process.env.NODE_ENV": '"production"',
      "import.meta.env.DEV": "false",
      "import.meta.env.LANGUAGES": "false",
    },
  });
  return outputFiles[0]?.text ?? "";
}

/** Imports the client into the current page. The tests' contexts block the service worker, which would send its own requests. */
export async function importClient(page: Page): Promise<JSHandle<Client>> {
  bundled ??= bundle();
  const body = await bundled;
  await page.route("**/assets/client-under-test.js", (route) =>
    route.fulfill({ contentType: "text/javascript", body }),
  );
  return page.evaluateHandle(() => {
    const url = new URL("/assets/client-under-test.js", location.href).href;
    return import(url) as Promise<Client>;
  });
}
