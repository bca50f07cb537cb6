// The site that is measured: a copy of the sources with an additional text page of 8 KB of Markdown, built and served.

import { spawn, spawnSync } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { startOperator } from "./operator.mjs";

/** The additional page. Its length does not depend on the content of the site. */
export const TEXT_PAGE = "/info/measured/";
/** The coupons page, which has many cards. */
export const COUPONS_PAGE = "/lobby/promotions/";

const SIZE = 8192;
/** Milliseconds to wait for the sandbox, which may have to be compiled first. */
const COMPILATION_TIMEOUT = 600_000;
const WORDS =
  "lantern paper water quiet evening river game light table card wheel player house garden moon bridge harbour".split(
    " ",
  );

/**
 * Builds and serves a copy of the site in `root`; `stop` ends the server and deletes the copy. `changes` maps paths of files to
 * functions that change their text, and `prepare` runs before the build. With `operator`, the sandbox answers the site's API calls.
 */
export async function serveSite(croupier, root, { changes = {}, prepare = undefined, operator = false } = {}) {
  const folder = await mkdtemp(join(tmpdir(), "croupier-pages-"));
  const copy = join(folder, "site");
  for (const name of ["content", "i18n", "pages", "static"]) await cp(join(root, name), join(copy, name), { recursive: true });
  const settings = await readFile(join(root, "site.toml"), "utf8");
  const runtime = settings.match(/^\[runtime\]\s(?:\s*#.*\s)*\s*dir = "(.+)"/m)?.[1] ?? "runtime";
  await writeFile(join(copy, "site.toml"), settings);
  await symlink(resolve(root, runtime), join(copy, runtime));
  await writeFile(join(copy, "content/info/measured.md"), await createText(join(root, "content/info")));

  for (const [file, change] of Object.entries(changes))
    await writeFile(join(copy, file), change(await readFile(join(root, file), "utf8")));

  await prepare?.(copy);

  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const out = join(folder, "public");
  const shared = ["--root", copy, "--out", out, "--base-url", origin];
  const built = spawnSync(croupier, ["build", "--preview", ...shared], { encoding: "utf8" });
  if (built.status !== 0) {
    await rm(folder, { recursive: true, force: true });
    throw new Error(`the site does not build:\n${built.stdout}${built.stderr}`);
  }
  const sitePort = operator ? await freePort() : port;
  const server = spawn(croupier, ["serve", ...shared, "--port", String(sitePort)], { stdio: "ignore" });
  const stopServer = () => server.kill("SIGTERM");
  process.once("exit", stopServer);
  const ended = new Promise((then) => server.once("exit", then));
  const operatorServer = operator
    ? await startOperator(root, port, { sitePort, apiPort: await freePort(), externalPort: await freePort() })
    : undefined;
  await waitForResponse(origin);
  if (operator) await waitForResponse(`${origin}/openapi.json`, COMPILATION_TIMEOUT);
  return {
    origin,
    out,
    async stop() {
      await operatorServer?.stop();
      stopServer();
      await ended;
      process.off("exit", stopServer);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Signs a seeded player of the sandbox in. Returns the session record of local storage. */
export async function signIn(origin, login) {
  const body = { login, password: "Secret-123!", skin_id: 1, client_id: 3, for_money: true, player_timezone: "+00:00" };
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${origin}/api/794/login`, { method: "POST", headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${login} cannot sign in: ${response.status} ${await response.text()}`);
  const { pid, rtgSession, sessionToken } = await response.json();
  return { pid, login, sessionID: rtgSession.session_id, token: sessionToken, timeStamp: Date.now() };
}

/** Returns headings, paragraphs, lists, a table and 14 links into the site. Every call returns the same text. */
async function createText(info) {
  const pages = (await readdir(info))
    .filter((file) => /^[^.]+\.md$/.test(file))
    .map((file) => `/info/${file.slice(0, -3)}/`);
  const links = [COUPONS_PAGE, "/lobby/games/", ...pages.sort(), "/vip/", "/freespins/", "/"].slice(0, 14);
  let seed = 7;
  const random = (below) => {
    seed = (seed * 48271) % 2147483647;
    return seed % below;
  };
  const words = (count) => Array.from({ length: count }, () => WORDS[random(WORDS.length)]).join(" ");
  const description = `The content of this page is random: it is as long as a text page of this site can be, ${words(6)}.`;
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

async function waitForResponse(url, timeout = 5_000) {
  for (const start = Date.now(); Date.now() - start < timeout; ) {
    const response = await fetch(url).catch(() => undefined);
    if (response?.ok) return;
    await new Promise((then) => setTimeout(then, 50));
  }
  throw new Error(`${url} does not respond`);
}
