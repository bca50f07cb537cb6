// Starts and stops the servers that `tests/run NAME` uses again in its next run. They run until `tests/run stop`.
//   node tests/steps/servers.mjs start|stop
// A server is started again if its binary is newer, and `served` also if the sources of the site are newer. `croupier dev` rebuilds by itself.

import { spawn } from "node:child_process";
import { existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";

const ROOT = resolve(import.meta.dirname, "../..");
const FOLDER = join(ROOT, "target/test-servers");
const STATE = join(FOLDER, "state.json");
/** Port of the first server. `tests/run` exports it for Playwright. */
const PORT = Number(process.env.PORT_BASE ?? 8865);
const SOURCES = ["content", "i18n", "pages", "static", "runtime/casino", "runtime/loader", "site.toml"];
const START_MS = 180_000;
const POLL_MS = 100;

const croupier = process.env.CROUPIER ?? join(ROOT, "target/debug/croupier");
const sandbox = process.env.SANDBOX ?? join(dirname(croupier), "sandbox");

/** Returns the newest modification time of a file, or of the files below a folder. */
function newest(path) {
  if (!existsSync(path)) return 0;
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

/** Returns the versions of everything that a server has read at its start. */
function versionOf(kind) {
  const binaries = kind === "dev" ? [croupier, sandbox] : [croupier];
  const sources = kind === "dev" ? [] : SOURCES.map((path) => join(ROOT, path));
  return [...binaries.map((path) => `${path} ${newest(path)}`), Math.max(0, ...sources.map(newest))].join();
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const readState = () => (existsSync(STATE) ? JSON.parse(readFileSync(STATE, "utf8")) : {});
const responds = (port) =>
  fetch(`http://127.0.0.1:${port}/`).then(
    ({ ok }) => ok,
    () => false,
  );

/** Ends a server with its child processes. */
async function stop({ pid }) {
  if (!isRunning(pid)) return;
  // A started server leads a process group.
  process.kill(-pid, "SIGTERM");
  while (isRunning(pid)) await setTimeout(POLL_MS);
}

async function start(kind, port) {
  const log = join(FOLDER, `${kind}.log`);
  const output = openSync(log, "w");
  const child = spawn(join(import.meta.dirname, "server"), [kind, join(FOLDER, kind), String(port)], {
    detached: true,
    stdio: ["ignore", output, output],
    env: { ...process.env, CROUPIER: croupier, SANDBOX: existsSync(sandbox) ? sandbox : "" },
  });
  child.unref();
  const deadline = Date.now() + START_MS;
  while (!(await responds(port))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      process.stderr.write(readFileSync(log, "utf8"));
      throw new Error(`the server ${kind} did not start; see ${log}`);
    }
    await setTimeout(POLL_MS);
  }
  return child.pid;
}

/** Starts the servers that do not run, or that run with older binaries or sources. */
async function startAll() {
  mkdirSync(FOLDER, { recursive: true });
  const state = readState();
  for (const [index, kind] of ["dev", "served"].entries()) {
    const port = PORT + index;
    const version = `${port} ${versionOf(kind)}`;
    const old = state[kind];
    if (old?.version === version && isRunning(old.pid) && (await responds(port))) {
      // Faults without a limit that the tests of the last run have set.
      if (kind === "dev") await fetch(`http://127.0.0.1:${port}/sandbox/faults`, { method: "DELETE" });
      continue;
    }
    if (old) await stop(old);
    state[kind] = { pid: await start(kind, port), version };
    writeFileSync(STATE, JSON.stringify(state));
    console.log(`started ${kind} on http://127.0.0.1:${port}/; tests/run stop ends it`);
  }
}

async function stopAll() {
  for (const server of Object.values(readState())) await stop(server);
  rmSync(STATE, { force: true });
}

await (process.argv[2] === "stop" ? stopAll() : startAll());
