// The one place that errors go to: each is scrubbed, told once, and sent where the site says (row 7.6-15, A3).

import type { Start } from "../../../signals";
import { type Config, config, path } from "../../config/config";
import { post } from "./beacon";
import { scrub, scrubText } from "./scrub";

/** What is sent of an error. */
export interface Report {
  /** The error's class, such as `TypeError`. */
  readonly type: string;
  readonly message: string;
  readonly stack: string;
  /** The page, without query and fragment. */
  readonly route: string;
  /** Hash of the code that the tab runs; empty where it cannot be found out. */
  readonly code: string;
  /** The island or part that failed; empty where that is not known. */
  readonly part: string;
}

/** What reporting needs of the world. */
export interface ReportPorts extends Pick<Start, "faults" | "code"> {
  /** Sends a report, even while the page goes; never throws. */
  send(report: Report): void;
  route(): string;
}

/** So many reports at most in the life of a document: an error in a loop is one error. */
export const MOST = 10;

/** Begins to report as the site is configured. */
export async function startReports({ faults, code }: Pick<Start, "faults" | "code">): Promise<void> {
  const { reporting } = config();
  const send = await bringSender({ ...reporting, url: path(reporting.url) });
  reportFaults({ faults, code, send, route: () => location.pathname });
}

async function bringSender({ adapter, url }: Config["reporting"]): Promise<ReportPorts["send"]> {
  if (adapter === "sentry") {
    const { createSender } = await import("./sentry");
    return createSender(url, { post, now: Date.now, id: () => crypto.randomUUID() });
  }
  return (report) => post(url, JSON.stringify(report));
}

/** Reports what goes wrong from now on, and what has gone wrong before. */
export function reportFaults({ faults, code, send, route }: ReportPorts): void {
  const told = new Set<string>();
  faults(({ error, part }) => {
    const described = describe(error);
    // An island tells of an error and the loader tells of the island, so the part does not make it another one.
    const key = `${described.message} ${described.stack.split("\n", 2).join(" ")}`;
    if (told.size >= MOST || told.has(key)) return;
    told.add(key);
    const place = scrubText(route());
    void code().then((code) => send({ ...described, route: place, code, part }));
  });
}

function describe(error: unknown): Pick<Report, "type" | "message" | "stack"> {
  if (error instanceof Error)
    return { type: error.name, message: scrubText(error.message), stack: scrubText(error.stack ?? "") };
  if (typeof error === "string") return { type: "Error", message: scrubText(error), stack: "" };
  return { type: "Error", message: JSON.stringify(scrub(error)) ?? String(error), stack: "" };
}
