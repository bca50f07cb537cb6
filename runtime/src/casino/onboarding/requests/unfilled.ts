// How a request ends that was asked for without what it is made of, as by a link of a form that has other fields: nothing is sent (row 4.2-32).

import type { Values } from "../../forms/rules/rule";
import type { Finished } from "../model/request";

/** The form stays, and says that something is missing. */
export const UNFILLED: Finished = {
  kind: "failed",
  failure: { kind: "refused", message: "errorMissingFields", status: 0 },
  stays: true,
};

/** The texts of these fields; `undefined` where one of them is missing. */
export function filled<Name extends string>(
  values: Values,
  ...names: readonly Name[]
): Readonly<Record<Name, string>> | undefined {
  if (names.some((name) => !values[name])) return undefined;
  return Object.fromEntries(names.map((name) => [name, String(values[name])])) as Record<Name, string>;
}
