// Bundles the runtime: node bundle.mjs --out FOLDER [--mode production|development]. Writes hashed files and manifest.json.
//
// One vendor file holds React, one shared file what all islands share, and each island is one file of its own: an edit to
// one island renames one file. React's CommonJS is turned into ES modules, because esbuild's lazy wrapper around it makes
// the browser parse it twice.

import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";

// esbuild has said what is wrong by then, with its place; its own stack would only bury that.
process.setUncaughtExceptionCaptureCallback((error) => {
  if (!error.errors) console.error(error.stack);
  process.exit(1);
});

const here = dirname(fileURLToPath(import.meta.url));
const { values } = parseArgs({ options: { out: { type: "string" }, mode: { type: "string", default: "production" } } });
if (!values.out) throw new Error("name a folder with --out");
const out = resolve(values.out);
const minify = values.mode === "production";

const common = {
  absWorkingDir: here,
  bundle: true,
  minify,
  write: false,
  target: "es2022",
  legalComments: "none",
  jsx: "automatic",
  define: { "process.env.NODE_ENV": '"production"' },
  logLevel: "error",
};

/** Writes a file under a name that changes with its content and returns its output path. */
async function emit(name, extension, contents) {
  const hash = createHash("sha256").update(contents).digest("hex").slice(0, 10);
  const path = `assets/${name}-${hash}.${extension}`;
  await mkdir(join(out, dirname(path)), { recursive: true });
  await writeFile(join(out, path), contents);
  return path;
}

