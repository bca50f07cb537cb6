// The result of a request whose values are missing, such as that of a link in a form with other fields: nothing is sent (row 4.2-32).

import type { Values } from "../../forms/rules/rule";
import type { RequestResult } from "../model/request";

/** The form stays and reports the missing fields. */
export const MISSING_FIELDS: RequestResult = {
  kind: "failed",
  failure: { kind: "refused", message: "errorMissingFields", status: 0 },
  keepsForm: true,
};

/** Returns the values of these fields as strings; `undefined` if one of them is missing. */
export function requireFields<Name extends string>(
  values: Values,
  ...names: readonly Name[]
): Readonly<Record<Name, string>> | undefined {
  if (names.some((name) => !values[name])) return undefined;
  return Object.fromEntries(names.map((name) => [name, String(values[name])])) as Record<Name, string>;
}
