// The files of a development bundle. Their names stay the same after an edit, so pages that refer to them need not change.

import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { digest } from "../names.mjs";

/** Collects files with the interface of `createNames`. `write` writes those that changed since the last call. */
export function createFiles() {
  const written = new Map();
  let files = new Map();
  const path = (file) => `assets/${file}`;
  const add = (file, text) => files.set(path(file), text.replace(/@([\w.$-]+\.(?:js|css))@/g, "$1"));

  return {
    path,
    add,
    addAsset: (output, contents) => files.set(output, contents),

    /** Starts the files of the next bundle. */
    reset() {
      files = new Map();
    },

    /** Writes changed files below `out` and removes those that are gone. Returns the paths of both, and a digest of all files. */
    async write(out) {
      const now = new Map([...files].map(([output, contents]) => [output, digest(contents)]));
      const changed = [...files].filter(([output]) => written.get(output) !== now.get(output));
      const gone = [...written.keys()].filter((output) => !files.has(output));

      await Promise.all([
        ...changed.map(async ([output, contents]) => {
          await mkdir(join(out, dirname(output)), { recursive: true });
          await writeFile(join(out, output), contents);
        }),
        ...gone.map((output) => rm(join(out, output), { force: true })),
      ]);

      written.clear();
      for (const [output, hash] of now) written.set(output, hash);
      return { changed: [...changed.map(([output]) => output), ...gone], digest: digest(...[...now].flat()) };
    },
  };
}
