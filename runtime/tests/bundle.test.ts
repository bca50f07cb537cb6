// Bundles small example runtimes: chunks, style sheets, shared stores, the API of React, and errors with their locations.

import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, describe, expect, test, vi } from "vitest";

vi.setConfig({ testTimeout: 120_000 });
const runtime = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "croupier-bundles-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Chunk {
  readonly name: string;
  readonly js: string;
  readonly css: string[];
  readonly imports: string[];
}

interface Bundle {
  readonly out: string;
  readonly boot: string;
  readonly styles: string;
  readonly assets: Readonly<Record<string, string>>;
  readonly start: string;
  readonly shared: string[];
  readonly islands: Record<string, Chunk & { readonly parts: Chunk[] }>;
  /** The text of an output file. */
  read(path: string): string;
  /** The output path of a chunk. */
  find(name: string): string;
  /** The output paths of all scripts. */
  readonly scripts: readonly string[];
}

const MINIMAL_RUNTIME: Record<string, string> = {
  "src/signals.ts": "export function send(name: string, detail: unknown) { console.log(name, detail); }",
  "src/loader/browser/prefetch/speculation_rules.json": "{}",
  "src/loader/entry/head.ts": "document.title;",
  "src/loader/entry/boot.ts": 'void import("./deferred");',
  "src/loader/entry/deferred.ts": "declare const START: string; export const start = START;",
  "src/loader/worker/worker.ts": "console.log(self);",
  "casino/design/site.css": "@layer base, components, pages;\n@layer base { p { margin: 0 } }",
  "src/island/hydrated.tsx": `
    export const hydrated = (Island: unknown) => ({ Island });
    export const prepared = (_: unknown, hydrate: unknown) => hydrate;`,
};

/** Files of an island in an example runtime. */
const island = (name: string, text: string) => ({
  [`casino/islands/${name}/island.tsx`]: text,
  [`casino/islands/${name}/props.schema.json`]: "{}",
});

let count = 0;

/** Files that configure the bundle of the casino. */
const CASINO_CONFIG = ["bundle.config.mjs", "fonts.mjs", "font_worker.mjs"];
/** Settings with the casino's, except for its pages, whose islands these runtimes lack. */
const SETTINGS = `import { site as casino } from "./casino.config.mjs"; export const site = { ...casino, pages: {} };`;

