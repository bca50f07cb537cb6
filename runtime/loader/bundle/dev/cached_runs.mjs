// esbuild runs of the parts of a development bundle that are no modules: style sheets, the loader and the renderer. A run whose files
// did not change returns its last result.

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, resolve } from "node:path";
import { context } from "esbuild";
import { environment } from "../imports/environment.mjs";
import { stampOf } from "./modules.mjs";

/** Returns a replacement for the function of `bundler` in ../esbuild.mjs. */
export function cachedRuns(root) {
  const runs = new Map();
  const common = {
    absWorkingDir: root,
    bundle: true,
    write: false,
    metafile: true,
    outdir: "/",
    target: "es2022",
    legalComments: "none",
    jsx: "automatic",
    assetNames: "fonts/[name]-[hash]",
    loader: { ".woff2": "file" },
    logLevel: "silent",
  };

  return async (options) => {
    const { plugins = [], ...rest } = options;
    const key = JSON.stringify(rest);
    const known = runs.get(key);
    if (known?.result && (await isCurrent(known.stamps))) return known.result;

    const run = known ?? { context: await createContext(common, { ...rest, minify: false, plugins }) };
    runs.set(key, run);
    run.result = undefined;

    const began = Date.now();
    const result = await run.context.rebuild();

    // The renderer leaves style sheets out.
    const isRead = (file) => rest.loader?.[".css"] !== "empty" || !/(?<!\.module)\.css$/.test(file);
    run.stamps = await stampsOf(root, Object.keys(result.metafile.inputs).filter(isRead), began);
    run.result = result;
    return result;
  };
}

/** Creates the context of a run. Code for Node gets React's production build, because its HTML is published. */
const createContext = (common, options) =>
  context({
    ...common,
    ...options,
    plugins: [options.format === "cjs" ? productionReact : trustedReact, ...options.plugins],
    define: { ...environment(false), "process.env.NODE_ENV": '"development"', ...options.define },
  });

const productionReact = {
  name: "production-react",
  setup(builder) {
    // With named exports, an import of a name that does not exist is an error.
    builder.onLoad({ filter: /\/node_modules\/(react|react-dom)\/index\.js$/ }, ({ path }) => {
      const file = `./cjs/${basename(dirname(path))}.production.js`;
      const names = Object.keys(createRequire(path)(file)).join(", ");
      const contents = `import all from "${file}";\nexport default all;\nexport const { ${names} } = all;`;
      return { contents, loader: "js" };
    });

    builder.onLoad({ filter: /\/node_modules\/(react|react-dom|scheduler)\/[^/]+\.js$/ }, async ({ path }) => ({
      contents: (await readFile(path, "utf8")).replaceAll("process.env.NODE_ENV", '"production"'),
      loader: "js",
    }));
  },
};

/**
 * Lets React's development build parse HTML that it compares with that of `dangerouslySetInnerHTML`, although the policy requires Trusted
 * Types. Its production build compares nothing.
 */
const trustedReact = {
  name: "trusted-react",
  setup(builder) {
    const policy = 'globalThis.trustedTypes?.createPolicy("croupier", { createHTML: (text) => text })';
    builder.onLoad({ filter: /\/react-dom-client\.development\.js$/ }, async ({ path }) => ({
      contents: (await readFile(path, "utf8")).replace(
        "parent.innerHTML = html;",
        `parent.innerHTML = ${policy}.createHTML(html) ?? html;`,
      ),
      loader: "js",
    }));
  },
};

async function stampsOf(root, inputs, began) {
  const files = inputs
    .map((it) => it.replace(/^asset:/, ""))
    .filter((it) => it !== "<stdin>" && !/^[a-z-]+:/.test(it))
    .map((it) => resolve(root, it));
  return Promise.all(files.map(async (file) => [file, await stampOf(file, began)]));
}

async function isCurrent(stamps) {
  const now = await Promise.all(stamps.map(async ([file, stamp]) => (await stampOf(file)) === stamp));
  return now.every(Boolean);
}
