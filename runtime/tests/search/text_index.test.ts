// How an excerpt of Pagefind is divided into parts.

import { expect, test, vi } from "vitest";
import { createTextIndex, excerptParts } from "../../src/search/text_index";

test("an excerpt is text, of which the matches are marked", () => {
  expect(excerptParts("<mark>Sails</mark> of 3 &lt;b&gt; & more <mark>sails.</mark>")).toEqual([
    { text: "Sails", isMatch: true },
    { text: " of 3 <b> & more ", isMatch: false },
    { text: "sails.", isMatch: true },
  ]);
  expect(excerptParts("")).toEqual([]);
});

test("a worker that fails is terminated, and the next search starts another one", async () => {
  const terminated: number[] = [];
  let workers = 0;
  class TestWorker extends EventTarget {
    readonly id = ++workers;
    terminate = () => void terminated.push(this.id);
    postMessage({ id }: { readonly id: number }) {
      const results = this.id > 2 ? { count: 0, pages: [] } : undefined;
      // The first worker fails to load, the second one fails to load the index.
      const event = this.id === 1 ? new Event("error") : new MessageEvent("message", { data: { id, results } });
      queueMicrotask(() => this.dispatchEvent(event));
    }
  }
  const policies: string[] = [];
  const createPolicy = (name: string, rules: object) => {
    // Browsers allow each policy only once.
    if (policies.includes(name)) throw new TypeError(`policy ${name} exists`);
    policies.push(name);
    return rules;
  };
  vi.stubGlobal("Worker", TestWorker);
  vi.stubGlobal("WORKER", "worker.js");
  vi.stubGlobal("trustedTypes", { createPolicy });
  const file = { language: "en", sections: [] } as unknown as Parameters<typeof createTextIndex>[0];
  await expect(createTextIndex(file, "en")).rejects.toThrow("the worker failed");
  await expect(createTextIndex(file, "en")).rejects.toThrow("the index of texts failed");
  expect((await createTextIndex(file, "en")).minLength).toBe(2);
  expect(terminated).toEqual([1, 2]);
  expect(policies).toEqual(["croupier-script"]);
  vi.unstubAllGlobals();
});