/** Bundles a runtime of these files. Throws if the bundler fails. */
function bundle(files: Record<string, string>, config = CASINO_CONFIG, mode = "development"): Bundle {
  count += 1;
  const root = join(folder, `runtime-${count}`);
  const out = join(folder, `out-${count}`);
  for (const [path, text] of Object.entries({ ...MINIMAL_RUNTIME, ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  symlinkSync(join(runtime, "node_modules"), join(root, "node_modules"));
  cpSync(join(runtime, "loader/src/island/load_part.ts"), join(root, "src/island/load_part.ts"));
  for (const file of config) cpSync(join(runtime, file), join(root, file));
  if (config.includes("bundle.config.mjs")) {
    renameSync(join(root, "bundle.config.mjs"), join(root, "casino.config.mjs"));
    writeFileSync(join(root, "bundle.config.mjs"), files["bundle.config.mjs"] ?? SETTINGS);
  }
  writeFileSync(join(root, "package.json"), '{ "type": "module" }');
  const folders = ["--root", root, "--loader", root, "--out", out];
  execFileSync("node", [join(runtime, "bundle.mjs"), ...folders, "--mode", mode], { stdio: "pipe" });
  writeFileSync(join(out, "package.json"), '{ "type": "module" }');
  const manifest = JSON.parse(readFileSync(join(out, "manifest.json"), "utf8")) as Bundle;
  const find = (name: string) =>
    `assets/${readdirSync(join(out, "assets")).find((file) => file.replace(/-[0-9a-f]{10}\.js$/, "") === name)}`;
  const scripts = readdirSync(join(out, "assets")).flatMap((file) => (file.endsWith(".js") ? [`assets/${file}`] : []));
  return { ...manifest, out, find, scripts, read: (path) => readFileSync(join(out, path), "utf8") };
}

const bundleError = (files: Record<string, string>): string => {
  try {
    bundle(files);
  } catch (error) {
    return String((error as { stderr: Buffer }).stderr);
  }
  return "";
};

const load = (bundle: Bundle, path: string) =>
  import(pathToFileURL(join(bundle.out, path)).href) as Promise<Record<string, unknown>>;

test("every export of React and every import of a component library resolves", async () => {
  const bundled = bundle({
    ...island("list", 'import { VList } from "virtua"; export const Island = () => <VList>{[]}</VList>;'),
    ...island(
      "other",
      'import { use, Activity } from "react"; export const Island = () => <Activity>{String(use)}</Activity>;',
    ),
  });
  const vendor = await load(bundled, bundled.find("vendor"));
  const require = createRequire(join(runtime, "package.json"));
  process.env.NODE_ENV = "production";
  const names = ["react", "react/jsx-runtime", "react-dom", "react-dom/client"].flatMap((from) =>
    Object.keys(require(from) as object).filter((name) => name !== "default"),
  );
  expect(Object.values(vendor).length).toBe(names.length);
  const list = (await load(bundled, bundled.islands.list?.js ?? "")).hydrate as { Island: () => { type: unknown } };
  expect(list.Island().type).toMatchObject({ $$typeof: Symbol.for("react.forward_ref") });
});

test("islands and their lazy chunks share one copy of a store", async () => {
  const bundled = bundle({
    "casino/start.ts": 'import { money } from "./session/store"; export const seen = money;',
    "casino/session/store.ts": "export const money = { of: 'session' }; export const unused = 1;",
    "casino/stores/balance.ts": "export const money = { of: 'stores' };",
    "casino/stores/bonus.ts": "export const money = { of: 'bonus' };",
    "casino/islands/modal/state.ts": "export const state = { open: false };",
    "casino/islands/modal/panel.tsx": `import { money } from "../../stores/balance"; import { state } from "./state";
      export const seen = [money, state];`,
    ...island(
      "modal",
      `import { money as session } from "../../session/store"; import { money as balance } from "../../stores/balance";
      import { money as bonus } from "../../stores/bonus"; import { state } from "./state";
      export const Island = { seen: [session, balance, bonus, state], panel: () => import("./panel") };`,
    ),
    ...island(
      "account_menu",
      `import { money as session } from "../../session/store"; import { money as balance } from "../../stores/balance";
      import * as bonus from "../../stores/bonus"; export const Island = { seen: [session, balance, bonus.money] };`,
    ),
  });
  type Hydrated = { Island: { seen: unknown[] } };
  const hydrated = async (name: string) =>
    ((await load(bundled, bundled.islands[name]?.js ?? "")).hydrate as Hydrated).Island.seen;
  const [modal, menu] = [await hydrated("modal"), await hydrated("account_menu")];
  expect(modal).toMatchObject([{ of: "session" }, { of: "stores" }, { of: "bonus" }, { open: false }]);
  expect(menu.every((store, at) => store === modal[at])).toBe(true);
  expect((await load(bundled, bundled.start)).seen).toBe(modal[0]);
  const [panel] = bundled.islands.modal?.parts ?? [];
  expect((await load(bundled, panel?.js ?? "")).seen).toEqual([modal[1], modal[3]]);
  expect(((await load(bundled, panel?.js ?? "")).seen as unknown[])[1]).toBe(modal[3]);
  expect(Object.keys(await load(bundled, bundled.find("session")))).toHaveLength(1);
  expect(bundled.shared).toEqual(expect.arrayContaining([bundled.find("session"), expect.stringContaining("/s1-")]));
});

test("each chunk holds only the API calls it uses, and shared code exists once", async () => {
  const bundled = bundle({
    "casino/content/valid.ts": "export const valid = { of: 'content' }; export const other = { of: 'other' };",
    "casino/api/contract/decoders.ts": `import { valid, other } from "../../content/valid";
      export const decoder = () => valid; export const second = () => other;`,
    "casino/api/contract/calls.ts": `import { decoder, second } from "./decoders";
      export const one = { path: "/one", answer: decoder }; export const two = { path: "/two", answer: second };`,
    "casino/islands/modal/panel.ts": `import { one, two } from "../../api/contract/calls";
      export const seen = [one.path, one.answer(), two.path, two.answer()];`,
    ...island(
      "modal",
      `import { one } from "../../api/contract/calls";
      export const Island = { one, panel: () => import("./panel") };`,
    ),
  });
  const { Island } = (await load(bundled, bundled.islands.modal?.js ?? "")).hydrate as {
    Island: { one: { answer: () => unknown } };
  };
  const [panel] = bundled.islands.modal?.parts ?? [];
  const seen = (await load(bundled, panel?.js ?? "")).seen as unknown[];
  expect(seen).toEqual(["/one", { of: "content" }, "/two", { of: "other" }]);
  expect(seen[1]).toBe(Island.one.answer());
  const first = [bundled.islands.modal?.js ?? "", ...(bundled.islands.modal?.imports ?? [])].map((file) =>
    bundled.read(file),
  );
  expect(first.join("")).not.toContain("/two");
});

test("an import() is a chunk of its own with its style sheet", () => {
  const files = (text: string) => ({
    "casino/islands/modal/modal.css": "@layer components { dialog { color: red } }",
    "casino/islands/modal/panel.css": "@layer components { form { color: blue } }",
    "casino/islands/modal/panel.tsx": `import "./panel.css"; import { shown } from "../../ui/shown"; export const Panel = () => shown("${text}");`,
    "casino/ui/shown.ts": "export const shown = (text: string) => text;",
    ...island(
      "modal",
      `import "./modal.css"; import { lazy } from "react"; import { shown } from "../../ui/shown";
      // A comment that says import("./panel") stays one.
      const Panel = lazy(async () => ({ default: (await import("./panel")).Panel }));
      export const Island = () => <><Panel />{shown('import("./panel")')}</>;`,
    ),
    ...island(
      "mobile_menu",
      'import { shown } from "../../ui/shown"; export const Island = () => <p>{shown("menu")}</p>;',
    ),
  });
  const [one, other] = [bundle(files("one")), bundle(files("other"))];
  const modal = one.islands.modal;
  const panel = modal?.parts[0];
  expect(modal?.parts).toHaveLength(1);
  expect(panel?.name).toBe("panel");
  expect(modal?.css).toHaveLength(1);
  expect(one.read(modal?.css[0] ?? "")).toContain("dialog");
  expect(panel?.css).toHaveLength(1);
  expect(one.read(panel?.css[0] ?? "")).toMatch(/^@layer base, components, pages;[\s\S]*form/);
  const code = one.read(modal?.js ?? "");
  expect(code).not.toContain("blue");
  const call = /(?:croupier|load)Part\("(modal-panel-[^"]+)"\)/.exec(code);
  const needs = (call?.[1] ?? "").split(" ").map((file) => `assets/${file}`);
  expect(needs[0]).toBe(panel?.js);
  expect(needs).toContain(panel?.css[0]);
  expect(code).toContain('import("./panel")');
  const names = (it: Bundle) => [
    it.find("modal"),
    it.find("modal-panel"),
    it.find("mobile_menu"),
    it.find("s1"),
    it.boot,
  ];
  const isRenamed = names(one).map((name, index) => name !== names(other)[index]);
  expect(isRenamed).toEqual([true, true, false, false, false]);
  expect(other.islands.modal?.css).toEqual(modal?.css);
});

test("a lazy chunk does not load code that its importers have already loaded", () => {
  const { find, read } = bundle({
    "casino/session/one.ts": "export const one = () => 'one';",
    "casino/session/two.ts": "export const two = () => 'two';",
    "casino/forms/form.ts": "export const form = () => 'form';",
    "casino/onboarding/login.ts": `
      import { form } from "../forms/form"; import { one } from "../session/one";
      export const login = () => [form(), one()];`,
    "casino/onboarding/signup.ts": 'import { form } from "../forms/form"; export const signup = () => form();',
    "casino/onboarding/flow.ts": `
      import { one } from "../session/one";
      export const flow = () => [one(), import("./login"), import("./signup")];`,
    ...island("modal", 'import { flow } from "../../onboarding/flow"; export const Island = flow;'),
    ...island("mobile_menu", 'import { two } from "../../session/two"; export const Island = two;'),
  });
  const requested = /"(onboarding-login-[^"]+)"/.exec(read(find("modal")))?.[1]?.split(" ");
  expect(requested).toEqual(["onboarding-login", "s1"].map((name) => find(name).replace("assets/", "")));
});

