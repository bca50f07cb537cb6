// The session of this document. Whoever imports it first brings it to life; all import the same (A54).

import { startLife } from "./life";
import { documentPorts, noDocument } from "./ports";

export type { SessionEnd } from "./life";
export type { Session } from "./record";

const life = startLife(typeof document === "undefined" ? noDocument() : documentPorts());

export const {
  $session,
  begin: beginSession,
  keepPassword,
  update: updateSession,
  end: endSession,
  renew: renewSession,
  renewBy: renewSessionBy,
  savedLogin,
  forgetLogin,
} = life;
