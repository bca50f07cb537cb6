// Sites that many tests start from. The first test that needs one creates it, and all tests of the run get copies, so that each site is
// built once and its npm packages are installed once.

import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { CROUPIER } from "./paths";

const runFile = promisify(execFile);

/** The templates of `croupier new` with pages of several kinds. */
export const TEMPLATES = ["blog", "docs", "islands", "casino"] as const;
export type Template = (typeof TEMPLATES)[number];

/** The parts of a site that are slow to create and do not depend on its texts: npm packages, and results by the digests of their inputs. */
const SLOW = ["node_modules", ".croupier/pictures", ".croupier/runtime", ".croupier/islands"];

/** Creates the folder of the shared sites before the workers start. Playwright calls the returned function after the run. */
// biome-ignore lint/style/noDefaultExport: Playwright calls the default export
export default async function createFolder() {
  const folder = await mkdtemp(join(tmpdir(), "croupier-shared-"));
  process.env.SHARED_SITES = folder;
  return () => rm(folder, { recursive: true, force: true });
}

/**
 * Returns the folder of a shared site, which `create` fills if no worker has done it. Tests read it and never change it. A worker that
 * needs it at the same time waits; if the first one fails or ends, the next one tries.
 */
export async function sharedSite(name: string, create: (folder: string) => Promise<void>): Promise<string> {
  if (!process.env.SHARED_SITES) throw new Error("the global setup of Playwright creates the folder of shared sites");
  const folder = join(process.env.SHARED_SITES, name);
  if (existsSync(folder)) return folder;
  await withLock(`${folder}.lock`, async () => {
    if (existsSync(folder)) return;
    const part = `${folder}.part`;
    await rm(part, { recursive: true, force: true });
    await create(part);
    await rename(part, folder);
  });
  return folder;
}

/** Runs an action while no other process runs one with the same lock. The kernel releases the lock of a process that ends. */
async function withLock(file: string, action: () => Promise<void>) {
  const holder = spawn("flock", [file, "sh", "-c", "echo locked; exec cat"], { stdio: ["pipe", "pipe", "inherit"] });
  try {
    await once(holder.stdout, "data");
    await action();
  } finally {
    holder.stdin.end();
  }
}

/** Copies a folder with its times and links, in a fraction of the time of Node's `cp`. */
export const copyFolder = (from: string, to: string) => runFile("cp", ["-a", from, to]);

/**
 * Creates a new site with features of `croupier add`, and with npm packages that all sites with these features share. Each template has
 * the same packages for them.
 */
export async function createSiteWith(folder: string, template: Template | "plain", features: string) {
  const built = await sharedSite(`with-${features}`, async (site) => {
    await runFile(CROUPIER, ["new", site, "--template", "plain", "--add", features]);
    await runFile(CROUPIER, ["build", "--preview", "--root", site]);
  });
  await runFile(CROUPIER, ["new", folder, "--template", template, "--name", "Harbour", "--add", features]);
  await linkSlowParts(built, folder);
  await copyFile(join(built, "package-lock.json"), join(folder, "package-lock.json"));
}

/** Creates a new site like `croupier new`, with the npm packages, bundles and pictures of another site of this template. */
export async function createSite(
  folder: string,
  template: Template | "plain",
  options: readonly string[] = ["--name", "Harbour"],
  env: NodeJS.ProcessEnv = process.env,
) {
  const built = await sharedSite(`new-${template}`, async (site) => {
    await runFile(CROUPIER, ["new", site, "--template", template]);
    await runFile(CROUPIER, ["build", "--preview", "--root", site]);
  });
  await runFile(CROUPIER, ["new", folder, "--template", template, ...options], { env });
  await linkSlowParts(built, folder);
}

/** Links the slow parts of a built site into another one. The hard links are safe, because no test and no command changes these files. */
async function linkSlowParts(built: string, folder: string) {
  for (const path of SLOW) {
    if (!existsSync(join(built, path))) continue;
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await runFile("cp", ["-al", join(built, path), join(folder, path)]);
  }
}
