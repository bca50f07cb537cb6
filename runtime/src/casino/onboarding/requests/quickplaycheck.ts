// Checks the hash of a link; if it is valid, the form of the link opens (rows 4.2-18, 4.2-34, 7.2-04).

import type { Request } from "../model/request";
import { checkLink, quickForm } from "./quick";

/** Checks the hash; an invalid hash leaves the form unchanged. */
export const run: Request = async ({ signal }) => {
  if (!(await checkLink(signal))) return { kind: "failed", failure: { kind: "cancelled" } };
  return { kind: "panel", panel: await quickForm(signal) };
};
