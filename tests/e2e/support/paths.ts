// Paths that several end-to-end tests use: the repository, the folder of these tests, and the binaries under test.

import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** The folder of the end-to-end tests, which has their npm packages. */
export const E2E = resolve(import.meta.dirname, "..");
/** The repository, which is also the folder of the casino's site. */
export const ROOT = resolve(E2E, "../..");
/** Path of the croupier binary. The environment variable is relative to the folder of the end-to-end tests. */
export const CROUPIER = resolve(E2E, process.env.CROUPIER ?? "../../target/debug/croupier");

const sandbox = join(dirname(CROUPIER), "sandbox");
/** Path of the sandbox binary in the folder of croupier. If it does not exist, it is empty, and `tests/sandbox/start` builds one with cargo. */
export const SANDBOX = process.env.SANDBOX ?? (existsSync(sandbox) ? sandbox : "");