test("a panel keeps its name when a panel that it opens changes", () => {
  const files = (text: string) => ({
    "casino/islands/modal/panels.ts":
      'export const panels = { one: () => import("./one"), two: () => import("./two") };',
    "casino/islands/modal/one.ts": 'import { panels } from "./panels"; export const next = () => panels.two();',
    "casino/islands/modal/two.ts": `import { panels } from "./panels"; export const back = () => [panels.one(), "${text}"];`,
    ...island("modal", 'import { panels } from "./panels"; export const Island = panels;'),
  });
  const [one, other] = [bundle(files("one")), bundle(files("other"))];
  const names = (built: Bundle) => ["modal", "modal_common", "modal-one", "modal-two"].map(built.find);
  const isRenamed = names(one).map((name, index) => name !== names(other)[index]);
  expect(isRenamed).toEqual([true, false, false, true]);
  expect(one.read(one.find("modal"))).toContain(one.find("modal-one").replace("assets/", ""));
});

test("an unused export adds no code", () => {
  const { find, start, read } = bundle({
    "casino/session/one.ts": "export const used = 'used'; export const other = 'other';",
    "casino/links/link.ts": `
      import { other, used } from "../session/one";
      export const keep = () => console.log(used);
      export const read = () => console.log(other);`,
    "casino/start.ts": 'import { keep } from "./links/link"; export const start = () => keep();',
    ...island("one", 'import { used } from "../../session/one"; export const Island = () => used;'),
  });
  expect(read(start)).toContain(find("session").replace("assets/", ""));
  expect(read(start)).not.toContain("other");
});

