// Stores the password for silent re-login: its ciphertext is in local storage. The key is in IndexedDB, and scripts cannot export it
// (A55). The module is loaded when a player signs in or when a session is renewed.

/** Result of a decryption. */
type DecryptResult =
  | { readonly kind: "password"; readonly password: string }
  /** There is no key: no password was stored, or the key was removed. */
  | { readonly kind: "none" }
  /** The key belongs to a newer ciphertext than the one given. */
  | { readonly kind: "changed" };

/** Encrypts and decrypts one password at a time. Both functions always settle, within the time limit of the database. */
export interface PasswordStore {
  /** Creates a new key and returns the ciphertext; empty if this browser cannot store keys. */
  encrypt(pid: number, password: string): Promise<string>;
  decrypt(pid: number, ciphertext: string): Promise<DecryptResult>;
}

/** A key, and the id with which its ciphertext begins. */
interface StoredKey {
  readonly id: string;
  readonly key: CryptoKey;
}

const STORE = "keys";
const SLOT = "password";
const ALGORITHM = "AES-GCM";
/** Time limit of one transaction, in milliseconds. Callers hold a lock across all tabs meanwhile. */
const DATABASE_LIMIT_MS = 3000;

/** Returns the password store of this browser, in the database `name`. Tests replace `factory`. */
export function createPasswordStore(factory: Pick<IDBFactory, "open">, name: string): PasswordStore {
  const database = { open: () => factory.open(name) };

  return {
    async encrypt(pid, password) {
      try {
        const key = await crypto.subtle.generateKey({ name: ALGORITHM, length: 256 }, false, ["encrypt", "decrypt"]);
        const id = toText(crypto.getRandomValues(new Uint8Array(9)));
        const iv = crypto.getRandomValues(new Uint8Array(12));

        const data = await crypto.subtle.encrypt(parameters(iv, pid), key, new TextEncoder().encode(password));
        await transact(database, "readwrite", (store) => store.put({ id, key } satisfies StoredKey, SLOT));
        return [id, toText(iv), toText(new Uint8Array(data))].join(".");
      } catch {
        // Without WebCrypto or IndexedDB no password is stored, and the login form opens after four hours.
        return "";
      }
    },

    async decrypt(pid, ciphertext) {
      const [id = "", iv = "", data = ""] = ciphertext.split(".");
      try {
        const stored = id
          ? ((await transact(database, "readonly", (store) => store.get(SLOT))) as StoredKey | undefined)
          : undefined;

        if (!stored) return { kind: "none" };
        if (stored.id !== id) return { kind: "changed" };

        const decrypted = await crypto.subtle.decrypt(parameters(toBytes(iv), pid), stored.key, toBytes(data));
        return { kind: "password", password: new TextDecoder().decode(decrypted) };
      } catch {
        return { kind: "none" };
      }
    },
  };
}

/** The password store of a site that stores no passwords. */
export const NO_PASSWORD_STORE: PasswordStore = {
  encrypt: () => Promise.resolve(""),
  decrypt: () => Promise.resolve({ kind: "none" }),
};

/** Binds the ciphertext to a player: it cannot be decrypted with another player's number. */
function parameters(iv: Uint8Array<ArrayBuffer>, pid: number): AesGcmParams {
  return { name: ALGORITHM, iv, additionalData: new TextEncoder().encode(String(pid)) };
}

/**
 * Runs one transaction. The connection is closed again, so that it does not block the removal of the database. Rejects if the
 * database cannot be used, is blocked by another connection, or does not respond within the time limit.
 */
function transact<T>(
  database: { open(): IDBOpenDBRequest },
  mode: IDBTransactionMode,
  createRequest: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let isSettled = false;
    let connection: IDBDatabase | undefined;

    const finish = (settle: () => void) => {
      isSettled = true;
      clearTimeout(timer);
      connection?.close();
      settle();
    };

    const fail = (error: unknown) => finish(() => reject(error));
    const timer = setTimeout(() => fail(new Error("the password database did not answer")), DATABASE_LIMIT_MS);

    const openRequest = database.open();
    openRequest.onupgradeneeded = () => void openRequest.result.createObjectStore(STORE);
    openRequest.onerror = () => fail(openRequest.error);
    openRequest.onblocked = () => fail(new Error("the password database is blocked"));

    openRequest.onsuccess = () => {
      connection = openRequest.result;
      if (isSettled) return connection.close();
      connection.onversionchange = () => connection?.close();

      try {
        const transaction = connection.transaction(STORE, mode, { durability: "strict" });
        const request = createRequest(transaction.objectStore(STORE));
        transaction.oncomplete = () => finish(() => resolve(request.result));
        transaction.onabort = () => fail(transaction.error);
      } catch (error) {
        // The store is missing, or the connection is being closed.
        fail(error);
      }
    };
  });
}

function toText(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
