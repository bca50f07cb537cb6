// Checks the layers of the runtime by the imports of its files: which folders and packages a file may import, and which files are pure.

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const source = fileURLToPath(new URL("../src", import.meta.url));

const workbox = ["workbox-core", "workbox-expiration", "workbox-precaching", "workbox-routing", "workbox-strategies"];

/** What each layer outside of the casino may import besides itself: other layers, and packages. */
const LOADER: Record<string, string[]> = {
  signals: [],
  "loader/core": ["signals"],
  "loader/browser": ["signals", "loader/core"],
  "loader/entry": ["signals", "loader/core", "loader/browser"],
  "loader/worker": workbox,
  // The interface between the loader and React.
  "island/files.d": [],
  "island/hydrated": ["signals", "react", "react-dom/client", "island/queries"],
  "island/load_part": ["signals"],
  "island/prepared": ["react"],
  "island/queries": ["signals", "react"],
};

/** The folders of the casino, lowest layer first. A file may import lower layers, and its own folder. */
const CASINO = [
  ["config", "design"],
  ["session"],
  ["session_policy", "services"],
  ["api"],
  ["content", "stores", "commands"],
  ["ui"],
  ["forms", "hooks"],
  ["player", "links", "panel"],
  ["coupons", "cashier"],
  ["jackpot", "daily_reward"],
  ["games", "account", "navigation"],
  ["onboarding", "promotions_page", "gallery"],
  ["modal"],
  ["head", "start_player"],
  ["start"],
];

/** Imports within a layer. A coupon's card has a deposit button, and the cashier shows coupons. */
const SIBLINGS = ["coupons > cashier", "cashier > coupons"];

/** The folders of the casino that may import a package; all other packages are for none of them. */
const PACKAGES: Record<string, readonly string[]> = {
  react: ["content", "ui", "forms", "hooks", "panel", ...CASINO.slice(7, 13).flat()],
  "react-dom": ["ui", "modal"],
  "react-dom/client": ["ui"],
  nanostores: ["session", "stores", "ui", "forms", "links", "daily_reward", "games"],
  "@nanostores/query": ["stores"],
  valibot: ["api", "forms", "daily_reward"],
  "partysocket/ws": ["daily_reward"],
};

/** Files of the interface to the loader that the casino uses. */
const SHARED = ["signals", "island/queries", "island/load_part"];

/** Files that do not touch the browser; functions get what they need of it as arguments. */
const PURE = [
  /^loader\/core\//,
  /^casino\/session\/record\.ts$/,
  /(^|\/)model\.ts$/,
  /^casino\/forms\/rules\/rules\.ts$/,
  /^casino\/onboarding\/model\/flow\.ts$/,
  /^casino\/coupons\/model\/(benefits|order|terms|code_meaning)\.ts$/,
  /^casino\/cashier\/model\/balance_state\.ts$/,
  /^casino\/daily_reward\/model\/daily\.ts$/,
  /^casino\/games\/model\/(categories|search|row_games)\.ts$/,
];

const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((name) => /\.tsx?$/.test(name));

/** A file's text without comments. */
function code(file: string): string {
  return readFileSync(join(source, file), "utf8").replace(/^\s*\/\/.*$|\s\/\/ .*$|\/\*[\s\S]*?\*\//gm, "");
}

/** Everything that a file imports: `import x from`, `import "x"`, `import("x")`, `export … from`, and types by `import("x").T`. */
function imports(file: string): string[] {
  const found = code(file).matchAll(
    /(?:^|[\s;}])(?:import|export)\s(?:[^;"]*?\sfrom\s)?"([^"]+)"|\bimport\(\s*"([^"]+)"\s*\)/gm,
  );
  return [...found].map(([, one, other]) => one ?? other ?? "").filter((from) => !/\.(css|svg|json)$/.test(from));
}

/** The layer of a file: its first two folders, or folder and file. */
const layerOf = (file: string) =>
  file
    .replace(/\.tsx?$/, "")
    .split("/")
    .slice(0, 2)
    .join("/");

/** Layers and packages that a file imports, with the import as it is written. */
const importedBy = (file: string) =>
  imports(file).map((from) => ({
    from,
    layer: from.startsWith(".") ? layerOf(relative(source, join(source, dirname(file), from))) : from,
  }));

const rankOf = (folder: string) => CASINO.findIndex((layer) => layer.includes(folder));

test("every file is in a layer of this test, and every layer has files", () => {
  const known = [...Object.keys(LOADER), ...CASINO.flat().map((folder) => `casino/${folder}`)];
  expect([...new Set(files.map(layerOf))].sort()).toEqual(known.sort());
});

test.each(Object.entries(LOADER))("%s imports only what its row allows", (layer, allowed) => {
  const wrong = files
    .filter((file) => layerOf(file) === layer)
    .flatMap((file) =>
      importedBy(file)
        .filter((it) => it.layer !== layer && !allowed.includes(it.layer))
        .map((it) => `${file}: ${it.from}`),
    );
  expect(wrong).toEqual([]);
});

test.each(CASINO.flat())("casino/%s imports lower layers only", (folder) => {
  const isAllowed = (layer: string) => {
    const [room, other = ""] = layer.split("/");
    if (room !== "casino") return SHARED.includes(layer) || (PACKAGES[layer]?.includes(folder) ?? false);
    if (other === folder || SIBLINGS.includes(`${folder} > ${other}`)) return true;
    return rankOf(other) >= 0 && rankOf(other) < rankOf(folder);
  };
  const wrong = files
    .filter((file) => layerOf(file) === `casino/${folder}`)
    .flatMap((file) =>
      importedBy(file)
        .filter((it) => !isAllowed(it.layer))
        .map((it) => `${file}: ${it.from}`),
    );
  expect(wrong).toEqual([]);
});

test("islands do not import each other", () => {
  const islands = files.filter((file) => file.endsWith("/island.tsx")).map(dirname);
  expect(islands.length).toBeGreaterThan(15);
  const wrong = files.flatMap((file) =>
    imports(file)
      .filter((from) => from.startsWith("."))
      .filter((from) => islands.includes(relative(source, dirname(join(source, dirname(file), from)))))
      .filter((from) => dirname(join(source, dirname(file), from)) !== dirname(join(source, file)))
      .map((from) => `${file}: ${from}`),
  );
  expect(wrong).toEqual([]);
});

test("pure files touch neither document nor window", () => {
  const pure = files.filter((file) => PURE.some((pattern) => pattern.test(file)));
  expect(pure.length).toBeGreaterThan(18);
  for (const pattern of PURE)
    expect(
      pure.some((file) => pattern.test(file)),
      String(pattern),
    ).toBe(true);
  for (const file of pure)
    expect(code(file).replace(/"[^"\n]*"/g, '""'), file).not.toMatch(
      /\b(document|window|location|navigator|localStorage|sessionStorage)\s*[.?[]/,
    );
});

test("the loader, which other sites use too, has no code of the casino: no session, player or token", () => {
  const loader = files.filter((file) => /^(loader\/|island\/|signals)/.test(file));
  for (const file of loader)
    expect(code(file), file).not.toMatch(/\b(session(?!Storage)|player_?id|token|casino|x-session|user_session)\b/i);
});

test("static and dynamic imports are found", () => {
  expect(imports("loader/entry/boot.ts")).toContain("./deferred");
  expect(imports("loader/entry/boot.ts")).toContain("../../signals");
});
