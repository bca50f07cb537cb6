// Hides the values of custom properties from esbuild, which decodes escapes, drops comments and joins what they separate. Scripts read
// these values as they are written. URLs in them stay visible, because esbuild publishes their files.

import { readFile } from "node:fs/promises";
import { TokenType, tokenize } from "@csstools/css-tokenizer";

/** Finds the identifiers that `hide` writes, with the white space around them. */
const HIDDEN = /\s*croupier-hidden-([0-9a-f]+)\s*/g;
const OPENING = new Set([TokenType.Function, TokenType.OpenCurly, TokenType.OpenParen, TokenType.OpenSquare]);
const CLOSING = new Set([TokenType.CloseCurly, TokenType.CloseParen, TokenType.CloseSquare]);

/** Hides values in the site's style sheets, and restores them in the output and in the locations of errors. */
export function addCustomProperties(builder) {
  const loader = builder.initialOptions.loader?.[".css"] ?? "css";

  builder.onLoad({ filter: /\.css$/, namespace: "file" }, async ({ path }) => ({
    contents: hideCustomProperties(await readFile(path, "utf8")),
    loader,
  }));

  builder.onEnd(({ outputFiles = [], errors, warnings }) => {
    for (const file of outputFiles) {
      if (file.path.endsWith(".css") && file.text.includes("croupier-hidden-"))
        file.contents = new TextEncoder().encode(restored(file.text));
    }

    for (const { location } of [...errors, ...warnings]) if (location) restoreLocation(location);
  });
}

/** Returns a style sheet with identifiers in place of the values of custom properties and the initial values of `@property`. */
export function hideCustomProperties(text) {
  if (!/--|initial-value/i.test(text)) return text;
  const tokens = tokenize({ css: text });

  let written = "";
  let end = 0;
  for (let index = 0, isStart = true; index < tokens.length; index += 1) {
    const [type, , , , value] = tokens[index];
    if (type === TokenType.Whitespace || type === TokenType.Comment) continue;

    const isProperty = type === TokenType.Ident && /^(--|initial-value$)/i.test(value.value);
    const colon = isStart && isProperty ? colonAfter(tokens, index) : undefined;
    isStart = [TokenType.OpenCurly, TokenType.CloseCurly, TokenType.Semicolon].includes(type);
    if (colon === undefined) continue;

    const after = endOfValue(tokens, colon + 1);
    const hidden = hideValue(tokens.slice(colon + 1, after));
    written += text.slice(end, tokens[colon][3] + 1) + hidden;
    end = tokens[after][0] === TokenType.EOF ? text.length : tokens[after][2];
    index = after - 1;
  }
  return written + text.slice(end);
}

/** Returns the index of the colon after a property's name. */
function colonAfter(tokens, name) {
  let index = name + 1;
  while (tokens[index][0] === TokenType.Whitespace || tokens[index][0] === TokenType.Comment) index += 1;
  return tokens[index][0] === TokenType.Colon ? index : undefined;
}

/** Returns the index of the token after a value: a semicolon, the end of the block or of the file. */
function endOfValue(tokens, start) {
  let depth = 0;
  for (let index = start; ; index += 1) {
    const [type] = tokens[index];
    if (type === TokenType.EOF || (depth === 0 && (type === TokenType.Semicolon || type === TokenType.CloseCurly)))
      return index;

    if (OPENING.has(type)) depth += 1;
    else if (CLOSING.has(type)) depth -= 1;
  }
}

/** Returns a value in which only white space at its ends and URLs are as they are written. */
function hideValue(tokens) {
  let hidden = "";
  let plain = "";

  const isSpace = ([type]) => type === TokenType.Whitespace;
  const first = tokens.findIndex((token) => !isSpace(token));
  const last = tokens.findLastIndex((token) => !isSpace(token));

  const text = (from, to) =>
    tokens
      .slice(from, to)
      .map(([, it]) => it)
      .join("");
  if (first === -1) return text(0);

  for (let index = first; index <= last; index += 1) {
    const [type, written, , , value] = tokens[index];
    const isQuoted = type === TokenType.Function && /^url$/i.test(value.value);
    if (type !== TokenType.URL && !isQuoted) {
      plain += written;
      continue;
    }

    const end = isQuoted ? tokens.findIndex(([it], at) => at > index && it === TokenType.CloseParen) + 1 : index + 1;
    hidden += `${hide(plain)}${text(index, end)}`;
    plain = "";
    index = end - 1;
  }
  return text(0, first) + hidden + hide(plain) + text(last + 1);
}

/** Returns an identifier for each line of a text, so that locations of errors have the lines of the file. */
const hide = (text) =>
  text.replace(/[^\n]*\n|[^\n]+$/g, (line) => {
    const isWhole = line.endsWith("\n");
    return ` croupier-hidden-${Buffer.from(line).toString("hex")}${isWhole ? "\n" : " "}`;
  });

const restored = (text) => text.replace(HIDDEN, (_, hex) => Buffer.from(hex, "hex").toString());

/** Makes a location in a style sheet with hidden values that of the site's file. Columns and lengths are in bytes. */
function restoreLocation(location) {
  const line = Buffer.from(location.lineText);
  if (!line.includes("croupier-hidden-")) return;
  const before = restored(line.subarray(0, location.column).toString());
  location.column = Buffer.byteLength(before);
  location.lineText = restored(location.lineText).trimEnd();
}
