// Reports as Sentry takes them: an envelope of one event, posted as text to the project's endpoint with the key in the query, so that
// no browser asks first ("Envelopes", "Event payloads" and "Stack trace interface" of its developers' documentation).

import type { Report } from "./reporting";

/** What sending needs of the world. */
export interface SenderPorts {
  /** Posts text, even while the page goes; never throws. */
  post(url: string, text: string): void;
  /** Milliseconds since 1970. */
  now(): number;
  /** A UUID. */
  id(): string;
}

/** Sends reports to the project of `dsn`, `https://KEY@HOST/PROJECT`; throws where it is none. */
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
  const [, before = "", project] = /^(.*)\/([^/]+)$/.exec(pathname) ?? [];
  if (!username || !project) throw new Error("the url of [reporting] is no DSN: write https://KEY@HOST/PROJECT");
  return `${protocol}//${host}${before}/api/${project}/envelope/?sentry_version=7&sentry_key=${username}`;
}

/** The frames of a browser's stack, the innermost last: `at draw (file:1:2)` of Chromium, `draw@file:1:2` of the others. */
export function framesOf(stack: string): readonly object[] {
  const frames = stack.split("\n").flatMap((line) => {
    const found = /^\s*(?:at (?:async )?(?:(.+?) \()?|(.*?)@)(\S+?):(\d+):(\d+)\)?$/.exec(line);
    const [, named, before, filename, lineno, colno] = found ?? [];
    if (!filename) return [];
    return [{ function: named || before || "?", filename, lineno: Number(lineno), colno: Number(colno), in_app: true }];
  });
  return frames.reverse();
}
