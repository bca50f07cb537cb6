// The one place that errors go to: each is scrubbed, told once, and handed to the adapter that the site names (row 7.6-15, A3).

import { scrub, scrubText } from "./scrub";

/** What is sent of an error. */
export interface Report {
  readonly message: string;
  readonly stack: string;
  /** The page, without query and fragment. */
  readonly route: string;
  /** Hash of the code that the tab runs. */
  readonly code: string;
  /** The island or part that failed; empty where that is not known. */
  readonly part: string;
}

/** What reporting needs of the world. */
export interface ReportPorts {
  /** Hands a report on; never throws. */
  send(report: Report): void;
  route(): string;
  code(): string;
}

/** So many reports at most in the life of a document: an error in a loop is one error. */
export const MOST = 10;

/** Makes the reporter: to be told what was thrown, and by which part. */
export function createReporter(ports: ReportPorts): (error: unknown, part?: string) => void {
  const told = new Set<string>();
  return (error, part = "") => {
    const { message, stack } = described(error);
    // An island tells of an error and the loader tells of the island, so the part does not make it another one.
    const key = `${message} ${stack.split("\n", 2).join(" ")}`;
    if (told.size >= MOST || told.has(key)) return;
    told.add(key);
    ports.send({ message, stack, route: scrubText(ports.route()), code: ports.code(), part });
  };
}

function described(error: unknown): { message: string; stack: string } {
  if (error instanceof Error) return { message: scrubText(error.message), stack: scrubText(error.stack ?? "") };
  if (typeof error === "string") return { message: scrubText(error), stack: "" };
  return { message: JSON.stringify(scrub(error)) ?? String(error), stack: "" };
}
