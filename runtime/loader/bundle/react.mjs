// Converts React's files to ES modules, because esbuild's lazy wrapper around CommonJS makes the browser parse them twice.

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { SourceError } from "./esbuild.mjs";

/** React's production files by import specifier. */
const FILES = {
  react: "react/cjs/react.production.js",
  "react/jsx-runtime": "react/cjs/react-jsx-runtime.production.js",
  "react-dom": "react-dom/cjs/react-dom.production.js",
  "react-dom/client": "react-dom/cjs/react-dom-client.production.js",
  scheduler: "scheduler/cjs/scheduler.production.js",
};

/** The packages of React. */
export const REACT_PACKAGES = ["react", "react-dom", "scheduler"];

/** The React modules that the runtime imports. Their chunk exports all names, used or not, so that it rarely changes. */
export const REACT = Object.entries(FILES)
  .map(([from, file]) => ({ from, key: `react:${file}` }))
  .filter(({ from }) => from !== "scheduler");

/** Returns the plugin for a runtime whose packages are installed in folder `root`. */
export const reactAsModules = (root) => ({
  name: "react-as-modules",
  setup(builder) {
    builder.onResolve({ filter: /^(react|react-dom|scheduler)(\/|$)/ }, ({ path }) =>
      FILES[path] ? { path: FILES[path], namespace: "react" } : undefined,
    );

    builder.onLoad({ filter: /.*/, namespace: "react" }, async ({ path }) => ({
      contents: asModule(await readFile(fileOf(root, path), "utf8")),
      loader: "js",
      resolveDir: root,
    }));
  },
});

/** Returns the path of a file in React's packages. `scheduler` is a dependency of react-dom. */
function fileOf(root, path) {
  const [name, ...rest] = path.split("/");
  const at = (from, what) => dirname(createRequire(join(from, "package.json")).resolve(`${what}/package.json`));
  const folder = name === "scheduler" ? at(at(root, "react-dom"), name) : at(root, name);
  return join(folder, ...rest);
}

function asModule(source) {
  let text = source.replace(/^\s*"use strict";/m, "");
  const needs = [...new Set([...text.matchAll(/require\("([^"]+)"\)/g)].map((match) => match[1]))];
  const names = [...new Set([...text.matchAll(/\bexports\.(\w+)\s*=/g)].map((match) => match[1]))];

  needs.forEach((need, at) => {
    text = text.replaceAll(`require("${need}")`, `need${at}`);
  });

  const imports = needs.map((need, at) => `import need${at} from ${JSON.stringify(need)};`).join("\n");
  const declarations = names.map((name) => `const export_${name} = exports.${name};`).join("\n");
  const list = names.map((name) => `export_${name} as ${name}`).join(", ");
  return `${imports}\nconst exports = {};\n${text}\n${declarations}\nexport { ${list}, exports as default };`;
}

/** Throws unless each module exports all names that React exports in Node. `namesOf` maps a metafile key to exported names. */
export function assertWhole(root, namesOf) {
  const require = createRequire(join(root, "package.json"));
  // React reads NODE_ENV when it is loaded. With this value it exports the same as in the browser.
  process.env.NODE_ENV = "production";

  for (const { from, key } of REACT) {
    const wanted = Object.keys(require(from)).filter((name) => name !== "default");
    const missing = wanted.filter((name) => !namesOf(key).includes(name));
    if (missing.length) throw new SourceError(`bundle/react.mjs loses ${missing.join(", ")} of ${from}`);
  }
}
