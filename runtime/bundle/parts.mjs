// Turns `import("./panel")` into the loading of a chunk with its style sheets. Positions come from a lexer, so that no text is mistaken for code.

import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { init, parse } from "es-module-lexer";
import { transform } from "esbuild";
import { keyOf } from "./esbuild.mjs";
import { isDynamic } from "./graph.mjs";

/** The plugin: files of the graph that hold an `import()` are rewritten. `chunkOf` gives the chunk of a part's file. */
export const lazyParts = (root, graph, chunkOf) => ({
  name: "lazy-parts",
  setup(builder) {
    builder.onLoad({ filter: /\.[mc]?[jt]sx?$/ }, async ({ path, namespace }) => {
      const imports = (graph.files.get(keyOf(root, path, namespace)) ?? []).filter(isDynamic);
      if (!imports.length) return undefined;
      const loader = extname(path).replace(/^\.[mc]?/, "");
      const source = await readFile(path, "utf8");
      const { code } = await transform(source, { loader, jsx: "automatic", target: "es2022" });
      const isNamed = isCommon(chunkOf.get(keyOf(root, path, namespace)));
      return {
        contents: await rewritten(code, join(root, graph.loadPart), { imports, chunkOf, isNamed }),
        loader: "js",
      };
    });
  },
});

/**
 * Whether a chunk is what an island and its parts share. It names no part, since each part imports it and would be renamed
 * with any other; the island's entry names them.
 */
const isCommon = (id) => id.endsWith("_common");

/** What stands in an island's entry so that the chunk which it shares with its parts can load them. */
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

async function rewritten(code, loadPart, { imports, chunkOf, isNamed }) {
  await init;
  let text = code;
  for (const { n, ss, se, d } of [...parse(code)[0]].reverse()) {
    const target = d > -1 && imports.find(({ original }) => original === n);
    if (!target) continue;
    const id = chunkOf.get(target.to);
    const asked = isNamed ? id : `@files:${id}@`;
    text = `${text.slice(0, ss)}croupierPart(${JSON.stringify(asked)})${text.slice(se)}`;
  }
  return `import { loadPart as croupierPart } from ${JSON.stringify(loadPart)};\n${text}`;
}
