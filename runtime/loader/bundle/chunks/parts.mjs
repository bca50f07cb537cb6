// Replaces `import("./details")` with a call that loads a chunk and its style sheets. A lexer finds the positions, so strings that look
// like code are left alone.

import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { init, parse } from "es-module-lexer";
import { transform } from "esbuild";
import { keyOf } from "../esbuild.mjs";
import { isDynamic } from "./graph.mjs";

/** Returns the plugin that rewrites files with an `import()`. `chunkOf` maps the file of a lazy component to its chunk. */
export const lazyParts = (root, graph, chunkOf) => ({
  name: "lazy-parts",
  setup(builder) {
    builder.onLoad({ filter: /\.[mc]?[jt]sx?$/ }, async ({ path, namespace }) => {
      const imports = (graph.files.get(keyOf(root, path, namespace)) ?? []).filter(isDynamic);
      if (!imports.length) return undefined;

      const loader = extname(path).replace(/^\.[mc]?/, "");
      const source = await readFile(path, "utf8");
      const { code } = await transform(source, { loader, jsx: "automatic", target: "es2022" });

      const refersByName = isCommon(chunkOf.get(keyOf(root, path, namespace)));
      return {
        contents: await rewriteImports(code, join(root, graph.loadPart), { graph, imports, chunkOf, refersByName }),
        loader: "js",
      };
    });
  },
});

/**
 * Returns whether an island and its lazy components share a chunk. Such a chunk contains no file names of lazy components: each of
 * them imports it, so a change of one would rename all. The island's entry registers the names instead.
 */
const isCommon = (id) => id.endsWith("_common");

/** Returns the code for an island's entry that registers lazy components for the chunk that it shares with them. */
export function namesOfParts(root, graph, chunkOf, island) {
  const files = [...graph.files.keys()].filter((file) => chunkOf.get(file) === `${island}_common`);
  const ids = files.flatMap((file) =>
    graph.files
      .get(file)
      .filter(isDynamic)
      .map(({ to }) => chunkOf.get(to)),
  );

  if (!ids.length) return "";

  const table = Object.fromEntries([...new Set(ids)].sort().map((id) => [id, `@files:${id}@`]));
  return `import { nameParts } from ${JSON.stringify(join(root, graph.loadPart))};\nnameParts(${JSON.stringify(table)});`;
}

/** Returns the code of a module with each `import()` of a lazy component replaced. */
export async function rewriteImports(code, loadPart, { graph, imports, chunkOf, refersByName }) {
  await init;
  let text = code;
  let hasCommonJs = false;
  for (const { n, ss, se, d } of [...parse(code)[0]].reverse()) {
    const target = d > -1 && imports.find(({ original }) => original === n);
    if (!target) continue;

    const id = chunkOf.get(target.to);
    const reference = refersByName ? id : `@files:${id}@`;
    const isCommonJs = graph.commonJs.has(target.to);
    const part = `croupierPart(${JSON.stringify(reference)})${isCommonJs ? ".then(croupierNamespace)" : ""}`;
    hasCommonJs ||= isCommonJs;
    text = `${text.slice(0, ss)}${part}${text.slice(se)}`;
  }

  const names = `loadPart as croupierPart${hasCommonJs ? ", namespaceOf as croupierNamespace" : ""}`;
  return `import { ${names} } from ${JSON.stringify(loadPart)};\n${text}`;
}
