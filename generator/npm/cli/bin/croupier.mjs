#!/usr/bin/env node
// Runs the binary of the installed platform package with the same arguments, and ends as it ends.

import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { constants } from "node:os";

const platform = `${process.platform}-${process.arch}`;

/** Returns the path of the binary, or undefined if there is none for this platform. */
function findBinary() {
  try {
    return createRequire(import.meta.url).resolve(`@croupier/cli-${platform}/bin/croupier`);
  } catch {
    return undefined;
  }
}

const binary = findBinary();
if (binary === undefined) {
  console.error(
    `croupier: the package @croupier/cli-${platform} is not installed. If your platform is supported, npm skipped its optional ` +
      "dependencies: install again without --omit=optional and --no-optional. Otherwise, build Croupier with `cargo install`.",
  );
  process.exit(1);
}

const child = spawn(binary, process.argv.slice(2), { stdio: "inherit" });
for (const signal of ["SIGTERM", "SIGHUP"]) {
  process.on(signal, () => child.kill(signal));
}
// A terminal sends Ctrl+C to both processes, and the binary would take a second one as an order to stop at once.
process.on("SIGINT", () => {
  if (!process.stdin.isTTY) child.kill("SIGINT");
});
child.on("error", (error) => {
  console.error(`croupier: cannot run ${binary}: ${error.message}`);
  process.exit(1);
});
child.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
