// Records the files that a bundle is made from. The generator bundles again after a change of those that it does not find in the runtime's
// folder: files of workspace packages, of folders of tests, and hidden files.

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

/** Returns the inputs that no package manager and no loader provides. */
export function ownInputs({ root, loader, inputs }) {
  const own = keyOf(root, loader);
  const isOwn = (key) => !key.includes("node_modules/") && !key.startsWith(`${own}/`);
  return [...inputs].filter(isOwn).sort();
}
