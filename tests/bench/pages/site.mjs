// The site that is measured: a copy of the sources with one text page of 8 KB of Markdown more, built and served.

import { spawn, spawnSync } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { startOperator } from "./operator.mjs";

/** The page that is added: as long at each release, whatever editors do to the site's own pages. */
export const TEXT = "/info/measured/";
/** The page of cards. */
export const CARDS = "/lobby/promotions/";

const SIZE = 8192;
/** Milliseconds that the sandbox may take to answer where it must be compiled first. */
const COMPILING = 600_000;
const WORDS =
  "lantern paper water quiet evening river game light table card wheel player house garden moon bridge harbour".split(
    " ",
  );

/**
 * Builds and serves a copy of the site in `root`; `stop` ends the server and takes the copy away. `changed` has what becomes of
 * the text of some files in it, by their paths, and `prepare` what is done to the copy before it is built. With `operator` the
 * sandbox answers the site's calls.
 */
export async function serveSite(croupier, root, { changed = {}, prepare = undefined, operator = false } = {}) {
  const folder = await mkdtemp(join(tmpdir(), "croupier-pages-"));
  const copy = join(folder, "site");
  for (const part of ["content", "pages", "static"]) await cp(join(root, part), join(copy, part), { recursive: true });
  const settings = await readFile(join(root, "site.toml"), "utf8");
  const runtime = settings.match(/^\[runtime\]\s(?:\s*#.*\s)*\s*dir = "(.+)"/m)?.[1] ?? "runtime";
  await writeFile(join(copy, "site.toml"), settings);
  await symlink(resolve(root, runtime), join(copy, runtime));
  await writeFile(join(copy, "content/info/measured.md"), await text(join(root, "content/info")));

  for (const [file, change] of Object.entries(changed))
    await writeFile(join(copy, file), change(await readFile(join(root, file), "utf8")));

  await prepare?.(copy);

  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const out = join(folder, "public");
  const shared = ["--root", copy, "--out", out, "--base-url", origin];
  const built = spawnSync(croupier, ["build", ...shared], { encoding: "utf8" });
  if (built.status !== 0) {
    await rm(folder, { recursive: true, force: true });
    throw new Error(`the site does not build:\n${built.stdout}${built.stderr}`);
  }
  const sitePort = operator ? await freePort() : port;
  const server = spawn(croupier, ["serve", ...shared, "--port", String(sitePort)], { stdio: "ignore" });
  const end = () => server.kill("SIGTERM");
  process.once("exit", end);
  const ended = new Promise((then) => server.once("exit", then));
  const behind = operator
    ? await startOperator(root, port, { sitePort, apiPort: await freePort(), externalPort: await freePort() })
    : undefined;
  await answers(origin);
  if (operator) await answers(`${origin}/openapi.json`, COMPILING);
  return {
    origin,
    out,
    async stop() {
      await behind?.stop();
      end();
      await ended;
      process.off("exit", end);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Headings, paragraphs, lists, a table and 14 links into the site, the same at every call. */
async function text(info) {
  const pages = (await readdir(info))
    .filter((file) => file.endsWith(".md"))
    .map((file) => `/info/${file.slice(0, -3)}/`);
  const links = [CARDS, "/lobby/games/", ...pages.sort(), "/vip/", "/freespins/", "/"].slice(0, 14);
  let seed = 7;
  const dice = (below) => {
    seed = (seed * 48271) % 2147483647;
    return seed % below;
  };
  const words = (count) => Array.from({ length: count }, () => WORDS[dice(WORDS.length)]).join(" ");
  const description = `What this page says is of no matter: it is as long as a text page of this site can be, ${words(6)}.`;
  const head = `+++\ntitle = "A measured page"\nheading = "A measured page"\nmenu_label = "Measured"\ndescription = "${description}"\ntemplate = "info"\nweight = 99\nstatus = "sample"\n+++\n`;
  const parts = [];
  const length = () => parts.reduce((sum, part) => sum + part.length + 2, 0);
  for (let at = 0; length() < SIZE; at++) {
    if (at % 5 === 0 && at > 0) parts.push(`## ${words(4)}`);
    if (at % 7 === 3) parts.push(Array.from({ length: 5 }, () => `- ${words(8)}`).join("\n"));
    else if (at === 9)
      parts.push(
        `| a | b |\n|---|---|\n${Array.from({ length: 6 }, () => `| ${words(2)} | ${words(3)} |`).join("\n")}`,
      );
    else {
      const link = links.shift();
      parts.push(`${link ? `See [${words(2)}](${link}): ` : ""}${words(40)}, **${words(2)}** and ${words(9)}.`);
    }
  }
  return `${head}${parts.join("\n\n")}\n`;
}

function freePort() {
  return new Promise((then) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => then(port));
    });
  });
}

async function answers(address, patience = 5_000) {
  for (const begun = Date.now(); Date.now() - begun < patience; ) {
    const response = await fetch(address).catch(() => undefined);
    if (response?.ok) return;
    await new Promise((then) => setTimeout(then, 50));
  }
  throw new Error(`${address} does not answer`);
}
