// Names output files. A bundle's files have a hash of their content and of all files that they refer to in their name, so that they can be
// cached forever. Those of a development bundle keep their names.

import { createHash } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import { SourceError } from "./esbuild.mjs";

/**
 * Collects files whose text refers to other files as `@<file>@`, and to a lazy component with its needs as `@files:<part>@`. Files
 * that refer to each other share one hash input. `salt` are further files whose change must change the name.
 */
export function createNames() {
  const files = new Map();
  const others = [];
  const needs = new Map();
  const targets = (text) => [...text.matchAll(/@([\w.$-]+\.(?:js|css))@/g)].map((match) => match[1]);

  /** Returns all files that a file refers to, directly or indirectly, including itself. */
  function reached(file) {
    const found = new Set([file]);
    for (const at of found) {
      const { named, salt } = files.get(at);
      for (const to of [...named, ...salt]) found.add(to);
    }
    return [...found].sort();
  }

  const hash = (file) => digest(...reached(file).map((at) => `${at}\n${files.get(at).content}\n`));
  const path = (file) => `assets/${file.replace(/\.\w+$/, "")}-${hash(file)}.${file.split(".").pop()}`;

  return {
    /** Adds a file, such as `session.js`. */
    add(file, template, salt = []) {
      assertNew(files, file, file);
      const text = template.replace(/@files:([\w$-]+)@/g, (_, part) => needs.get(part));
      files.set(file, { text, content: digest(text), named: targets(text), salt });
    },

    /** Sets the files that load with a lazy component, its module first. */
    setPart(part, list) {
      needs.set(part, list.map((file) => `@${file}@`).join(" "));
    },

    /** Adds a file whose output path is fixed. */
    addAsset(output, contents) {
      others.push({ output, contents });
    },

    /** Returns the output path of a file. All files must be added before. */
    path,

    /** Writes all files below `out`. */
    async write(out) {
      const named = [...files].map(([file, { text }]) => {
        const contents = text.replace(/@([\w.$-]+\.(?:js|css))@/g, (_, to) => path(to).replace("assets/", ""));
        return { output: path(file), contents };
      });

      for (const { output, contents } of [...named, ...others]) {
        await mkdir(join(out, dirname(output)), { recursive: true });
        await writeFile(join(out, output), contents);
      }
    },
  };
}

/** Returns the output path of an asset. It contains a digest of the content, and only characters that URLs have without escapes. */
export function assetPath(file, contents) {
  const extension = extname(file);
  const name = `${basename(file, extension)}-${digest(contents)}${extension}`;
  return `assets/${name.replace(/[^\w.-]+/g, "_")}`;
}

/** Throws if the bundle has a file of this name, which the new one would replace. */
function assertNew(files, key, file) {
  if (files.has(key))
    throw new SourceError(`the bundle would have two files ${file}: rename the island or the style sheet of this name`);
}

/** Returns the first ten hexadecimal digits of the SHA-256 of all contents. */
export function digest(...contents) {
  const hash = createHash("sha256");
  for (const part of contents) hash.update(part);
  return hash.digest("hex").slice(0, 10);
}

/** Collects files with the interface of `createNames`. `write` writes those that changed since the last call. */
export function createFiles() {
  const written = new Map();
  let files = new Map();
  const path = (file) => `assets/${file}`;
  const add = (file, text) => {
    assertNew(files, path(file), file);
    files.set(path(file), text.replace(/@([\w.$-]+\.(?:js|css))@/g, "$1"));
  };

  return {
    path,
    has: (file) => files.has(path(file)),
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