/** React's production files as ES modules. */
const modules = {
  name: "react-as-modules",
  setup(builder) {
    const files = {
      react: "react/cjs/react.production.js",
      "react/jsx-runtime": "react/cjs/react-jsx-runtime.production.js",
      "react-dom": "react-dom/cjs/react-dom.production.js",
      "react-dom/client": "react-dom/cjs/react-dom-client.production.js",
      scheduler: "scheduler/cjs/scheduler.production.js",
    };
    builder.onResolve({ filter: /^(react|react-dom|scheduler)(\/|$)/ }, ({ path }) =>
      files[path] ? { path: join(here, "node_modules", files[path]), namespace: "cjs" } : undefined,
    );
    builder.onLoad({ filter: /.*/, namespace: "cjs" }, async ({ path }) => {
      let text = await readFile(path, "utf8");
      const needs = [...new Set([...text.matchAll(/require\("([^"]+)"\)/g)].map((match) => match[1]))];
      const names = [...new Set([...text.matchAll(/\bexports\.(\w+)\s*=/g)].map((match) => match[1]))];
      needs.forEach((need, at) => {
        text = text.replaceAll(`require("${need}")`, `need${at}`);
      });
      const imports = needs.map((need, at) => `import * as need${at} from ${JSON.stringify(need)};`).join("\n");
      const shared = names.map((name) => `const export_${name} = exports.${name};`).join("\n");
      const given = names.map((name) => `export_${name} as ${name}`).join(", ");
      const contents = `${imports}\nconst exports = {};\n${text.replace(/^\s*"use strict";/m, "")}\n${shared}\nexport { ${given} };`;
      return { contents, loader: "js", resolveDir: dirname(path) };
    });
  },
};

/** Leaves imports that `claims` recognises to another file of the output. */
const elsewhere = (name, claims, file) => ({
  name,
  setup(builder) {
    builder.onResolve({ filter: /.*/ }, (args) =>
      args.kind !== "entry-point" && claims(args) ? { path: `./${basename(file)}`, external: true } : undefined,
    );
  },
});

async function module(contents, plugins) {
  const stdin = { contents, resolveDir: here, loader: "ts", sourcefile: "entry.ts" };
  const { outputFiles } = await build({ ...common, format: "esm", stdin, plugins });
  return outputFiles[0].contents;
}

const vendorNames = {
  "react/jsx-runtime": ["jsx", "jsxs", "Fragment"],
  react: [
    "createContext",
    "createElement",
    "lazy",
    "memo",
    "startTransition",
    "Suspense",
    "useCallback",
    "useContext",
    "useDeferredValue",
    "useEffect",
    "useId",
    "useLayoutEffect",
    "useMemo",
    "useReducer",
    "useRef",
    "useState",
    "useSyncExternalStore",
    "useTransition",
    "Component",
  ],
  "react-dom/client": ["hydrateRoot"],
  "react-dom": ["createPortal", "flushSync"],
};
const vendor = await emit(
  "vendor",
  "js",
  await module(
    Object.entries(vendorNames)
      .map(([from, names]) => `export { ${names.join(", ")} } from "${from}";`)
      .join("\n"),
    [modules],
  ),
);
const fromVendor = elsewhere("vendor", ({ path }) => path in vendorNames, vendor);

/** Layers that islands share; one file holds them, so that all islands see the same stores. */
const layers = ["stores", "api", "react"];
const sharedFiles = [];
for (const layer of layers)
  for (const file of (await readdir(join(here, "src", layer))).sort())
    sharedFiles.push(`./src/${layer}/${file.replace(/\.tsx?$/, "")}`);
const shared = await emit(
  "shared",
  "js",
  await module(sharedFiles.map((file) => `export * from "${file}";`).join("\n"), [fromVendor]),
);
const inLayer = new RegExp(`^src/(${layers.join("|")})/`);
const fromShared = elsewhere(
  "shared",
  ({ path, resolveDir }) => path.startsWith(".") && inLayer.test(relative(here, join(resolveDir, path))),
  shared,
);

/** The declared shape of an island's props, which the generator holds every use of it against. */
async function shape(name) {
  return JSON.parse(await readFile(join(here, "src/widgets", name, "props.schema.json"), "utf8"));
}

const islands = {};
const names = (await readdir(join(here, "src/widgets"))).sort();
for (const name of names) {
  const entry = `import { Island } from "./src/widgets/${name}/island"; import { hydrated } from "./src/react/hydrated"; export const hydrate = hydrated(Island);`;
  const js = await emit(name, "js", await module(entry, [fromVendor, fromShared]));
  islands[name] = { js, css: [], imports: [vendor, shared], props: await shape(name) };
}

const one = async (entry, format, define = {}) =>
  (await build({ ...common, format, entryPoints: [entry], define: { ...common.define, ...define } })).outputFiles[0]
    .contents;
const rules = JSON.stringify(JSON.parse(await readFile(join(here, "src/browser/speculation_rules.json"), "utf8")));
const known = {
  // The loader knows the code that islands share by name, so that it notices a page of another release.
  SHARED: basename(shared),
  // It adds its Speculation Rules only where the site's policy names them.
  RULES_HASH: `'sha256-${createHash("sha256").update(rules).digest("base64")}'`,
};
const defined = Object.fromEntries(Object.entries(known).map(([name, text]) => [name, JSON.stringify(text)]));
const later = await emit("later", "js", await one("src/later.ts", "esm", defined));
const fromLater = elsewhere("later", ({ path }) => path === "./later", later);
const boot = await emit("boot", "js", await module('import "./src/boot";', [fromLater]));
const head = Buffer.from(await one("src/head/head.ts", "iife"))
  .toString()
  .trim();
await writeFile(join(out, "sw.js"), await one("src/worker/worker.ts", "iife"));

const assets = {};
const sheet = await build({
  ...common,
  entryPoints: ["src/design/site.css"],
  outdir: "/",
  assetNames: "fonts/[name]-[hash]",
  loader: { ".woff2": "file" },
});
for (const file of sheet.outputFiles) {
  if (file.path.endsWith(".css")) continue;
  const path = `assets${file.path}`;
  await mkdir(join(out, dirname(path)), { recursive: true });
  await writeFile(join(out, path), file.contents);
  assets[path.replace(/^assets\//, "").replace(/-[A-Z0-9]+(\.\w+)$/, "$1")] = path;
}
const styles = await emit("site", "css", sheet.outputFiles.find((file) => file.path.endsWith(".css")).contents);
assets["site.css"] = styles;

const renderer = `
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { createInterface } from "node:readline";
${names.map((name, at) => `import { Island as I${at} } from "./src/widgets/${name}/island";`).join("\n")}
const islands = { ${names.map((name, at) => `${JSON.stringify(name)}: I${at}`).join(", ")} };
const say = (value) => process.stdout.write(JSON.stringify(value) + "\\n");
say({ ready: true, components: Object.keys(islands) });
createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, component, props, prefix } = JSON.parse(line);
  try {
    if (!(component in islands)) throw new Error("there is no such component");
    say({ id, html: renderToString(createElement(islands[component], props), { identifierPrefix: prefix }) });
  } catch (error) {
    say({ id, error: String(error?.stack ?? error) });
  }
});
`;
const server = await build({
  ...common,
  minify: false,
  platform: "node",
  target: "node20",
  format: "cjs",
  stdin: { contents: renderer, resolveDir: here, loader: "tsx", sourcefile: "renderer.tsx" },
});
await writeFile(join(out, "server.cjs"), server.outputFiles[0].contents);

const manifest = { boot, styles, head, rules, islands, assets, server: "server.cjs", worker: "sw.js" };
await writeFile(join(out, "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`);
