// Asks what stands behind the hash of a link; where it is good, what it is for is done at once (rows 4.2-18, 4.2-34, 7.2-04).

import type { Request } from "../model/request";
import { checkLink, quickForm } from "./quick";

/** Checks; a hash that is not good leaves the form as it is. */
export const run: Request = async ({ signal }) => {
  if (!(await checkLink(signal))) return { kind: "failed", failure: { kind: "cancelled" } };
  return { kind: "panel", panel: await quickForm(signal) };
};
