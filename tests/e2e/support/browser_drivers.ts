// Drives Debian's Firefox and WebKit through their built-in protocols: Marionette over TCP and WebDriver over HTTP.

import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createConnection, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "./deployment";

/** A browser with one tab. Elements are identified by CSS selectors. Each call waits up to 30 s for its element to be visible. */
export interface Driver {
  open(url: string): Promise<void>;
  click(selector: string): Promise<void>;
  type(selector: string, text: string): Promise<void>;
  /** Resolves to the value of an expression in the page when it is truthy. Rejects after 30 s. */
  when<T>(expression: string): Promise<T>;
  close(): Promise<void>;
}

/** Sends one command of the W3C protocol. The browsers differ only in this function. */
type Command = (
  name: "navigate" | "find" | "click" | "type" | "run" | "end",
  parameters: Readonly<Record<string, unknown>>,
) => Promise<unknown>;

const TIMEOUT_MS = 30_000;
/** Describes the page in errors: its URL, scripts that run, and the text and the fields of an open dialog. */
const PAGE_STATE = `(() => {
  const dialog = document.querySelector("dialog[open]");
  const fields = [...(dialog?.querySelectorAll("input") ?? [])].map((it) => it.name + ": " + it.value.length + " characters");
  const { dataset } = document.documentElement;
  return JSON.stringify({ url: location.href, ...dataset, dialog: dialog?.innerText, fields });
})()`;
/** Key of an element reference in responses, as defined by the W3C protocol. */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

function driver(command: Command, close: () => Promise<void>): Driver {
  const run = <T>(expression: string) =>
    command("run", { script: `return (${expression})`, args: [] }) as Promise<T | null | undefined | false | "">;
  async function when<T>(expression: string): Promise<T> {
    const until = Date.now() + TIMEOUT_MS;
    for (;;) {
      // The expression fails while the page is being replaced.
      const found = await run<T>(expression).catch(() => undefined);
      if (found) return found;
      if (Date.now() > until) {
        const state = await run<string>(PAGE_STATE).catch((error: unknown) => `unknown (${error})`);
        throw new Error(`this stayed empty: ${expression}; the page: ${state}`);
      }
      await pause(50);
    }
  }
  async function element(selector: string): Promise<string> {
    await when(`document.querySelector(${JSON.stringify(selector)})?.checkVisibility({ visibilityProperty: true })`);
    const found = await command("find", { using: "css selector", value: selector });
    return (found as Record<string, string>)[ELEMENT] ?? "";
  }
  return {
    when,
    close,
    open: async (url) => void (await command("navigate", { url: url })),
    click: async (selector) => void (await command("click", { id: await element(selector) })),
    type: async (selector, text) => void (await command("type", { id: await element(selector), text })),
  };
}

/** Starts headless Firefox. */
export async function firefox(): Promise<Driver> {
  const profile = await mkdtemp(join(tmpdir(), "croupier-firefox-"));
  const off = [
    "browser.shell.checkDefaultBrowser",
    "app.normandy.enabled",
    "datareporting.policy.dataSubmissionEnabled",
  ];
  const lines = ['user_pref("marionette.port", 0);', ...off.map((name) => `user_pref("${name}", false);`)];
  await writeFile(join(profile, "user.js"), lines.join("\n"));
  const child = spawn("firefox-esr", ["--headless", "--marionette", "--no-remote", "--profile", profile], {
    stdio: "ignore",
  });
  const portFile = join(profile, "MarionetteActivePort");
  await until(() => existsSync(portFile), "Firefox starts");
  const send = marionette(await connect(Number(await readFile(portFile, "utf8"))));
  await send("WebDriver:NewSession", {});
  const names = {
    navigate: "WebDriver:Navigate",
    find: "WebDriver:FindElement",
    click: "WebDriver:ElementClick",
    type: "WebDriver:ElementSendKeys",
    run: "WebDriver:ExecuteScript",
    end: "Marionette:Quit",
  } as const;
  return driver(
    async (name, parameters) => {
      const response = await send(names[name], parameters);
      const isWrapped = typeof response === "object" && response !== null && "value" in response;
      return isWrapped ? response.value : response;
    },
    async () => {
      await endProcess(child);
      await rm(profile, { recursive: true, force: true });
    },
  );
}

