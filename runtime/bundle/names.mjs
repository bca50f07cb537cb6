// Names output files by what is in them and in all that they name, so that a file that may be kept for ever never changes.

import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { digest } from "./assets.mjs";

/**
 * Collects files whose text names others as `@<file>@`, and `@files:<part>@` for a part with what it needs. A circle of
 * files is named as one. `salt` are files whose change must change a name too.
 */
export function createNames() {
  const files = new Map();
  const others = [];
  const needs = new Map();
  const targets = (text) => [...text.matchAll(/@([\w.$-]+\.(?:js|css))@/g)].map((match) => match[1]);

  /** Everything that a file names, itself included. */
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
      const text = template.replace(/@files:([\w$-]+)@/g, (_, part) => needs.get(part));
      files.set(file, { text, content: digest(text), named: targets(text), salt });
    },
    /** Says what the loading of a part asks for: its module first. */
    setPart(part, list) {
      needs.set(part, list.map((file) => `@${file}@`).join(" "));
    },
    /** Adds a file whose name is settled. */
    addAsset(output, contents) {
      others.push({ output, contents });
    },
    /** The output path of a file, once all are there. */
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
