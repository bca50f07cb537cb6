// Which field shows which problem.

import type { Problem } from "../api/types";
import { type Json, parentOf, valueAt } from "../model/json";

/** Returns the problems of a file by the pointer of the field that shows them: that of the value, or of a missing key in an existing table. */
export function problemsByField(problems: readonly Problem[], path: string): ReadonlyMap<string, readonly Problem[]> {
  const fields = new Map<string, Problem[]>();
  for (const problem of problems) {
    if (problem.file !== path || problem.pointer === null) continue;
    fields.set(problem.pointer, [...(fields.get(problem.pointer) ?? []), problem]);
  }
  return fields;
}

/** Returns the number of errors in a value and everything inside of it. */
export function errorsWithin(problems: ReadonlyMap<string, readonly Problem[]>, pointer: string): number {
  let count = 0;
  for (const [at, list] of problems)
    if (at === pointer || at.startsWith(`${pointer}/`))
      count += list.filter(({ severity }) => severity === "error").length;
  return count;
}

/** Returns the pointer of the nearest existing value. */
export function existingPointer(values: Json | null, pointer: string): string {
  let at = pointer;
  while (at !== "" && valueAt(values ?? undefined, at) === undefined) at = parentOf(at);
  return at;
}
