// Sends reports to Sentry: an envelope of one event, posted as text. The key is in the query, so that browsers send no preflight
// request ("Envelopes", "Event payloads" and "Stack trace interface" of its developers' documentation).

import type { Report } from "./reporting";

/** The functions that the sender needs from the browser. */
export interface SenderPorts {
  /** Posts text, even while the page is unloaded; never throws. */
  post(url: string, text: string): void;
  /** The current time, in epoch milliseconds. */
  now(): number;
  /** Creates a UUID. */
  id(): string;
}

/** Returns a function that sends reports to the project of `dsn`, `https://KEY@HOST/PROJECT`. Throws for an invalid DSN. */
export function createSender(dsn: string, { post, now, id }: SenderPorts): (report: Report) => void {
  const url = endpoint(dsn);

  return ({ type, message, stack, route, code, part }) => {
    const event_id = id().replaceAll("-", "");
    const event = {
      event_id,
      timestamp: now() / 1000,
      platform: "javascript",
      level: "error",
      transaction: route,
      ...(code && { release: code }),
      ...(part && { tags: { part } }),
      exception: { values: [{ type, value: message, stacktrace: { frames: framesOf(stack) } }] },
    };

    const head = { event_id, sent_at: new Date(now()).toISOString(), dsn };
    post(url, [head, { type: "event" }, event].map((line) => `${JSON.stringify(line)}\n`).join(""));
  };
}

function endpoint(dsn: string): string {
  const { protocol, host, pathname, username } = new URL(dsn);
  const [, prefix = "", project] = /^(.*)\/([^/]+)$/.exec(pathname) ?? [];
  if (!username || !project) throw new Error("the url of [reporting] is no DSN: write https://KEY@HOST/PROJECT");
  return `${protocol}//${host}${prefix}/api/${project}/envelope/?sentry_version=7&sentry_key=${username}`;
}

/** Parses a browser's stack, the innermost frame last: `at draw (file:1:2)` of Chromium, `draw@file:1:2` of other browsers. */
export function framesOf(stack: string): readonly object[] {
  const frames = stack.split("\n").flatMap((line) => {
    const match = /^\s*(?:at (?:async )?(?:(.+?) \()?|(.*?)@)(\S+?):(\d+):(\d+)\)?$/.exec(line);
    const [, chromiumName, otherName, filename, lineno, colno] = match ?? [];

    if (!filename) return [];
    return [
      {
        function: chromiumName || otherName || "?",
        filename,
        lineno: Number(lineno),
        colno: Number(colno),
        in_app: true,
      },
    ];
  });

  return frames.reverse();
}
