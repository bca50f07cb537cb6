// Fixture with a separate copy of the site that a test can edit, build and serve again, to test deploys while a tab is open.

import { type ChildProcess, execFile, spawn } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { CROUPIER, ROOT } from "./paths";
import { copyFolder, sharedSite } from "./shared_sites";
import { test as base } from "./test";

/** A deployed site. */
export interface Deployment {
  /** URL without a final slash. */
  readonly url: string;
  /** Replaces every occurrence of `from` in a source file with `to`. Throws if there is none. */
  edit(path: string, from: string, to: string): Promise<void>;
  /** Writes a source file. */
  create(path: string, text: string): Promise<void>;
  build(): Promise<void>;
  /** Starts the server. The URL stays the same. */
  start(): Promise<void>;
  /** Stops the server, so that connections are refused. */
  stop(): Promise<void>;
  /** Suspends the server: it accepts connections but does not respond until `resume`. */
  suspend(): Promise<void>;
  /** Resumes a suspended server. */
  resume(): void;
  /** Writes a file of the output directly, without a build. */
  write(path: string, text: string): Promise<void>;
  read(path: string): Promise<string>;
  /** Returns the output paths below `folder`. */
  list(folder: string): Promise<string[]>;
  remove(path: string): Promise<void>;
}

/** Writes the files of a small site into a folder, by path. */
export async function writeFiles(folder: string, files: Readonly<Record<string, string>>) {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

/** Returns a free port of this machine. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("a listening server has a port");
  return address.port;
}

/** Serves the output of the site in `folder`. Resolves when the server is listening. */
export async function serve(folder: string, out: string, port: number): Promise<ChildProcess> {
  const child = spawn(CROUPIER, ["serve", "--root", folder, "--out", out, "--port", String(port)]);
  await new Promise<void>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", () => reject(new Error("the server ended")));
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (text) => {
        if (String(text).includes(String(port))) resolve();
      });
  });
  return child;
}

/** Copies the sources of the casino into a folder. */
export async function copySite(folder: string) {
  for (const path of ["content", "i18n", "pages", "static", "site.toml"])
    await cp(join(ROOT, path), join(folder, path), { recursive: true });
  const skip = new Set(["node_modules", "tests"]);
  const filter = (source: string) => !skip.has(basename(source));
  await cp(join(ROOT, "runtime"), join(folder, "runtime"), { recursive: true, filter });
  await linkPackages(join(ROOT, "runtime"), join(folder, "runtime"));
  // Bundles and rendered islands are cached by the digest of their inputs, so sites can share them.
  for (const cache of [".croupier/runtime", ".croupier/islands"]) {
    await mkdir(join(ROOT, cache), { recursive: true });
    await mkdir(join(folder, ".croupier"), { recursive: true });
    await symlink(join(ROOT, cache), join(folder, cache));
  }
}

/** Copies the casino for `croupier dev`, which starts its sandbox. `change` edits site.toml. */
export async function copyCasino(folder: string, change: (settings: string) => string = (settings) => settings) {
  await copySite(folder);
  await mkdir(join(folder, "tests"));
  await symlink(join(ROOT, "tests/sandbox"), join(folder, "tests/sandbox"));
  // The copy has no npm packages for tests, whose types the compiler would look for.
  const settings = await readFile(join(folder, "site.toml"), "utf8");
  await writeFile(join(folder, "site.toml"), change(settings.replace(/^dir = .*/m, "$&\ntypecheck = false")));
}

/** Links the npm packages of a runtime into a copy of it. The package of the loader is the one of the copy, which a test may edit. */
async function linkPackages(runtime: string, copy: string) {
  const [from, to] = [join(runtime, "node_modules"), join(copy, "node_modules")];
  await mkdir(join(to, "@croupier"), { recursive: true });
  for (const name of await readdir(from)) if (name !== "@croupier") await symlink(join(from, name), join(to, name));
  // The copy is copied again.
  await symlink("../../loader", join(to, "@croupier/loader"));
}

async function deploymentOf(folder: string): Promise<Deployment> {
  const out = join(folder, "public");
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let server: ChildProcess | undefined;
  return {
    url,
    async edit(path, from, to) {
      const text = await readFile(join(folder, path), "utf8");
      if (!text.includes(from)) throw new Error(`${path} does not contain ${from}`);
      await writeFile(join(folder, path), text.replaceAll(from, to));
    },
    async create(path, text) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    },
    async build() {
      await promisify(execFile)(CROUPIER, ["build", "--preview", "--root", folder, "--out", out]);
    },
    async start() {
      server = await serve(folder, out, port);
    },
    async stop() {
      const child = server;
      server = undefined;
      if (!child || child.exitCode !== null) return;
      const exited = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      child.kill("SIGCONT");
      await exited;
    },
    async suspend() {
      server?.kill("SIGSTOP");
      while (server?.pid && !(await isStopped(server.pid))) await new Promise((resolve) => setImmediate(resolve));
    },
    resume: () => void server?.kill("SIGCONT"),
    write: (path, text) => writeFile(join(out, path), text),
    read: (path) => readFile(join(out, path), "utf8"),
    list: (path) => readdir(join(out, path), { recursive: true }),
    remove: (path) => rm(join(out, path)),
  };
}

/** Returns whether all threads of a process are stopped. The signal reaches one thread first, and the others stop later. */
async function isStopped(pid: number): Promise<boolean> {
  const threads = await readdir(`/proc/${pid}/task`);
  const states = threads.map(async (thread) => {
    const stat = await readFile(`/proc/${pid}/task/${thread}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2, stat.lastIndexOf(")") + 3);
  });
  return (await Promise.all(states)).every((state) => state === "T");
}

/** Changes code that all pages share, so that the next build is a release with new code. */
export const changeSharedCode = (site: Deployment) =>
  site.edit("runtime/loader/src/loader/browser/navigation/notice.ts", "DELAY_MS = 1000", "DELAY_MS = 999");

/** Creates a test with its own copy of the built casino, which is served when the test starts. `change` edits the sources of all copies. */
export function testOfSite(name: string, change: (site: Deployment) => Promise<void> = () => Promise.resolve()) {
  return base.extend<{ site: Deployment }>({
    site: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
      async ({}, use) => {
        const built = await sharedSite(name, async (folder) => {
          await copySite(folder);
          const site = await deploymentOf(folder);
          await change(site);
          await site.build();
        });
        const parent = await mkdtemp(join(tmpdir(), "croupier-site-"));
        const folder = join(parent, "site");
        await copyFolder(built, folder);
        const site = await deploymentOf(folder);
        await site.start();
        await use(site);
        await site.stop();
        await rm(parent, { recursive: true, force: true });
      },
      { timeout: 120_000 },
    ],
  });
}

/** Test with a copy of the casino without changes. */
export const test = testOfSite("casino");
