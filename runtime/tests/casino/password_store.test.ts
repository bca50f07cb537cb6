// The password store with databases that fail: encrypting and decrypting always settle, so that no tab holds the lock for ever.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createPasswordStore } from "../../src/casino/session/password_store";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

type Opening = {
  result?: unknown;
  error?: unknown;
  onsuccess?: () => void;
  onblocked?: () => void;
  onerror?: () => void;
};

/** A database whose connection does `then`. */
function broken(then: (opening: Opening) => void) {
  const open = () => {
    const opening: Opening = {};
    queueMicrotask(() => then(opening));
    return opening;
  };
  return { open } as unknown as Pick<IDBFactory, "open">;
}

let closed = 0;
const connection = (transaction: () => unknown) => ({
  transaction,
  close: () => {
    closed += 1;
  },
});

const WAYS: Readonly<Record<string, (opening: Opening) => void>> = {
  "a transaction that throws inside onsuccess": (opening) => {
    opening.result = connection(() => {
      throw new DOMException("no store", "NotFoundError");
    });
    opening.onsuccess?.();
  },
  "a database that another connection blocks": (opening) => opening.onblocked?.(),
  "a database that cannot be opened": (opening) => opening.onerror?.(),
  "a database that never answers": () => {},
  "a transaction that never ends": (opening) => {
    opening.result = connection(() => ({ objectStore: () => ({ get: () => ({}), put: () => ({}) }) }));
    opening.onsuccess?.();
  },
};

for (const [what, way] of Object.entries(WAYS))
  test(`${what} does not hang`, async () => {
    closed = 0;
    const store = createPasswordStore(broken(way));
    let decrypted: unknown;
    void store.decrypt(1001, "id.aXY.ZGF0YQ").then((it) => {
      decrypted = it;
    });
    let encrypted: unknown;
    void store.encrypt(1001, "Secret").then((it) => {
      encrypted = it;
    });
    // WebCrypto takes real time, and its work is done before the time limit begins.
    await vi.waitFor(
      async () => {
        await vi.advanceTimersByTimeAsync(3000);
        expect([decrypted, encrypted]).toEqual([{ kind: "none" }, ""]);
      },
      { timeout: 2000, interval: 1 },
    );
    if (way.toString().includes("connection(")) expect(closed).toBe(2);
  });
