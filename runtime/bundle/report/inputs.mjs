// Records the files outside of the runtime's folder that a bundle is made from, such as those of workspace packages. A change of them
// makes the generator bundle again.

import { keyOf } from "../esbuild.mjs";

/** Returns `run` with the files that it reads added to `inputs`, as names of the metafile, and its warnings to `warnings`. */
export const recording =
  (run, { inputs, warnings }) =>
  async (options) => {
    const built = await run(options);
    for (const key of Object.keys(built.metafile.inputs)) inputs.add(key);
    warnings.push(...built.warnings);
    return built;
  };

/** Returns the inputs outside of the runtime's folder that no package manager and no loader provides. */
export function outerInputs({ root, loader, inputs }) {
  const own = keyOf(root, loader);
  const isOuter = (key) => key.startsWith("../") && !key.includes("node_modules/") && !key.startsWith(`${own}/`);
  return [...inputs].filter(isOuter).sort();
}
