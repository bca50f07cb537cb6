// Reports errors: each one is scrubbed, reported once and sent to the configured service (row 7.6-15, A3).

import type { Start } from "@croupier/loader";
import { type Config, config, path } from "../../config/config";
import { createUuid, post, scrub, scrubText } from "./scrub";

/** The report of an error. */
export interface Report {
  /** The error's class, such as `TypeError`. */
  readonly type: string;
  readonly message: string;
  readonly stack: string;
  /** The path of the page, without query and fragment. */
  readonly route: string;
  /** Hash of the code that the tab runs; empty if it is unknown. */
  readonly code: string;
  /** The island or component that failed; empty if it is unknown. */
  readonly part: string;
}

/** The functions that reporting needs from the document. */
export interface ReportPorts extends Pick<Start, "faults" | "code"> {
  /** Sends a report, even while the page is unloaded; never throws. */
  send(report: Report): void;
  route(): string;
}

/** Maximum number of reports per document. */
export const MAX_REPORTS = 10;

/** Starts error reporting with the site's configuration. */
export async function startReports({ faults, code }: Pick<Start, "faults" | "code">): Promise<void> {
  const { reporting } = config();
  const send = await loadSender({ ...reporting, url: path(reporting.url) });
  reportFaults({ faults, code, send, route: () => location.pathname });
}

async function loadSender({ adapter, url }: Config["reporting"]): Promise<ReportPorts["send"]> {
  if (adapter === "sentry") {
    const { createSender } = await import("./sentry");
    return createSender(url, { post, now: Date.now, id: createUuid });
  }
  return (report) => post(url, JSON.stringify(report));
}

/** Reports all errors of the document, including earlier ones. */
export function reportFaults({ faults, code, send, route }: ReportPorts): void {
  const reported = new Set<unknown>();
  let count = 0;

  faults(({ error, part }) => {
    const description = describe(error);
    // Requests that fail at the same line of code differ by their part.
    const key = `${part} ${description.message} ${description.stack.split("\n", 2).join(" ")}`;
    // An island, its loader and the browser may all report the same object, each with another part.
    const object = error instanceof Error ? error : key;
    if (count >= MAX_REPORTS || reported.has(key) || reported.has(object)) return;

    reported.add(key).add(object);
    count += 1;
    const scrubbedRoute = scrubText(route());
    void code().then((code) => send({ ...description, route: scrubbedRoute, code, part }));
  });
}

function describe(error: unknown): Pick<Report, "type" | "message" | "stack"> {
  if (error instanceof Error)
    return { type: error.name, message: scrubText(error.message), stack: scrubText(error.stack ?? "") };
  if (typeof error === "string") return { type: "Error", message: scrubText(error), stack: "" };
  return { type: "Error", message: JSON.stringify(scrub(error)) ?? String(error), stack: "" };
}
