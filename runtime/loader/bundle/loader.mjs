// Bundles the loader's own files: the head script, the boot chunk, the deferred chunk, the service worker, and the module that the
// generator runs in Node to render islands.

import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { keyOf, sourcePath } from "./esbuild.mjs";
import { imports } from "./imports/imports.mjs";

const ROOM = "src/loader";

/**
 * Adds the boot and deferred chunks. `shell` are files that every page shares. If one changes, the name of the boot chunk changes,
 * which identifies the release of a tab. Returns the head script and the Speculation Rules as text.
 */
export async function addLoader({ root, loader, run, site }, names, { hasStart, shell }) {
  const at = (file) => join(loader, ROOM, file);
  const rules = JSON.stringify(JSON.parse(await readFile(at("browser/prefetch/speculation_rules.json"), "utf8")));

  const define = {
    // Path of the site's own start chunk; empty if there is none.
    START: hasStart ? "assets/@start.js@" : "",
    START_WAITS: site.startWaits,
  };
  const defined = Object.fromEntries(Object.entries(define).map(([name, value]) => [name, JSON.stringify(value)]));

  const one = async (options) => (await run(options)).outputFiles[0].text;
  names.add("deferred.js", await one({ entryPoints: [at("entry/deferred.ts")], format: "esm", define: defined }));
  names.add(
    "boot.js",
    await one({ entryPoints: [at("entry/boot.ts")], format: "esm", plugins: [deferredElsewhere] }),
    shell,
  );

  // The site's own head script runs first: it needs the original URL, from which the loader's script removes the secrets.
  const heads = [join(root, site.head), at("entry/head.ts")].filter((file) => existsSync(file));
  const contents = heads.map((file) => `import ${JSON.stringify(file)};`).join("\n");
  const head = await one({ stdin: { contents, resolveDir: root, loader: "ts" }, format: "iife" });
  return { head: head.trim(), rules };
}

const deferredElsewhere = {
  name: "deferred-elsewhere",
  setup(builder) {
    builder.onResolve({ filter: /^\.\/deferred$/ }, () => ({ path: "./@deferred.js@", external: true }));
  },
};

/** Builds the service worker. The generator inserts the list of files later. */
export async function buildWorker({ loader, run }) {
  const { outputFiles } = await run({ entryPoints: [join(loader, ROOM, "worker/worker.ts")], format: "iife" });
  return outputFiles[0].text;
}

const REPLY = fileURLToPath(new URL("report/reply.mjs", import.meta.url));

/** The name under which the generator passes messages. They are no prop of the component. */
const MESSAGES = "croupier:messages";
/** The name under which it passes the language of the page, on a site with several languages. */
const LANGUAGE = "croupier:language";

/** Returns the position ({ file, line, column }) of each island's component by name, with numbers from 1. */
async function componentsOf(root, islands) {
  const found = [...islands].map(async ([name, folder]) => {
    const file = `${folder}/island.tsx`;
    const lines = (await readFile(join(root, file), "utf8")).split("\n");
    const at = lines.findIndex((line) => /^export\b.*\bIsland\b/.test(line));

    return [name, { file, line: Math.max(at, 0) + 1, column: (lines[at]?.search(/\bIsland\b/) ?? 0) + 1 }];
  });

  return Object.fromEntries(await Promise.all(found));
}

/** The namespace of the modules that the renderer loads, one for each folder of an island. */
const ISLAND = "island";

/** Exports only the component of an island, so that an island without one is an error of the build. */
const islandModules = (root) => ({
  name: "island-modules",
  setup(builder) {
    builder.onResolve({ filter: /^island:/ }, ({ path }) => ({
      path: path.slice(`${ISLAND}:`.length),
      namespace: ISLAND,
    }));
    builder.onLoad({ filter: /.*/, namespace: ISLAND }, ({ path }) => ({
      contents: `export { Island } from ${JSON.stringify(`./${path}/island`)};`,
      resolveDir: root,
    }));
  },
});

