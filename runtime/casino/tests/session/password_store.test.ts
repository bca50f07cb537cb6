// The password store with failing databases: all operations settle, so that no tab holds the lock forever.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createPasswordStore } from "../../session/password_store";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

type Opening = {
  result?: unknown;
  error?: unknown;
  onsuccess?: () => void;
  onblocked?: () => void;
  onerror?: () => void;
};

/** Returns a database whose open request ends with `then`. */
function failingDatabase(finish: (opening: Opening) => void) {
  const open = () => {
    const opening: Opening = {};
    queueMicrotask(() => finish(opening));
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

const FAILURES: Readonly<Record<string, (opening: Opening) => void>> = {
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

for (const [description, fail] of Object.entries(FAILURES))
  test(`${description} does not hang`, async () => {
    closed = 0;
    const store = createPasswordStore(failingDatabase(fail), "croupier");
    let decrypted: unknown;
    void store.decrypt(1001, "id.aXY.ZGF0YQ").then((result) => {
      decrypted = result;
    });
    let encrypted: unknown;
    void store.encrypt(1001, "Secret").then((result) => {
      encrypted = result;
    });
    // WebCrypto runs in real time, and its work ends before the timeout starts.
    await vi.waitFor(
      async () => {
        await vi.advanceTimersByTimeAsync(3000);
        expect([decrypted, encrypted]).toEqual([{ kind: "none" }, ""]);
      },
      { timeout: 2000, interval: 1 },
    );
    if (fail.toString().includes("connection(")) expect(closed).toBe(2);
  });
