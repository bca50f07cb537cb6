// Checks the layers of the runtime by the imports of its files: which folders and packages a file may import, and which files are pure.

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const RUNTIME = fileURLToPath(new URL("..", import.meta.url));
/** The folders of sources. Names of files below start in one of them; those of the casino start with its folder. */
const SOURCES: Readonly<Record<string, string>> = { casino: "casino/", "loader/src": "", src: "" };
const LOADER_PACKAGE = "@croupier/loader";
const { exports: offered } = JSON.parse(readFileSync(join(RUNTIME, "loader/package.json"), "utf8")) as {
  readonly exports: Readonly<Record<string, string | object>>;
};

const workbox = ["workbox-core", "workbox-expiration", "workbox-precaching", "workbox-routing", "workbox-strategies"];

/** The other layers and the packages that each layer outside the casino may import. */
const LOADER: Record<string, string[]> = {
  signals: [],
  "platform/browser": [],
  "platform/modal": ["signals"],
  "platform/with_base": [],
  "site.d": [],
  "loader/core": ["signals"],
  "loader/browser": ["platform/browser", "signals", "loader/core"],
  "loader/entry": ["platform/browser", "signals", "loader/core", "loader/browser"],
  "loader/worker": workbox,
  // The search of sites, which works without the loader.
  "search/open": ["search/dialog"],
  "search/dialog": ["search/load_index", "search/markup", "search/result_list", "search/search_index"],
  "search/load_index": ["search/divided_index", "search/search_index", "search/text_index", "search/words"],
  "search/markup": ["search/search_index"],
  "search/result_list": ["search/markup", "search/search_index", "search/words"],
  "search/divided_index": ["search/search_index", "search/words"],
  "search/text_index": ["platform/browser", "search/search_index", "search/words"],
  "search/text_worker": ["search/text_index"],
  "search/search_index": ["search/words", "minisearch"],
  "search/words": [],
  // The script that plays videos, which works without the loader, too.
  "embed/embed": ["platform/browser"],
  // The tabs of texts, too.
  "tabs/tabs": [],
  // The interface between the loader and React.
  "island/children": ["react"],
  "island/enhance": [],
  "island/client.d": [],
  "island/hydrated": ["signals", "react", "react-dom/client", "island/queries"],
  "island/load_part": ["signals"],
  "island/messages": ["react"],
  "island/queries": ["signals", "react"],
  // Hooks and components for the islands of all sites.
  "react/error_boundary": ["signals", "react"],
  "react/lazy_component": ["react"],
  "react/use_action": ["signals", "react"],
  "react/use_keep_alive": ["signals", "react", "react-dom"],
  "react/use_store": ["react"],
};

/** The folders of the casino, lowest layer first. A file may import lower layers, and its own folder. */
const CASINO = [
  ["config"],
  ["session"],
  ["session_policy", "services"],
  ["api"],
  ["content", "stores", "commands"],
  ["ui"],
  ["forms"],
  ["player", "links", "panel"],
  ["deposit"],
  ["coupons"],
  ["cashier", "jackpot", "daily_reward", "games"],
  ["game_panel", "lobby", "live_dealer", "account", "navigation"],
  ["onboarding", "promotions_page", "gallery"],
  ["modal"],
  ["head", "start_player"],
  ["start"],
];

/** The folders of the casino that may import a package. No folder may import other packages. */
const PACKAGES: Record<string, readonly string[]> = {
  react: ["content", "ui", "forms", "panel", ...CASINO.slice(7, 14).flat()],
  "react-dom": ["ui", "modal"],
  "react-dom/client": ["ui"],
  nanostores: ["session", "stores", "ui", "forms", "links", "player", "daily_reward", "games"],
  "@nanostores/query": ["stores"],
  valibot: ["api", "forms", "daily_reward"],
};

/** Files of the interface to the loader that the casino uses. */
const SHARED = [
  "platform/browser",
  "platform/modal",
  "signals",
  "island/enhance",
  "island/messages",
  "island/queries",
  "island/load_part",
  "react/error_boundary",
  "react/lazy_component",
  "react/use_action",
  "react/use_keep_alive",
  "react/use_store",
];

/** Files that do not access the browser. Their functions receive what they need as arguments. */
const PURE = [
  /^loader\/core\//,
  /^search\/(words|search_index)\.ts$/,
  /^casino\/session\/record\.ts$/,
  /(^|\/)model\.ts$/,
  /^casino\/forms\/rules\/rules\.ts$/,
  /^casino\/onboarding\/model\/flow\.ts$/,
  /^casino\/coupons\/model\/(benefits|order|terms|typed_code)\.ts$/,
  /^casino\/cashier\/model\/balance_state\.ts$/,
  /^casino\/daily_reward\/model\/daily\.ts$/,
  /^casino\/lobby\/model\/(categories|filter)\.ts$/,
];

