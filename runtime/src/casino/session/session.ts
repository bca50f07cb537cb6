// The session of this document: one session manager for all modules, started by the first import (A54).

import { startSessionManager } from "./manager";
import { documentPorts, noDocument } from "./ports";

export type { SignedOut } from "./manager";
export type { Session } from "./record";

const manager = startSessionManager(typeof document === "undefined" ? noDocument() : documentPorts());

export const {
  $session,
  signIn,
  signOut,
  onSignedOut,
  storePassword,
  update: updateSession,
  renew: renewSession,
  renewBy: renewSessionBy,
  savedLogin,
  forgetLogin,
} = manager;
