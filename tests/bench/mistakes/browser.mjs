// The browser's console as a developer sees it: text with filled placeholders, and stacks in the lines of the sources.

import { SourceMap } from "node:module";

const MAX_ASYNC_DEPTH = 32;

/** Records errors and warnings of a page's console. `messages()` returns them as text, with one stack frame a line. */
export async function recordConsole(page) {
  const session = await page.context().newCDPSession(page);
  let recorded = [];
  session.on("Runtime.consoleAPICalled", ({ type, args, stackTrace }) => {
    if (["error", "warning", "assert"].includes(type)) recorded.push([format(args), ...frames(stackTrace)].join("\n"));
  });
  session.on("Runtime.exceptionThrown", ({ exceptionDetails: { text, exception, stackTrace } }) => {
    recorded.push([`${text} ${exception?.description ?? exception?.value ?? ""}`, ...frames(stackTrace)].join("\n"));
  });
  await session.send("Runtime.enable");
  await session.send("Runtime.setAsyncCallStackDepth", { maxDepth: MAX_ASYNC_DEPTH });
  return {
    messages: () => recorded,
    clear: () => {
      recorded = [];
    },
  };
}

function format([first, ...values]) {
  if (!first) return "";
  const rest = [...values];
  const shown = (it) => String(it?.value ?? it?.description ?? "");
  const text = shown(first).replace(/%[sdifoOc]/g, (placeholder) => {
    const value = shown(rest.shift());
    return placeholder === "%c" ? "" : value;
  });
  return [text, ...rest.map(shown)].join(" ").trim();
}

function frames(stack) {
  if (!stack) return [];
  const own = stack.callFrames.map(
    ({ functionName, url, lineNumber, columnNumber }) =>
      `    at ${functionName} (${url}:${lineNumber + 1}:${columnNumber + 1})`,
  );
  return [...own, ...frames(stack.parent)];
}

/** Replaces locations in served modules by locations in their sources, as the console of a browser shows them. */
export async function mapLocations(text, origin) {
  const maps = new Map();
  const pattern = new RegExp(`(${origin}[^\\s():]*):(\\d+):(\\d+)`, "g");
  for (const [, url] of text.matchAll(pattern)) if (!maps.has(url)) maps.set(url, await fetchMap(url));
  return text.replace(pattern, (location, url, line, column) => {
    const entry = maps.get(url)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (entry?.originalLine === undefined) return location;
    const source = new URL(entry.originalSource, url).pathname;
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
}

async function fetchMap(url) {
  const code = await readText(url);
  const reference = code?.match(/\/\/# sourceMappingURL=(\S+)\s*$/)?.[1];
  const map = reference && (await readText(new URL(reference, url)));
  return map ? new SourceMap(JSON.parse(map)) : undefined;
}

async function readText(url) {
  const response = await fetch(url).catch(() => undefined);
  return response?.ok ? response.text() : undefined;
}