const sourceOf = new Map(
  Object.entries(SOURCES).flatMap(([folder, prefix]) =>
    readdirSync(join(RUNTIME, folder), { recursive: true, encoding: "utf8" }).map(
      (name) => [prefix + name, folder] as const,
    ),
  ),
);
const files = [...sourceOf.keys()].filter((name) => /\.tsx?$/.test(name) && !name.startsWith("casino/tests/"));
const isOfLoader = (file: string) => sourceOf.get(file) === "loader/src";

function pathOf(file: string) {
  const folder = sourceOf.get(file) ?? "";
  return join(RUNTIME, folder, file.slice(SOURCES[folder]?.length));
}

/** Returns the text of a file without comments. */
function code(file: string): string {
  return readFileSync(pathOf(file), "utf8").replace(/^\s*\/\/.*$|\s\/\/ .*$|\/\*[\s\S]*?\*\//gm, "");
}

/** Returns all imports of a file: static, dynamic, re-exports and types. The types of the site's data are no code of a layer. */
function imports(file: string): string[] {
  const matches = code(file).matchAll(
    /(?:^|[\s;}])(?:import|export)\s(?:[^;"]*?\sfrom\s)?"([^"]+)"|\bimport\(\s*"([^"]+)"\s*\)/gm,
  );
  return [...matches]
    .map(([, staticImport, dynamicImport]) => staticImport ?? dynamicImport ?? "")
    .filter((from) => from !== "croupier:types" && !/\.(css|svg|json)$/.test(from));
}

/** Returns the layer of a file: its first two folders, or folder and file. */
const layerOf = (file: string) =>
  file
    .replace(/\.tsx?$/, "")
    .split("/")
    .slice(0, 2)
    .join("/");

/** Returns the file that a specifier names, without its extension if that is not written; `undefined` for a file of another package. */
function target(file: string, from: string): string | undefined {
  if (from.startsWith(".")) return relative(RUNTIME, join(RUNTIME, dirname(file), from));
  const name = from.startsWith(LOADER_PACKAGE) ? offered[`.${from.slice(LOADER_PACKAGE.length)}`] : undefined;
  return typeof name === "string" ? relative("src", name) : undefined;
}

/** Returns the layers and packages that a file imports, with the specifiers. */
const importedBy = (file: string) =>
  imports(file).map((from) => {
    const name = target(file, from);
    return { from, layer: name === undefined ? from : layerOf(name) };
  });

const rankOf = (folder: string) => CASINO.findIndex((layer) => layer.includes(folder));

test("every file is in a layer of this test, and every layer has files", () => {
  const known = [...Object.keys(LOADER), ...CASINO.flat().map((folder) => `casino/${folder}`)];
  expect([...new Set(files.map(layerOf))].sort()).toEqual(known.sort());
});

test.each(Object.entries(LOADER))("%s imports only what its row allows", (layer, allowed) => {
  const violations = files
    .filter((file) => layerOf(file) === layer)
    .flatMap((file) =>
      importedBy(file)
        .filter((imported) => imported.layer !== layer && !allowed.includes(imported.layer))
        .map((imported) => `${file}: ${imported.from}`),
    );
  expect(violations).toEqual([]);
});

test.each(CASINO.flat())("casino/%s imports lower layers only", (folder) => {
  const isAllowed = (layer: string) => {
    const [root, dynamicImport = ""] = layer.split("/");
    if (root !== "casino") return SHARED.includes(layer) || (PACKAGES[layer]?.includes(folder) ?? false);
    if (dynamicImport === folder) return true;
    return rankOf(dynamicImport) >= 0 && rankOf(dynamicImport) < rankOf(folder);
  };
  const violations = files
    .filter((file) => layerOf(file) === `casino/${folder}`)
    .flatMap((file) =>
      importedBy(file)
        .filter((imported) => !isAllowed(imported.layer))
        .map((imported) => `${file}: ${imported.from}`),
    );
  expect(violations).toEqual([]);
});

test("the loader imports no other code, and other code imports it by the name of its package", () => {
  const violations = files.flatMap((file) =>
    imports(file)
      .filter((from) => {
        if (!from.startsWith(".")) return isOfLoader(file) && from.startsWith(LOADER_PACKAGE);
        const name = join(dirname(file), from);
        const imported = ["", ".ts", ".tsx", ".d.ts"].map((extension) => sourceOf.get(name + extension)).find(Boolean);
        return imported !== sourceOf.get(file);
      })
      .map((from) => `${file}: ${from}`),
  );
  expect(violations).toEqual([]);
  expect(files.some((file) => imports(file).includes(LOADER_PACKAGE))).toBe(true);
});

test("islands do not import each other", () => {
  const islands = files.filter((file) => file.endsWith("/island.tsx")).map(dirname);
  expect(islands.length).toBeGreaterThan(15);
  const violations = files.flatMap((file) =>
    imports(file)
      .filter((from) => from.startsWith("."))
      .filter((from) => islands.includes(dirname(join(dirname(file), from))))
      .filter((from) => dirname(join(dirname(file), from)) !== dirname(file))
      .map((from) => `${file}: ${from}`),
  );
  expect(violations).toEqual([]);
});

test("pure files touch neither document nor window", () => {
  const pureFiles = files.filter((file) => PURE.some((pattern) => pattern.test(file)));
  expect(pureFiles.length).toBeGreaterThan(18);
  for (const pattern of PURE)
    expect(
      pureFiles.some((file) => pattern.test(file)),
      String(pattern),
    ).toBe(true);
  for (const file of pureFiles)
    expect(code(file).replace(/"[^"\n]*"/g, '""'), file).not.toMatch(
      /\b(document|window|location|navigator|localStorage|sessionStorage)\s*[.?[]/,
    );
});

test("code outside of the casino has none of its code: no session, player or token", () => {
  for (const file of files.filter((name) => !name.startsWith("casino/")))
    expect(code(file), file).not.toMatch(/\b(session(?!Storage)|player_?id|token|casino|x-session|user_session)\b/i);
});

/** Words of the casino, and citations of its specification. */
const CASINO_WORDS = [
  /player|adapter|panel|casino|coupon|cashier|jackpot|lobby/i,
  /\brows? \d|\bA\d{1,3}\b|\b\d\.\d+-\d+/,
];

test("the package of the loader has no word of the casino in names, comments and texts", () => {
  const folder = join(RUNTIME, "loader");
  const published = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (name) => /^(src|bundle|package\.json$|bundle\.mjs$)/.test(name) && /\.\w+$/.test(name),
  );
  expect(published.length).toBeGreaterThan(70);
  const found = published.flatMap((name) =>
    readFileSync(join(folder, name), "utf8")
      .split("\n")
      .flatMap((line, index) =>
        CASINO_WORDS.some((words) => words.test(line)) ? [`${name}:${index + 1}: ${line.trim()}`] : [],
      ),
  );
  expect(found).toEqual([]);
});

test("static and dynamic imports are found", () => {
  expect(imports("loader/entry/start_loader.ts")).toContain("./deferred");
  expect(imports("loader/entry/start_loader.ts")).toContain("../../signals");
});

/** Returns the files that a file imports, directly or indirectly, with those that load on demand. */
function reached(file: string): Set<string> {
  const found = new Set([file]);
  for (const from of found)
    for (const specifier of imports(from).filter((it) => it.startsWith("."))) {
      const path = join(dirname(from), specifier);
      for (const name of files) if ([`${path}.ts`, `${path}.tsx`].includes(name)) found.add(name);
    }
  return found;
}

/** Returns the files that a file imports statically, with its imports of types. A lazy component may use types of its importer. */
function staticImports(file: string): string[] {
  const matches = code(file).matchAll(/(?:^|[\s;}])(?:import|export)\s(?:[^;"]*?\sfrom\s)?"(\.[^"]+)"/gm);
  const paths = [...matches].map(([, from = ""]) => join(dirname(file), from));
  return paths.flatMap((path) => files.filter((name) => [`${path}.ts`, `${path}.tsx`].includes(name)));
}

/** Returns a cycle of imports as text; `undefined` if there is none. */
function findCycle(importsOf: (file: string) => readonly string[], all: readonly string[]): string | undefined {
  const finished = new Set<string>();
  const visit = (file: string, path: readonly string[]): string | undefined => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file].join(" > ");
    if (finished.has(file)) return undefined;

    for (const next of importsOf(file)) {
      const cycle = visit(next, [...path, file]);
      if (cycle) return cycle;
    }
    finished.add(file);
    return undefined;
  };
  for (const file of all) {
    const cycle = visit(file, []);
    if (cycle) return cycle;
  }
  return undefined;
}

test("no files import each other, not even types", () => {
  expect(findCycle(staticImports, files)).toBeUndefined();
});

test("islands whose components explain failures get the message of last resort from their template", () => {
  const islands = files.filter((file) => file.endsWith("/island.tsx") && !file.startsWith("casino/gallery/"));
  const explaining = islands.filter((island) => reached(island).has("casino/content/messages.ts"));
  expect(explaining.length).toBeGreaterThan(10);

  const withoutFallback = explaining.filter((island) => {
    const schema = readFileSync(join(RUNTIME, dirname(island), "props.schema.json"), "utf8");
    return !(JSON.parse(schema) as { readonly required?: string[] }).required?.includes("fallback");
  });
  expect(withoutFallback).toEqual([]);
});

test("a cycle through several files is found", () => {
  const graph: Record<string, string[]> = { a: ["b"], b: ["c"], c: ["d", "b"], d: [] };
  expect(findCycle((file) => graph[file] ?? [], Object.keys(graph))).toBe("b > c > b");
});
