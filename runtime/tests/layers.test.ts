// The layers of the runtime, read from its imports of every kind: each folder knows only what lies below it, and what is pure touches no browser.

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const source = fileURLToPath(new URL("../src", import.meta.url));

const workbox = ["workbox-core", "workbox-expiration", "workbox-precaching", "workbox-routing", "workbox-strategies"];
const casino = (...folders: string[]) => folders.map((folder) => `casino/${folder}`);

/** Whoever draws may use content that the build published. */
const drawn = ["react", "island/queries"];

/** What each part may import besides itself: parts of ours, and packages. */
const MAY: Record<string, string[]> = {
  signals: [],
  "loader/core": ["signals"],
  "loader/browser": ["signals", "loader/core"],
  "loader/entry": ["signals", "loader/core", "loader/browser"],
  "loader/worker": workbox,
  // What stands between the loader and React.
  "island/files.d": [],
  "island/hydrated": ["signals", "react", "react-dom/client", "island/queries"],
  "island/load_part": ["signals"],
  "island/prepared": ["react"],
  "island/queries": ["signals", "react"],
  "casino/config": [],
  "casino/session": ["signals", "nanostores", ...casino("config")],
  "casino/session_policy": ["signals", ...casino("config", "session")],
  "casino/adapters": ["signals", ...casino("config", "session")],
  "casino/api": ["valibot", ...casino("config", "session", "adapters")],
  "casino/content": ["signals", ...drawn, ...casino("config", "api")],
  "casino/commands": casino("config", "session", "api"),
  "casino/stores": [
    "signals",
    "nanostores",
    "@nanostores/query",
    "partysocket/ws",
    ...casino("config", "session", "api", "commands", "content"),
  ],
  "casino/links": ["signals", "nanostores", ...casino("config", "session", "api", "forms")],
  "casino/ui": [
    "signals",
    ...drawn,
    "react-dom",
    "react-dom/client",
    "nanostores",
    ...casino("config", "content", "design"),
  ],
  // Stores in React.
  "casino/hooks": [...drawn, ...casino("session", "content", "stores", "ui")],
  "casino/forms": ["signals", ...drawn, "nanostores", "valibot", ...casino("config", "api", "content", "stores", "ui")],
  "casino/onboarding": [
    "signals",
    ...drawn,
    "nanostores",
    ...casino(
      "config",
      "session",
      "session_policy",
      "api",
      "commands",
      "content",
      "stores",
      "links",
      "cashier",
      "games",
    ),
    ...casino("hooks", "ui", "forms", "promotions"),
  ],
  "casino/cashier": [
    "signals",
    ...drawn,
    ...casino("config", "session", "api", "commands", "content", "stores", "hooks", "ui"),
  ],
  "casino/promotions": [
    "signals",
    ...drawn,
    ...casino("config", "api", "content", "stores", "links", "hooks", "ui", "cashier"),
  ],
  "casino/games": casino("api", "content"),
  "casino/daily": [
    "signals",
    ...drawn,
    "nanostores",
    ...casino("session", "api", "content", "stores", "links", "cashier", "hooks", "ui", "forms", "promotions"),
  ],
  "casino/opt_ins": [...drawn, ...casino("session", "api", "content", "stores", "hooks", "ui")],
  "casino/lobby": [
    "signals",
    ...drawn,
    "nanostores",
    ...casino("config", "session", "api", "content", "stores", "games", "hooks", "ui"),
  ],
  "casino/widgets": [
    "signals",
    ...drawn,
    "react-dom",
    "nanostores",
    ...casino("config", "session", "adapters", "api", "content", "stores", "design", "hooks", "ui", "forms"),
    ...casino("cashier", "games", "links", "onboarding", "opt_ins", "promotions", "daily", "lobby"),
  ],
  // What the site runs at idle and in the head brings no React, whatever it is made of.
  "casino/start": [
    "signals",
    ...casino("player", "config", "session", "session_policy", "adapters", "api", "content", "stores", "links"),
  ],
  "casino/player": casino("api", "stores", "daily", "opt_ins"),
  "casino/head": casino("session", "design"),
  "casino/design": [],
};

/** Files that touch no browser: what they need of it they are given. */
const PURE = [
  /^loader\/core\//,
  /^casino\/session\/record\.ts$/,
  /(^|\/)model\.ts$/,
  /^casino\/forms\/rules\.ts$/,
  /^casino\/onboarding\/flow\.ts$/,
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
  return [...found].map(([, one, other]) => one ?? other ?? "");
}

/** The part that a file is of: its folder in a room, or the file itself where it stands in the room. */
function part(file: string): string {
  return file
    .replace(/\.tsx?$/, "")
    .split("/")
    .slice(0, 2)
    .join("/");
}

test("every file lies in a part that is known here", () => {
  expect([...new Set(files.map(part))].filter((name) => !(name in MAY))).toEqual([]);
});

test("every row names files that exist", () => {
  const parts = new Set(files.map(part));
  const named = Object.entries(MAY).flatMap(([layer, allowed]) => [
    layer,
    ...allowed.filter((name) => /^(casino|loader|island)\//.test(name)),
  ]);
  expect([...new Set(named)].filter((name) => !parts.has(name))).toEqual([]);
});

for (const [layer, allowed] of Object.entries(MAY)) {
  test(`${layer} imports ${allowed.join(", ") || "nothing but itself"}`, () => {
    const wrong: string[] = [];
    for (const file of files.filter((name) => part(name) === layer)) {
      for (const from of imports(file)) {
        if (/\.(css|svg|json)$/.test(from)) continue;
        const to = relative(source, join(source, dirname(file), from));
        const other = from.startsWith(".") ? part(to) : from;
        const isOwn = other === layer;
        const isOtherWidget = layer === "casino/widgets" && isOwn && to.split("/")[2] !== file.split("/")[2];
        if (isOtherWidget || !(isOwn || allowed.includes(other))) wrong.push(`${file}: ${from}`);
      }
    }
    expect(wrong).toEqual([]);
  });
}

test("the rooms know nothing of each other but signals, and the casino what stands between the loader and React", () => {
  for (const file of files.filter((name) => !name.startsWith("signals")))
    for (const from of imports(file)) {
      if (!from.startsWith(".")) continue;
      const [own = ""] = file.split("/");
      const room = relative(source, join(source, dirname(file), from)).split("/")[0];
      expect([own, "signals", ...(own === "casino" ? ["island"] : [])], `${file}: ${from}`).toContain(room);
    }
});

test("what is pure touches neither document nor window", () => {
  const pure = files.filter((file) => PURE.some((pattern) => pattern.test(file)));
  expect(pure.length).toBeGreaterThan(8);
  for (const file of pure)
    expect(code(file).replace(/"[^"\n]*"/g, '""'), file).not.toMatch(
      /\b(document|window|location|navigator|localStorage|sessionStorage)\s*[.?[]/,
    );
});

test("what other sites run too knows no casino: no session, no header's name, no player", () => {
  const inRoom = files.filter((file) => /^(loader\/|island\/|signals)/.test(file));
  for (const file of inRoom)
    expect(code(file), file).not.toMatch(/\b(session(?!Storage)|player_?id|token|casino|x-session|user_session)\b/i);
});

test("imports of every kind are seen", () => {
  expect(imports("loader/entry/boot.ts")).toContain("./deferred");
  expect(imports("loader/entry/boot.ts")).toContain("../../signals");
});
