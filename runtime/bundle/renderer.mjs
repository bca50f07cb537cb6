// Builds the module that the generator runs in Node to render islands. It reads and writes JSON lines.

import { assets } from "./assets.mjs";

/** Builds the renderer. `islands` maps names to folders. Style sheets are left out. */
export async function buildRenderer(here, islands) {
  const { root, run } = here;
  const names = [...islands.keys()];
  const contents = `
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { Console } from "node:console";
import { createInterface } from "node:readline";
${names.map((name, at) => `import { Island as I${at} } from "./${islands.get(name)}/island";`).join("\n")}
const islands = { ${names.map((name, at) => `${JSON.stringify(name)}: I${at}`).join(", ")} };
// The way of the answers is for answers alone.
globalThis.console = new Console(process.stderr);
const say = (value) => process.stdout.write(JSON.stringify(value) + "\\n");
// What islands need for their first drawing is there before the first question.
const ready = Promise.all(Object.values(islands).map(({ prepare }) => prepare?.()));
ready.then(() => say({ ready: true, components: Object.keys(islands) }));
// The generator replaces this HTML with the content of the island.
const withContent = (props) => {
  const html = props.children?.html;
  if (html === undefined) return props;
  return { ...props, children: createElement("div", { "data-children": "", dangerouslySetInnerHTML: { __html: html } }) };
};
createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, component, props, prefix } = JSON.parse(line);
  try {
    if (!(component in islands)) throw new Error("there is no such component");
    say({ id, html: renderToString(createElement(islands[component], withContent(props)), { identifierPrefix: prefix }) });
  } catch (error) {
    say({ id, error: String(error?.stack ?? error) });
  }
});
`;
  const { outputFiles } = await run({
    minify: false,
    platform: "node",
    target: "node20",
    format: "cjs",
    loader: { ".css": "empty" },
    stdin: { contents, resolveDir: root, loader: "tsx", sourcefile: "renderer.tsx" },
    plugins: [assets(here)],
  });
  return outputFiles[0].text;
}