/** Returns a function that sends `length:[0, id, command, parameters]` and receives `length:[1, id, error, result]`. */
function marionette(socket: Socket): (name: string, parameters: unknown) => Promise<unknown> {
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let received = Buffer.alloc(0);
  let lastId = 0;
  socket.on("data", (bytes) => {
    received = Buffer.concat([received, bytes]);
    for (;;) {
      const colon = received.indexOf(":");
      const length = Number(received.subarray(0, Math.max(colon, 0)).toString());
      if (colon < 0 || received.length < colon + 1 + length) return;
      const message: unknown = JSON.parse(received.subarray(colon + 1, colon + 1 + length).toString());
      received = received.subarray(colon + 1 + length);
      // The first message is a greeting, not a response.
      if (!Array.isArray(message)) continue;
      const [, id, error, result] = message as [number, number, { message: string } | null, unknown];
      if (error) waiting.get(id)?.reject(new Error(error.message));
      else waiting.get(id)?.resolve(result);
      waiting.delete(id);
    }
  });
  return (name, parameters) =>
    new Promise((resolve, reject) => {
      const text = JSON.stringify([0, ++lastId, name, parameters]);
      waiting.set(lastId, { resolve, reject });
      socket.write(`${Buffer.byteLength(text)}:${text}`);
    });
}

/** Starts WebKitGTK's MiniBrowser on a virtual screen. */
export async function webkit(): Promise<Driver> {
  const port = await freePort();
  const child = spawn("xvfb-run", ["--auto-servernum", "WebKitWebDriver", `--port=${port}`, "--host=127.0.0.1"], {
    stdio: "ignore",
    detached: true,
    // The sandbox of the page's process needs a namespace, for which a container lacks the privileges.
    env: { ...process.env, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1", LIBGL_ALWAYS_SOFTWARE: "1" },
  });
  const sendCommand = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const init = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, ...init });
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) throw new Error(JSON.stringify(value));
    return value;
  };
  await until(() => sendCommand("GET", "/status").then(() => true), "WebKit's driver starts");
  const { sessionId } = (await sendCommand("POST", "/session", { capabilities: { alwaysMatch: {} } })) as {
    sessionId: string;
  };
  const at = `/session/${sessionId}`;
  return driver(
    (name, { id, ...parameters }) => {
      if (name === "navigate") return sendCommand("POST", `${at}/url`, parameters);
      if (name === "find") return sendCommand("POST", `${at}/element`, parameters);
      if (name === "click") return sendCommand("POST", `${at}/element/${id}/click`, {});
      if (name === "type") return sendCommand("POST", `${at}/element/${id}/value`, parameters);
      if (name === "run") return sendCommand("POST", `${at}/execute/sync`, parameters);
      return sendCommand("DELETE", at);
    },
    async () => {
      await sendCommand("DELETE", at).catch(() => undefined);
      if (child.pid) process.kill(-child.pid, "SIGTERM");
    },
  );
}

async function until(isTrue: () => boolean | Promise<boolean>, description: string) {
  const deadline = Date.now() + TIMEOUT_MS;
  for (;;) {
    const isReady = await Promise.resolve()
      .then(isTrue)
      .catch(() => false);
    if (isReady) return;
    if (Date.now() > deadline) throw new Error(`waited in vain: ${description}`);
    await pause(50);
  }
}

function connect(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(port, "127.0.0.1", () => resolve(socket));
    socket.once("error", reject);
  });
}

async function endProcess(child: ChildProcess) {
  const exit = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await exit;
}
