// Writes the replies of the renderer, in which an error of an island has its location in the sources. It is part of the renderer and
// runs before the islands.

import { Console } from "node:console";
import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";

/** The most functions of the site that a description lists. */
const MAX_FRAMES = 5;

let map;

// Standard output is for replies only.
globalThis.console = new Console(process.stderr);
// An error that nothing catches, such as one of a module's own code, is the last reply.
process.on("uncaughtException", (error) => {
  reply(describe(error));
  process.exit(1);
});

/** Writes one line. */
export function reply(value) {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

/**
 * Returns the text of an error, and the functions of the site that were running, innermost first. Lines and columns count from 1. An error
 * that React throws is an error of the `component`.
 */
export function describe(error, component) {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const frames = framesOf(error).filter(({ file }) => isOfSite(file));

  if (frames.length === 0 && component) frames.push(component);
  return { error: text, frames: frames.slice(0, MAX_FRAMES) };
}

/** Returns the description of an error that a module of an island threw while it was loaded, with the npm package of the module. */
export function describeLoading(error, component) {
  const innermost = framesOf(error)[0]?.file ?? "";
  const name = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(innermost)?.[1];
  return { ...describe(error, component), loading: true, package: name };
}

// Generated files have a namespace. The loader and packages are not of the site.
const isOfSite = (file) => !/[:<]|node_modules\/|\.croupier\//.test(file);

const framesOf = (error) =>
  String(error?.stack ?? "")
    .split("\n")
    .map(frameOf)
    .filter((frame) => frame !== undefined);

function frameOf(line) {
  const match = /^\s+at (?:(.+?) \()?(.+?):(\d+):(\d+)\)?$/.exec(line);
  if (match?.[2] !== __filename) return undefined;

  map ??= new SourceMap(JSON.parse(readFileSync(`${__filename}.map`, "utf8")));
  const {
    originalSource: file,
    originalLine,
    originalColumn,
  } = map.findEntry(Number(match[3]) - 1, Number(match[4]) - 1);
  if (file === undefined) return undefined;

  // A function without a name says nothing to the reader, nor does the object that called it. The code of a module has the name of its file.
  const name = /<anonymous>|\.[cm]?[jt]sx?$/.test(match[1] ?? "") ? undefined : match[1];
  return { name, file, line: originalLine + 1, column: originalColumn + 1 };
}
