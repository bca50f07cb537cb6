// The vault of the password that silent re-login needs: local storage holds ciphertext alone, and the key to it lies in
// IndexedDB, where no script can read it out (A55). A part: it comes when somebody signs in, or when a session is renewed.

import { VAULT } from "./record";

/** What the vault makes of a ciphertext. */
export type Opened =
  | { readonly kind: "password"; readonly password: string }
  /** There is no key: nothing was kept, or it was wiped. */
  | { readonly kind: "none" }
  /** The key is of another login than the ciphertext, which is older than it should be. */
  | { readonly kind: "changed" };

/** Keeps one password at a time. */
export interface Vault {
  /** Makes a new key and ciphertext; empty where this browser keeps no secrets. */
  seal(pid: number, password: string): Promise<string>;
  open(pid: number, sealed: string): Promise<Opened>;
}

/** A key, by a name that its ciphertext begins with. */
interface Kept {
  readonly id: string;
  readonly key: CryptoKey;
}

const STORE = "keys";
const SLOT = "password";
const ALGORITHM = "AES-GCM";

/** The vault of this browser. */
export function createVault(): Vault {
  return {
    async seal(pid, password) {
      try {
        const key = await crypto.subtle.generateKey({ name: ALGORITHM, length: 256 }, false, ["encrypt", "decrypt"]);
        const id = toText(crypto.getRandomValues(new Uint8Array(9)));
        const iv = crypto.getRandomValues(new Uint8Array(12));
        const data = await crypto.subtle.encrypt(bound(iv, pid), key, new TextEncoder().encode(password));
        await within("readwrite", (store) => store.put({ id, key } satisfies Kept, SLOT));
        return [id, toText(iv), toText(new Uint8Array(data))].join(".");
      } catch {
        // No WebCrypto or no IndexedDB: nothing is kept, and the login form opens after four hours.
        return "";
      }
    },
    async open(pid, sealed) {
      const [id = "", iv = "", data = ""] = sealed.split(".");
      try {
        const kept = id ? ((await within("readonly", (store) => store.get(SLOT))) as Kept | undefined) : undefined;
        if (!kept) return { kind: "none" };
        if (kept.id !== id) return { kind: "changed" };
        const opened = await crypto.subtle.decrypt(bound(toBytes(iv), pid), kept.key, toBytes(data));
        return { kind: "password", password: new TextDecoder().decode(opened) };
      } catch {
        return { kind: "none" };
      }
    },
  };
}

/** The vault of a site that keeps no passwords (`silent_relogin = false`). */
export const NO_VAULT: Vault = {
  seal: () => Promise.resolve(""),
  open: () => Promise.resolve({ kind: "none" }),
};

/** The ciphertext is of one player: with another number it cannot be opened. */
function bound(iv: Uint8Array<ArrayBuffer>, pid: number): AesGcmParams {
  return { name: ALGORITHM, iv, additionalData: new TextEncoder().encode(String(pid)) };
}

/** One transaction, with a connection that is closed again, so that nothing holds up a wipe. */
function within<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(VAULT);
    opening.onupgradeneeded = () => void opening.result.createObjectStore(STORE);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      database.onversionchange = () => database.close();
      const transaction = database.transaction(STORE, mode, { durability: "strict" });
      const request = work(transaction.objectStore(STORE));
      transaction.oncomplete = () => {
        database.close();
        resolve(request.result);
      };
      transaction.onabort = () => {
        database.close();
        reject(transaction.error);
      };
    };
  });
}

function toText(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}
