// Chromium without Playwright, which reports every page as focused and visible. Here, tabs lose and get the focus as for a user.

import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { FULL_BROWSER } from "../playwright.config";

/** A tab. Each call waits up to 15 s. */
export interface PlainTab {
  readonly id: string;
  open(url: string): Promise<void>;
  /** Resolves to the value of an expression when it is truthy. It runs like a user's click, so that it may open tabs. */
  when<T>(expression: string): Promise<T>;
  /** The requests of the tab so far, as `METHOD URL`. */
  readonly requests: readonly string[];
  close(): Promise<void>;
}

/** A browser with a new profile. */
export interface PlainChromium {
  newTab(): Promise<PlainTab>;
  /** Resolves to the tab whose URL matches. */
  tabOf(url: RegExp): Promise<PlainTab>;
  close(): Promise<void>;
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly sessionId?: string;
  readonly params?: { readonly request?: { readonly method: string; readonly url: string } };
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

const TIMEOUT_MS = 15_000;

/** Starts Chromium and connects to it by a pipe. */
export async function startPlainChromium(): Promise<PlainChromium> {
  const profile = await mkdtemp(join(tmpdir(), "croupier-chromium-"));
  const args = [...FULL_BROWSER.args, "--remote-debugging-pipe", `--user-data-dir=${profile}`, "about:blank"];
  const browser = spawn(FULL_BROWSER.executablePath, args, { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
  const [, , , input, output] = browser.stdio as unknown as [null, null, null, Writable, Readable];
  const connection = connect(input, output);
  const { send } = connection;

  return {
    async newTab() {
      const { targetId } = await send<{ targetId: string }>("Target.createTarget", { url: "about:blank" });
      return attach(connection, targetId);
    },
    async tabOf(url) {
      const targetId = await poll(String(url), async () => {
        const { targetInfos } = await send<{ targetInfos: { targetId: string; url: string }[] }>("Target.getTargets");
        return targetInfos.find((target) => url.test(target.url))?.targetId;
      });
      return attach(connection, targetId);
    },
    async close() {
      const exited = new Promise((resolve) => browser.once("exit", resolve));
      await send("Browser.close").catch(() => browser.kill());
      await exited;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** A connection to a browser by its DevTools protocol. */
interface Connection {
  /** Calls a method of the browser, or of the tab that a session is attached to. */
  send<T>(method: string, params?: object, sessionId?: string): Promise<T>;
  /** Returns the list that gets the requests of a session from now on, as `METHOD URL`. */
  recordRequests(sessionId: string): readonly string[];
}

/** Connects to a browser by its pipe, in which a zero byte ends each message. */
function connect(input: Writable, output: Readable): Connection {
  const waiting = new Map<number, (message: Message) => void>();
  const requests = new Map<string, string[]>();
  let received = "";
  let sent = 0;

  function receive(message: Message) {
    const { id = 0, sessionId = "", params } = message;
    waiting.get(id)?.(message);
    if (params?.request) requests.get(sessionId)?.push(`${params.request.method} ${params.request.url}`);
  }

  output.on("data", (data) => {
    const parts = `${received}${data}`.split("\0");
    received = parts.pop() ?? "";
    for (const part of parts) receive(JSON.parse(part) as Message);
  });

  return {
    send<T>(method: string, params: object = {}, sessionId?: string): Promise<T> {
      const id = ++sent;
      input.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
      return new Promise((resolve, reject) => {
        waiting.set(id, ({ result, error }) => {
          waiting.delete(id);
          if (error) reject(new Error(`${method}: ${error.message}`));
          else resolve(result as T);
        });
      });
    },
    recordRequests(sessionId) {
      const list: string[] = [];
      requests.set(sessionId, list);
      return list;
    },
  };
}

/** Attaches to a tab. */
async function attach({ send, recordRequests }: Connection, targetId: string): Promise<PlainTab> {
  const { sessionId } = await send<{ sessionId: string }>("Target.attachToTarget", { targetId, flatten: true });
  const requests = recordRequests(sessionId);
  await send("Network.enable", {}, sessionId);

  return {
    id: targetId,
    requests,
    open: async (url) => void (await send("Page.navigate", { url }, sessionId)),
    when: <T>(expression: string) =>
      poll<T>(expression, async () => {
        const params = { expression, userGesture: true, returnByValue: true, awaitPromise: true };
        const { result } = await send<{ result: { value?: T } }>("Runtime.evaluate", params, sessionId);
        return result.value;
      }),
    close: async () => void (await send("Target.closeTarget", { targetId })),
  };
}

/** Calls `read` until it resolves to a value. */
async function poll<T>(name: string, read: () => Promise<T | undefined | false | null | "" | 0>): Promise<T> {
  const until_ms = Date.now() + TIMEOUT_MS;
  for (;;) {
    // The call fails while the page is being replaced.
    const value = await read().catch(() => undefined);
    if (value) return value;
    if (Date.now() > until_ms) throw new Error(`this stayed empty: ${name}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