/** Returns the source of the renderer, which loads all islands. */
function sourceOf(loader, islands, messages) {
  const hasMessages = messages.size > 0;
  const modules = [...islands].map(
    ([name, folder]) => `${JSON.stringify(name)}: () => require(${JSON.stringify(`${ISLAND}:${folder}`)})`,
  );

  return `
import { describe, describeLoading, reply } from ${JSON.stringify(REPLY)};
import { createElement } from "react";
import { prerenderToNodeStream } from "react-dom/static";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
${hasMessages ? `import { MessagesContext } from ${JSON.stringify(join(loader, "src/island/messages/messages"))};` : ""}
const modules = { ${modules.join(", ")} };
const islands = {};
const failures = new Map();
// Each island is loaded by itself: a module that fails fails only the islands that import it. What an island needs for its first drawing
// is there before the first question.
const load = async (name) => {
  try {
    islands[name] = modules[name]().Island;
    await islands[name].prepare?.();
  } catch (error) {
    failures.set(name, error);
  }
};
const ready = Promise.all(Object.keys(modules).map(load));
ready.then(() => reply({ ready: true, components: Object.keys(modules) }));
// React writes links that preload images before the HTML. The browser finds the images just behind them, and the loader observes the
// first element to hydrate an island when it is visible.
const PRELOADS = /^(<link rel="preload" as="image"[^>]*>)+/;
// React adds a script that records submissions before the hydration. The loader records those of all forms.
const SUBMISSIONS = /<script>addEventListener\\("submit",[^<]*<\\/script>/;
// The generator replaces this HTML with the content of the island.
const withContent = (props) => {
  const html = props.children?.html;
  if (html === undefined) return props;
  return { ...props, children: createElement("div", { "data-children": "", dangerouslySetInnerHTML: { __html: html } }) };
};
const elementOf = (component, { ${JSON.stringify(MESSAGES)}: messages, ${JSON.stringify(LANGUAGE)}: language, ...props }) => {
  globalThis.croupierLanguage = language;
  const element = createElement(islands[component], withContent(props));
  return ${hasMessages ? "messages ? createElement(MessagesContext, { value: messages }, element) : element" : "element"};
};
// Waits for lazy components and promises. Content of any size stays in its place, because moving it would take inline scripts. React
// shows the fallback for an error below a Suspense boundary, and reports the error only here.
const htmlOf = async (element, identifierPrefix) => {
  const errors = [];
  const onError = (error) => void errors.push(error);
  const { prelude } = await prerenderToNodeStream(element, { identifierPrefix, onError, progressiveChunkSize: Infinity });
  if (errors.length > 0) throw errors[0];
  return text(prelude);
};
createInterface({ input: process.stdin }).on("line", async (line) => {
  const { id, component, props, prefix } = JSON.parse(line);
  try {
    if (!(component in modules)) throw new Error("there is no such component");
    if (failures.has(component)) {
      reply({ id, ...describeLoading(failures.get(component), globalThis.components[component]) });
      return;
    }
    const html = await htmlOf(elementOf(component, props), prefix);
    reply({ id, html: html.replace(PRELOADS, "").replace(SUBMISSIONS, "") });
  } catch (error) {
    reply({ id, ...describe(error, globalThis.components[component]) });
  }
});
`;
}

/**
 * Builds the renderer and its source map. `islands` maps names to folders, and `messages` has those that show messages. Style sheets are
 * left out.
 */
export async function buildRenderer(project, islands, messages) {
  const { root, loader, run } = project;
  const { outputFiles } = await run({
    minify: false,
    platform: "node",
    target: "node20",
    format: "cjs",
    loader: { ".css": "empty" },
    stdin: { contents: sourceOf(loader, islands, messages), resolveDir: root, loader: "tsx", sourcefile: "<renderer>" },
    plugins: [islandModules(root), imports(project)],
    sourcemap: "external",
    sourcesContent: false,
    // The names of functions in stack traces.
    keepNames: true,
  });

  const text = (extension) => outputFiles.find(({ path }) => path.endsWith(extension)).text;
  const map = JSON.parse(text(".map"));
  // esbuild names generated modules such as `<define:...>` like files.
  map.sources = map.sources.map((source) => source.match(/<.*>$/)?.[0] ?? keyOf(root, sourcePath(source)));

  // The positions change with each edit, and are no input of the run, which therefore stays incremental.
  const components = JSON.stringify(await componentsOf(root, islands));
  return { code: `${text(".js")}globalThis.components = ${components};\n`, map: JSON.stringify(map) };
}
