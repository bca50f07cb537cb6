// The layers of the runtime, read from its imports: each folder knows only what lies below it.

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const source = fileURLToPath(new URL("../src", import.meta.url));

/** What each folder may import besides itself: folders of ours, and packages. */
const MAY: Record<string, string[]> = {
  core: [],
  browser: ["core"],
  stores: ["nanostores"],
  api: ["stores"],
  react: ["react", "react-dom", "nanostores"],
  widgets: ["react", "api", "stores"],
  head: ["core"],
  worker: ["workbox-core", "workbox-precaching", "workbox-routing", "workbox-strategies"],
};

function files(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name));
}

for (const [layer, allowed] of Object.entries(MAY)) {
  test(`${layer} imports ${allowed.join(", ") || "nothing but itself"}`, () => {
    const wrong: string[] = [];
    for (const file of files(join(source, layer))) {
      for (const [, from = ""] of readFileSync(file, "utf8").matchAll(/^(?:import|export)\s[^;]*?from "([^"]+)"/gm)) {
        const [first = "", second = ""] = from.startsWith(".")
          ? relative(source, join(dirname(file), from)).split("/")
          : [from.split("/")[0] ?? ""];
        const own = first === layer && from.startsWith(".");
        const otherWidget = layer === "widgets" && own && second !== relative(join(source, layer), file).split("/")[0];
        if (otherWidget || !(own || allowed.includes(first))) wrong.push(`${relative(source, file)}: ${from}`);
      }
    }
    expect(wrong).toEqual([]);
  });
}

test("core touches neither document nor window", () => {
  for (const file of files(join(source, "core")))
    expect(readFileSync(file, "utf8").replace(/\/\/.*|\/\*[\s\S]*?\*\//g, "")).not.toMatch(
      /\b(document|window|location|navigator|localStorage)\b/,
    );
});
