// What a session needs of the document, as the browser has it; and the same where there is no document.

import { ATTRIBUTE, listen, send } from "../../signals";
import { config, path } from "../config/config";
import type { LifePorts } from "./life";
import { KEYS, type RecordStorage, VAULT } from "./record";

/** On `<html>`: `in` while a player is signed in; style sheets ask for it too. */
const MARK = "data-session";

/** A browser that does not remove a database within so many milliseconds holds nobody up. */
const WIPE_LIMIT_MS = 1000;

/** The ports of this document. */
export function documentPorts(): LifePorts {
  const root = document.documentElement;
  const storage = lasting(ownStorage());
  let wiping = Promise.resolve();
  const wipe = () => {
    wiping = wiped();
  };
  return {
    storage,
    now: Date.now,
    after(ms, then) {
      const timer = setTimeout(then, ms);
      return () => clearTimeout(timer);
    },
    isMarked: () => root.getAttribute(MARK) === "in",
    mark(isSignedIn) {
      if (isSignedIn) {
        root.setAttribute(MARK, "in");
        root.setAttribute(ATTRIBUTE.start, "");
      } else root.removeAttribute(MARK);
    },
    page: () => pageOf(location.href),
    visit: (page, replace) => send("croupier:navigate", { to: path(page), replace }),
    leave(page) {
      // Firefox ends then what this document still loads, and whoever loaded it anew for that would call the player back.
      send("croupier:hold", { name: "leave", held: true });
      void wiping.then(() => location.replace(path(page)));
    },
    openLogin() {
      const open = () => send("croupier:open", { panel: "login" });
      if (pageOf(location.href) === "/") return open();
      // A visit closes what is open, so it is waited for.
      const stop = listen("croupier:visit", ({ kind }) => {
        if (kind === "loading" || kind === "swapping") return;
        stop();
        if (kind === "done") open();
      });
    },
    onStored(then) {
      addEventListener("storage", ({ key, storageArea }) => {
        // No key: everything was emptied.
        const isOurs = key === null || key === KEYS.session || key === KEYS.user;
        if (isOurs && storageArea !== sessionStorage) then();
      });
    },
    isVisible: () => !document.hidden,
    silent: () => import("./silent_ports").then((it) => it.documentSilent(storage, wipe)),
    wipe,
    onShown(then) {
      document.addEventListener("visibilitychange", () => {
        if (!document.hidden) then();
      });
      addEventListener("pageshow", ({ persisted }) => {
        if (persisted) then();
      });
    },
    onVisit(then) {
      listen("croupier:before-visit", ({ to, redirect }) => {
        const { search, hash } = new URL(to, location.href);
        then(pageOf(to), (page) => redirect(path(page) + search + hash));
      });
    },
  };
}

/** The page of an address: its path below the site's base. */
function pageOf(address: string): string {
  return new URL(address, location.href).pathname.slice(config().base.length);
}

/** Ports of nowhere: a guest, on the server and in tests of other parts. */
export function noDocument(): LifePorts {
  return {
    storage: lasting(undefined),
    now: Date.now,
    after: () => () => {},
    isMarked: () => false,
    mark: () => {},
    page: () => "/",
    visit: () => {},
    leave: () => {},
    openLogin: () => {},
    onStored: () => {},
    isVisible: () => false,
    silent: () => Promise.reject(new Error("no document")),
    wipe: () => {},
    onShown: () => {},
    onVisit: () => {},
  };
}

/** Removes the database of the vault, and with it the key to the kept password. */
function wiped(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, WIPE_LIMIT_MS);
    try {
      const removing = indexedDB.deleteDatabase(VAULT);
      removing.onsuccess = removing.onerror = () => resolve();
    } catch {
      resolve();
    }
  });
}

function ownStorage(): Storage | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}

/** Storage that keeps for the life of the document what the browser does not take. */
function lasting(storage: RecordStorage | undefined): RecordStorage {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? storage?.getItem(key) ?? null,
    setItem(key, value) {
      try {
        if (!storage) throw new Error("no storage");
        storage.setItem(key, value);
        kept.delete(key);
      } catch {
        kept.set(key, value);
      }
    },
    removeItem(key) {
      kept.delete(key);
      storage?.removeItem(key);
    },
  };
}