test("a site without settings has the default folders, and its islands share one copy of a store", async () => {
  const island = (name: string, text: string) => ({
    [`islands/${name}/island.tsx`]: text,
    [`islands/${name}/props.schema.json`]: "{}",
  });
  const bundled = bundle(
    {
      "styles/site.css": "p { margin: 0 }",
      "shared/store.ts": "export const store = { of: 'both' };",
      "islands/one/part.ts": "export const part = 1;",
      "islands/one/logo.png": "a picture",
      ...island(
        "one",
        `import { store } from "../../shared/store"; import logo from "./logo.png";
        export const Island = { store, logo, part: () => import("./part") };`,
      ),
      ...island("two", 'import { store } from "../../shared/store"; export const Island = { store };'),
    },
    [],
  );
  type Hydrated = { Island: { store: unknown; logo: string } };
  const hydrated = async (name: string) =>
    ((await load(bundled, bundled.islands[name]?.js ?? "")).hydrate as Hydrated).Island;
  const [one, two] = [await hydrated("one"), await hydrated("two")];
  expect(one.store).toBe(two.store);
  expect(bundled.islands.one?.imports).toContainEqual(expect.stringContaining("/s1-"));
  expect(bundled.islands.one?.parts.map(({ name }) => name)).toEqual(["part"]);
  // The URL is relative to that of the script, which includes the base path of the site.
  const logo = /\/(assets\/logo-[0-9a-f]{10}\.png)$/.exec(one.logo)?.[1];
  expect(bundled.read(logo ?? "")).toBe("a picture");
  expect(bundled.read(bundled.styles)).toContain("margin");
});

test("other sites get the package versions that are tested here", () => {
  const versions = (path: string): Record<string, string> => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(join(runtime, path), "utf8"));
    return { ...dependencies, ...devDependencies };
  };
  const tested = versions("package.json");
  const offered = ["loader/package.json", "../generator/src/command/new/islands/package.json"].map(versions);
  const shared = offered.flatMap(Object.entries).filter(([name]) => name in tested && name !== "@croupier/loader");
  expect(shared.length).toBeGreaterThan(8);
  for (const [name, version] of shared) expect(version, name).toBe(tested[name]);
});

test("each page kind has a hashed style sheet in the layer of pages", () => {
  const sheet = (text: string) => bundle({ "casino/design/pages/home.css": `.hero { color: ${text} }` });
  const [red, blue] = [sheet("red"), sheet("blue")];
  const path = red.assets["home.css"] ?? "";
  expect(red.read(path)).toMatch(/^@layer base, components, pages;[^@]+@layer pages \{\s+\.hero \{/);
  expect(blue.assets["home.css"]).not.toBe(path);
  expect(blue.styles).toBe(red.styles);
});

describe.each(["development", "production"])("in %s", (mode) => {
  test("custom properties of all style sheets stay as they are written, and their pictures are published", () => {
    const values = [
      "a  b",
      "a/**/b",
      "a,b , c",
      "/* one */ two /*! three */ four",
      "'x\"y' '\\''",
      "\\66oo \\2192  x",
      '"→ é" é',
      "{a:b;  c : d}",
      "[ 1 ,2 ]",
      "Calc(1PX*2)   !important",
      '"url(./none.png)"',
      "#FFF\n  RED",
    ];
    const urls = ["a  url(./dot.png)  /**/ b", "url( 'dot.png' )  c"];
    const declarations = [...values, ...urls].map((it, n) => `--v${n}: ${it};`);
    const initial = "@property --v { syntax: '*'; inherits: false; initial-value: a  b }";
    const rule = (name: string) => `${initial}\n.${name} {\n${declarations.join("\n")}\n--last:  z  /**/}`;
    const dots = { "casino/islands/one/dot.png": "dot", "casino/design/dot.png": "dot" };
    const bundled = bundle(
      {
        ...dots,
        "casino/design/pages/dot.png": "dot",
        "casino/design/site.css": `@layer base, components, pages;\n${rule("site")}`,
        "casino/design/pages/home.css": rule("home"),
        "casino/islands/one/plain.css": rule("plain"),
        "casino/islands/one/names.module.css": rule("names"),
        "casino/islands/one/sass.scss": rule("sass").replace(/--last.*}/, "}"),
        ...island(
          "one",
          `import "./plain.css"; import "./sass.scss"; import names from "./names.module.css";
          export const Island = () => names.names;`,
        ),
      },
      CASINO_CONFIG,
      mode,
    );
    const sheets = [bundled.styles, bundled.assets["home.css"], ...(bundled.islands.one?.css ?? [])].map((it) =>
      bundled.read(it ?? ""),
    );
    const rules = sheets.flatMap((text) => text.split(/(?=--v0:)/).slice(1));
    const isSass = (text: string) => text.includes("--v0:a b;");
    expect(rules).toHaveLength(5);
    for (const text of rules) {
      const changed = values.filter((it, n) => !text.includes(`--v${n}:${it};`));
      // Sass itself joins white space.
      expect(changed.filter((it) => !isSass(text) || !/ {2}|\n/.test(it))).toEqual([]);
      const published = [...text.matchAll(/(?:--v12:a +|--v13: ?)url\( ?"?([^"' )]+)["']? ?\) +(?:\/\*\*\/ b|c)[;}]/g)];
      expect(published.map(([, path = ""]) => bundled.read(join("assets", path)))).toEqual(["dot", "dot"]);
    }
    expect(sheets.flatMap((text) => [...text.matchAll(/initial-value:a {2}b/g)])).toHaveLength(4);
  });
});

