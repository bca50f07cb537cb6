// The session of this document: one session manager for all modules, started by the first import (A54).

import { ATTRIBUTE, hold } from "@croupier/loader";
import { OWN_STORAGE, ownKey, type RecordStorage } from "../config/config";
import { type SessionPorts, startSessionManager } from "./manager";
import { KEYS, PASSWORD_DATABASE } from "./record";

export type { SignedOut } from "./manager";
export type { Session } from "./record";

/** Attribute of `<html>`: `in` while a player is signed in. Style sheets use it too. */
const MARK = "data-session";

/** Time limit for the removal of the database, in milliseconds. */
const REMOVAL_LIMIT_MS = 1000;

/** Returns the ports of this document. */
function documentPorts(): SessionPorts {
  const root = document.documentElement;
  const storage = withFallback(OWN_STORAGE);

  return {
    storage,
    now: Date.now,
    after(ms, callback) {
      const timer = setTimeout(callback, ms);
      return () => clearTimeout(timer);
    },
    isMarked: () => root.getAttribute(MARK) === "in",
    mark(isSignedIn) {
      if (isSignedIn) {
        root.setAttribute(MARK, "in");
        root.setAttribute(ATTRIBUTE.start, "");
      } else root.removeAttribute(MARK);
    },
    onStored(callback) {
      addEventListener("storage", ({ key, storageArea }) => {
        // The key is null after `clear()`.
        const isOurs = key === null || key === ownKey(KEYS.session) || key === ownKey(KEYS.user);
        if (isOurs && storageArea !== sessionStorage) callback();
      });
    },
    isVisible: () => !document.hidden,
    silentRelogin: (isOptional) =>
      import("./silent_relogin")
        .finally(isOptional ? hold("password") : undefined)
        .then((module) => module.documentSilentRelogin(storage, removeKey)),
    removeKey,
    onShown(callback) {
      document.addEventListener("visibilitychange", () => {
        if (!document.hidden) callback();
      });
      addEventListener("pageshow", ({ persisted }) => {
        if (persisted) callback();
      });
    },
  };
}

/** Returns ports without a document, for the server and for tests of other modules: the user is a guest. */
function noDocument(): SessionPorts {
  return {
    storage: withFallback(),
    now: Date.now,
    after: () => () => {},
    isMarked: () => false,
    mark: () => {},
    onStored: () => {},
    isVisible: () => false,
    silentRelogin: () => Promise.reject(new Error("no document")),
    removeKey: () => Promise.resolve(),
    onShown: () => {},
  };
}

/** Removes the database with the key of the stored password. Resolves after the time limit at the latest. */
function removeKey(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, REMOVAL_LIMIT_MS);
    try {
      const removal = indexedDB.deleteDatabase(ownKey(PASSWORD_DATABASE));
      removal.onsuccess = removal.onerror = () => resolve();
    } catch {
      resolve();
    }
  });
}

/** Returns a storage that holds values in memory if another one, or no storage, cannot store them. */
export function withFallback(storage?: RecordStorage): RecordStorage {
  const memory = new Map<string, string>();

  return {
    getItem: (key) => memory.get(key) ?? storage?.getItem(key) ?? null,
    setItem(key, value) {
      try {
        if (!storage) throw new Error("no storage");
        storage.setItem(key, value);
        memory.delete(key);
      } catch {
        memory.set(key, value);
      }
    },
    removeItem(key) {
      memory.delete(key);
      storage?.removeItem(key);
    },
  };
}

// At the end of the file, because the manager reads the constants above when it starts.
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