test("files of all types in style sheets are published, and keep their queries and fragments", () => {
  const urls = ["./a.woff", "a.eot?#iefix", "a.ttf?v=4.7", "./a.svg#icon", "./a.woff2?v=4.7", "./a.cur"];
  const others = ["data:image/png,a", "https://example.org/a.woff", "#filter"];
  const sheet = `a { --urls: ${[...urls, ...others].map((url) => `url("${url}")`).join()} }`;
  const files = Object.fromEntries(urls.map((url) => [`both/${/a\.\w+/.exec(url)}`, url]));
  const bundled = bundle(
    {
      ...packages({ ...files, "both/index.css": sheet.replace("--urls", "background") }),
      ...Object.fromEntries(Object.entries(files).map(([path, text]) => [path.replace("both", "styles"), text])),
      "styles/site.css": sheet,
      "islands/one/island.tsx": 'import "both/index.css"; export const Island = 1;',
      "islands/one/props.schema.json": "{}",
    },
    [],
  );

  for (const path of [bundled.styles, bundled.islands.one?.css[0] ?? ""]) {
    const found = [...bundled.read(path).matchAll(/url\(["']?(.*?)["']?\)/g)].map(([, url = ""]) => url);
    const names = found.map((url) => url.replace(/^\.\/(fonts\/)?a-\w+/, "a"));
    expect(names).toEqual([...urls.map((url) => url.replace("./", "")), ...others]);
    for (const url of found.slice(0, urls.length)) bundled.read(`assets/${url.replace(/[?#].*/, "")}`);
  }
});

test("an error after text in a custom property is at its place", () => {
  const text = bundleError({
    "casino/design/site.css": "@layer base;\n.a { --b: é\n  red url(./none.png)  }",
  });
  expect(text).toContain("site.css:3:7: the file");
});

/** Files of npm packages for the islands of a runtime without settings. */
const packages = (files: Record<string, string>) => {
  const manifests = Object.keys(files).map((path) => [path.replace(/\/.*/, "/package.json"), "{}"]);
  const all = Object.entries({ ...Object.fromEntries(manifests), ...files });
  return Object.fromEntries(all.map(([path, text]) => [`islands/node_modules/${path}`, text]));
};

test("a package can import a file at once and later", async () => {
  const bundled = bundle(
    {
      "styles/site.css": "p { margin: 0 }",
      ...packages({
        "both/package.json": '{ "type": "module", "main": "index.js" }',
        "both/index.js": `import { words } from "./words.js"; export const now = words;
          export const later = () => import("./words.js").then((it) => it.words);`,
        "both/words.js": "export const words = { of: 'both' };",
      }),
      "islands/one/island.tsx": 'import { now, later } from "both"; export const Island = { now, later };',
      "islands/one/props.schema.json": "{}",
      "islands/two/island.tsx": 'import { now, later } from "both"; export const Island = { now, later };',
      "islands/two/props.schema.json": "{}",
    },
    [],
  );
  const { Island } = (await load(bundled, bundled.islands.one?.js ?? "")).hydrate as {
    Island: { now: unknown; later: () => Promise<unknown> };
  };
  expect(await Island.later()).toBe(Island.now);
  expect(Island.now).toEqual({ of: "both" });
});

test("lazy chunks of a package import CommonJS modules of other chunks as Node does", async () => {
  const bundled = bundle(
    {
      "styles/site.css": "p { margin: 0 }",
      ...packages({
        "common/index.js": "exports.name = 'common'; exports.count = 0; exports.add = () => { exports.count += 1; };",
        "compiled/index.js":
          "Object.defineProperty(exports, '__esModule', { value: true }); exports.default = 'value'; exports.named = 1;",
        "table/index.json": "[1, 2]",
        "table/package.json": '{ "main": "index.json" }',
        "modern/index.mjs": "export const modern = { of: 'modern' };",
        "modern/package.json": '{ "main": "index.mjs" }',
        "requiring/index.js": `module.exports = [require("common"), require("table"), require("modern").modern];
          module.exports.load = () => Promise.all([import("compiled"), import("callable")]);`,
        "callable/index.js": "module.exports = () => 'called'; module.exports.more = 2;",
        "lazy/package.json": '{ "main": "index.mjs" }',
        "lazy/index.mjs":
          "export const load = () => Promise.all([import('./chunks/lazy.core/one.mjs'), import('./chunks/lazy.core/two.js')]);",
        "lazy/chunks/lazy.core/one.mjs": `import common, { name, add } from "common"; import table from "table";
          import { modern } from "modern"; add(); export const seen = [name, common, table, modern];`,
        "lazy/chunks/lazy.core/two.js": `import * as all from "common"; import requiring from "requiring";
          import compiled, { named } from "compiled"; all.add();
          export const seen = [all.name, ...requiring, compiled, named]; export const { load } = requiring;`,
      }),
      "islands/one/island.tsx": `import { load } from "lazy"; export const Island = { load };`,
      "islands/one/props.schema.json": "{}",
    },
    [],
  );
  const link = {};
  vi.stubGlobal("document", { createElement: () => link, head: { append: () => link, querySelector: () => link } });
  interface Part {
    readonly seen: readonly unknown[];
    readonly load: () => Promise<
      readonly [{ readonly named: number }, { readonly default: () => string; readonly more: number }]
    >;
  }
  const { Island } = (await load(bundled, bundled.islands.one?.js ?? "")).hydrate as {
    Island: { load: () => Promise<readonly [Part, Part]> };
  };
  const parts = await Island.load();
  const [one, two] = parts.map(({ seen }) => seen);
  expect(one).toEqual(["common", { name: "common", count: 2, add: expect.any(Function) }, [1, 2], { of: "modern" }]);
  expect(two).toEqual(["common", one?.[1], [1, 2], { of: "modern" }, "value", 1]);
  expect([two?.[1], two?.[2], two?.[3]].map((it, at) => it === one?.[at + 1])).toEqual([true, true, true]);
  const [compiled, callable] = await parts[1].load();
  expect([compiled.named, callable.default(), callable.more]).toEqual([1, "called", 2]);
  for (const file of bundled.scripts) expect(bundled.read(file)).not.toMatch(/@[\w.:-]+@/);
});

test("islands get the default export of a CommonJS module that is compiled from an ES module", async () => {
  const names = ["one", "two"];
  const bundled = bundle(
    {
      "styles/site.css": "p { margin: 0 }",
      ...packages({
        "compiled/index.js": "module.exports = require('./inner.js');",
        "compiled/inner.js":
          "Object.defineProperty(exports, '__esModule', { value: true }); exports.default = 'value'; exports.named = {};",
        "callable/index.js": "module.exports = () => 'called'; module.exports.more = 2;",
        "modern/package.json": '{ "type": "module", "main": "index.js" }',
        "modern/index.js": "import compiled from 'compiled'; export default compiled.default;",
      }),
      ...Object.fromEntries(
        names.flatMap((name) => [
          [`islands/${name}/props.schema.json`, "{}"],
          [
            `islands/${name}/island.tsx`,
            `import compiled, { named } from "compiled"; import callable, { more } from "callable"; import modern from "modern";
            export const Island = { compiled, named, called: callable(), more, modern };`,
          ],
        ]),
      ),
    },
    [],
  );
  const [one, two] = await Promise.all(
    names.map(async (name) => {
      const { hydrate } = await load(bundled, bundled.islands[name]?.js ?? "");
      return (hydrate as { Island: Record<string, unknown> }).Island;
    }),
  );
  expect(one).toEqual({ compiled: "value", named: {}, called: "called", more: 2, modern: "value" });
  expect(two?.named).toBe(one?.named);
});

test("the default exports of React are its modules, for ES modules and for CommonJS modules", async () => {
  const files = {
    ...packages({
      "modern/package.json": '{ "type": "module", "main": "index.js" }',
      "modern/index.js": `import React, { useId } from "react"; import ReactDOM from "react-dom"; import Client from "react-dom/client";
        export const modern = [React.useId === useId, ReactDOM.createPortal, Client.createRoot];`,
      "compiled/index.js": `const react = require("react");
        exports.compiled = [(react.__esModule ? react : { default: react }).default.useId, react.useId];`,
    }),
    "islands/one/props.schema.json": "{}",
    "islands/one/island.tsx": `import { useId } from "react"; import { modern } from "modern"; import { compiled } from "compiled";
      export const Island = { modern, compiled, useId };`,
  };

  for (const mode of ["development", "production"]) {
    const bundled = bundle(files, [], mode);
    const { hydrate } = await load(bundled, bundled.islands.one?.js ?? "");
    const { Island } = hydrate as { Island: { modern: unknown[]; compiled: unknown[]; useId: unknown } };
    expect(Island.modern).toEqual([true, expect.any(Function), expect.any(Function)]);
    expect(Island.compiled).toEqual([Island.useId, Island.useId]);
  }
});

test("a missing export fails the build with file and line of the import", () => {
  const message = bundleError({
    "casino/stores/balance.ts": "export const money = 1;",
    ...island("modal", '\nimport { cash } from "../../stores/balance";\nexport const Island = cash;'),
  });
  expect(message).toContain("`../../stores/balance.ts` has no export `cash`");
  expect(message).toContain("casino/islands/modal/island.tsx:2:10: ");
});

test("code that cannot run in a browser fails the build with a fix", () => {
  const panel = { "casino/islands/modal/panel.ts": "export const panel = 1;" };
  const both = island(
    "modal",
    'import { panel } from "./panel"; export const Island = [panel, () => import("./panel")];',
  );
  expect(bundleError({ ...panel, ...both })).toMatch(
    /panel\.ts is a part by import\(\).+also imported at once: modal > .+island\.tsx > /,
  );
  const idle = {
    "casino/start.ts": 'import { shown } from "./ui/shown"; export const start = shown;',
    "casino/ui/shown.ts": 'import { useId } from "react"; export const shown = useId;',
    ...island("modal", "export const Island = 1;"),
  };
  expect(bundleError(idle)).toMatch(
    /at idle must not bring React: start > casino\/start\.ts > casino\/ui\/shown\.ts > react:/,
  );
});

test("a file that no import publishes fails the build with a fix at its line", () => {
  const files = { "casino/islands/sort/w.ts": "postMessage(1);", "casino/islands/sort/my p.svg": "<svg/>" };
  const code = (text: string) =>
    bundleError({ ...files, ...island("sort", `${text}\nexport const Island = () => null;`) });

  const worker = code(
    '// new URL("./w.ts", import.meta.url)\nexport const start = () => new Worker(new URL("./w.ts", import.meta.url));',
  );
  expect(worker).toBe("casino/islands/sort/island.tsx:2:39: `./w.ts` is not published by `new URL`\n");
  expect(code("export const image = new URL('./my%20p.svg#a', import.meta.url);")).toContain(
    ":1:22: `./my%20p.svg#a` is",
  );
  expect(code('import Worker from "./w.ts?worker"; console.log(Worker);')).toContain(
    ":1:20: imports with `?worker` are not",
  );
  expect(code('console.log(() => import("./w.ts?raw"));')).toContain(":1:26: imports with `?raw` are not");
  expect(code('console.log(() => import("./my p.svg?url"));')).toContain(":1:26: `?url` needs an `import` statement");
  expect(code('import url from "./w.ts?url"; console.log(url);')).toContain(":1:17: `?url` publishes a file unchanged");
  // Files of the output, such as those of other tools, are not next to the source.
  expect(code('export const tool = new URL("../tool/tool.js", import.meta.url);')).toBe("");
});

test("an island whose name cannot be a part of URLs fails the build", () => {
  for (const name of ["two words", "größe", "a.b"])
    expect(bundleError(island(name, "export const Island = 1;"))).toContain(
      `islands/${name}: the name of an island has`,
    );
});

test("a page of the settings with an unknown entry fails the build with the known ones", () => {
  const settings = (pages: object) => ({
    "bundle.config.mjs": SETTINGS.replace("pages: {}", `pages: ${JSON.stringify(pages)}`),
    ...island("list", "export const Island = 1;"),
  });
  const error = bundleError(settings({ lobby: { entries: ["list", "lits"] } }));
  expect(error).toMatch(/the page `lobby` .* has unknown entries: lits\. Known are: .*list/);
  expect(bundleError(settings({ list: { entries: [] } }))).toContain("has the name of an entry");
  expect(bundleError(settings({ lobby: { entries: ["list"] } }))).toBe("");
});

test("browsers compile React, and large chunks of the pages that ask for it, while they load", () => {
  const text = JSON.stringify("text ".repeat(2000));
  const bundled = bundle({
    "bundle.config.mjs": SETTINGS.replace(
      "pages: {}",
      `pages: ${JSON.stringify({ lobby: { entries: ["ahead", "short"], compileAhead: true }, account: { entries: ["later"] } })}`,
    ),
    ...island("ahead", `import { useId } from "react"; export const Island = () => useId() + ${text};`),
    ...island("short", "export const Island = 1;"),
    ...island("later", `export const Island = ${text};`),
  });
  const hasHint = (path = "") => bundled.read(path).startsWith("//# allFunctionsCalledOnLoad\n");
  expect(hasHint(bundled.find("vendor"))).toBe(true);
  expect(hasHint(bundled.islands.ahead?.js)).toBe(true);
  expect(hasHint(bundled.islands.short?.js)).toBe(false);
  expect(hasHint(bundled.islands.later?.js)).toBe(false);
});

test("files that the same islands use share a chunk, and islands load little unused code", () => {
  const largeModule = (name: string) => `export const ${name} = "${name.repeat(4000)}";`;
  const importing = (...names: string[]) =>
    `${names.map((name) => `import { ${name} } from "../../${name}/${name}";`).join("\n")}
    export const Island = [${names}];`;
  const bundled = bundle({
    "casino/one/one.ts": largeModule("one"),
    "casino/two/two.ts": largeModule("two"),
    "casino/three/three.ts": largeModule("three"),
    "casino/small/small.ts": "export const small = 1;",
    ...island("a", importing("one", "two", "small")),
    ...island("b", importing("one", "two", "three")),
    ...island("c", importing("three", "small")),
  });
  const code = (name: string) =>
    [bundled.islands[name]?.js ?? "", ...(bundled.islands[name]?.imports ?? [])].map(bundled.read).join("");
  expect(code("a")).not.toContain("threethree");
  expect(code("c")).not.toMatch(/oneone|twotwo/);
  const sharing = (text: string) => bundled.scripts.filter((file) => bundled.read(file).includes(text));
  expect(sharing("oneone")).toHaveLength(1);
  expect(sharing("oneone")).toEqual(sharing("twotwo"));
  // A chunk of a few bytes costs more as a request than as unused code.
  expect(sharing("small = 1")).toEqual(sharing("hydrated ="));
});

test("an island with an enhance.ts loads React and the component only when it hydrates", async () => {
  const bundled = bundle({
    "casino/stores/amount.ts": "export const amount = { of: 'jackpot' };",
    "casino/islands/line/enhance.ts":
      'import { amount } from "../../stores/amount"; import "./line.css"; export const enhance = () => amount;',
    "casino/islands/line/line.css": "@layer components { .line { color: red } }",
    ...island(
      "line",
      `import { useId } from "react"; import { amount } from "../../stores/amount";
      export const Island = { useId, amount };`,
    ),
    ...island("other", 'import { useId } from "react"; export const Island = useId;'),
  });
  const line = bundled.islands.line;
  expect(line?.css.map(bundled.read).join()).toContain(".line");
  expect(line?.imports).not.toContain(bundled.find("vendor"));
  const [part] = line?.parts ?? [];
  expect(part?.name).toBe("hydrate");
  expect(part?.imports).toContain(bundled.find("vendor"));
  const own = (await load(bundled, line?.js ?? "")) as { enhance: () => unknown; load: () => Promise<unknown> };
  expect(String(own.load)).toContain(part?.js.replace("assets/", ""));
  const { Island } = (await load(bundled, part?.js ?? "")).hydrate as { Island: { amount: unknown } };
  expect(Island.amount).toBe(own.enhance());
});

test("a merged chunk brings no import to an island that does not need it", () => {
  const long = (name: string) => `export const ${name} = "${name.repeat(2000)}";`;
  const bundled = bundle({
    "casino/heavy/heavy.ts": long("heavy"),
    "casino/a/a.ts": "export const a = 1;",
    "casino/b/b.ts": 'import { heavy } from "../heavy/heavy"; export const b = () => heavy;',
    ...island("one", 'import { a } from "../../a/a"; export const Island = a;'),
    ...island("two", 'import { a } from "../../a/a"; import { b } from "../../b/b"; export const Island = [a, b];'),
    ...island("three", 'import { a } from "../../a/a"; import { b } from "../../b/b"; export const Island = [b, a];'),
  });
  const code = [bundled.islands.one?.js ?? "", ...(bundled.islands.one?.imports ?? [])].map(bundled.read).join("");
  expect(code).not.toContain("heavyheavy");
});

test("a merged chunk imports no lazy component that needs it", async () => {
  const bundled = bundle({
    "casino/deposit/deposit.ts": "export const deposit = { cents: 1 };",
    "casino/deposit/button.tsx": 'import { deposit } from "./deposit"; export const Button = () => deposit;',
    "casino/tabs/tabs.ts": 'import { Button } from "../deposit/button"; export const tabs = [Button];',
    "casino/first/first.tsx": 'import { tabs } from "../tabs/tabs"; export const First = tabs;',
    "casino/second/second.tsx": 'import { tabs } from "../tabs/tabs"; export const Second = tabs;',
    ...island("card", 'export const Island = () => import("../../deposit/button");'),
    ...island("one", 'export const Island = () => import("../../first/first");'),
    ...island("two", 'export const Island = () => import("../../second/second");'),
  });
  const fileOf = (name: string) => bundled.islands[name]?.parts[0]?.js ?? "";
  const { Button } = (await load(bundled, fileOf("card"))) as { Button: () => unknown };
  const { First } = (await load(bundled, fileOf("one"))) as { First: [() => unknown] };
  expect(First[0]()).toBe(Button());
});

test("stores in different folders that import each other are in one chunk", async () => {
  const bundled = bundle({
    "casino/session/store.ts": 'import { later } from "../stores/later"; export const store = () => later;',
    "casino/stores/later.ts": 'import { store } from "../session/store"; export const later = () => store;',
    ...island("modal", 'import { store } from "../../session/store"; export const Island = store;'),
    ...island("account_menu", 'import { later } from "../../stores/later"; export const Island = later;'),
  });
  const [modal, menu] = await Promise.all(
    ["modal", "account_menu"].map((name) => load(bundled, bundled.islands[name]?.js ?? "")),
  );
  const hydrated = (module: unknown) => (module as { hydrate: { Island: () => unknown } }).hydrate.Island;
  expect(hydrated(modal)()).toBe(hydrated(menu));
});
