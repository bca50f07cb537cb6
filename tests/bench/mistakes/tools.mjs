// The three development servers: how to create a site for each one, start it, and read what it shows.

import { spawn, spawnSync } from "node:child_process";
import { cp, mkdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";

const HERE = dirname(fileURLToPath(import.meta.url));
const CROUPIER = process.env.CROUPIER ?? join(HERE, "../../../target/release/croupier");
const FIRST_PORT = Number(process.env.PORT_BASE ?? 9900);
/** Milliseconds until a server must respond. Croupier's first start installs npm packages. */
const START_TIMEOUT = 300_000;
// Colours would be control characters in the text, and Astro sends statistics.
const ENVIRONMENT = { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0", ASTRO_TELEMETRY_DISABLED: "1" };
const COMPONENT_FOLDER = "src/islands/counter";

/** Returns the text of the error overlay that Vite defines and Astro extends, if the page shows it. */
function readViteOverlay() {
  const root = document.querySelector("vite-error-overlay")?.shadowRoot;
  const parts = [...(root?.children ?? [])].filter((it) => !["STYLE", "LINK", "SCRIPT"].includes(it.tagName));
  // biome-ignore lint/performance/useDomNodeTextContent: elements of the overlay that are lines end without a line feed.
  return parts.map((it) => it.innerText).join("\n");
}

/** Returns the text of Croupier's overlay, if it or its button is visible. `isOpened` opens it first. */
function readCroupierOverlay(isOpened) {
  const root = document.querySelector("croupier-overlay")?.shadowRoot;
  const dialog = root?.querySelector("dialog");
  const badge = root?.querySelector(".badge");
  if (!dialog || (!dialog.open && badge.hidden)) return "";
  if (isOpened && !dialog.open) badge.click();
  const lines = [...dialog.querySelectorAll("h1, h2, p, .location, pre:not([hidden])")];
  return lines.map((it) => it.textContent).join("\n");
}

const croupier = {
  name: "croupier",
  folder: "croupier",
  component: `${COMPONENT_FOLDER}/island.tsx`,
  page: "pages/home.html",
  command: (root, port) => [CROUPIER, "dev", "--root", root, "--port", String(port)],
  readOverlay: readCroupierOverlay,
  isHydrated: () => document.querySelector("main [data-island][data-hydrated]") !== null,
};

export const TOOLS = [
  croupier,
  { ...croupier, name: "croupier-json", command: (...site) => [...croupier.command(...site), "--json"] },
  {
    name: "vite",
    folder: "vite",
    component: "src/counter/island.tsx",
    page: "src/main.tsx",
    command: (root, port) => [bin("vite"), root, "--host", "127.0.0.1", "--port", String(port), "--strictPort"],
    readOverlay: readViteOverlay,
    isHydrated: () => document.querySelector(".counter") !== null,
  },
  {
    name: "astro",
    folder: "astro",
    component: "src/counter/island.tsx",
    page: "src/pages/index.astro",
    command: (root, port) => [bin("astro"), "dev", "--root", root, "--host", "127.0.0.1", "--port", String(port)],
    readOverlay: readViteOverlay,
    isHydrated: () => document.querySelector("astro-island:not([ssr])") !== null,
  },
];

const bin = (name) => join(HERE, "node_modules/.bin", name);

/** Creates the sites: Croupier's starter in `outside`, and the other ones, with the component of the starter, below the npm packages. */
export async function createSites(outside, inside) {
  const starter = join(outside, "croupier");
  const created = spawnSync(CROUPIER, ["new", starter, "--template", "islands", "--ci", "none"], { encoding: "utf8" });
  if (created.status !== 0) throw new Error(`croupier new failed: ${created.error ?? created.stderr}`);
  for (const name of ["vite", "astro"]) {
    await cp(join(HERE, "sites", name), join(inside, name), { recursive: true });
    await mkdir(join(inside, name, "src/counter"));
    for (const file of ["island.tsx", "counter.css"])
      await cp(join(starter, COMPONENT_FOLDER, file), join(inside, name, "src/counter", file));
  }
}

/** Starts the development server of a site. `log()` returns its output so far. */
export async function startServer(tool, root) {
  const port = FIRST_PORT + TOOLS.indexOf(tool);
  const url = `http://127.0.0.1:${port}/`;
  const [program, ...values] = tool.command(root, port);
  const server = spawn(program, values, { cwd: root, env: ENVIRONMENT, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [server.stdout, server.stderr])
    stream.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
  const exited = new Promise((then) => server.once("exit", then));
  const end = () => server.kill("SIGTERM");
  process.once("exit", end);
  const stop = async () => {
    end();
    await exited;
    process.off("exit", end);
  };
  for (const start = Date.now(); !(await fetch(url).catch(() => undefined))?.ok; await pause(200)) {
    if (server.exitCode === null && Date.now() - start < START_TIMEOUT) continue;
    await stop();
    throw new Error(`${tool.name} does not start:\n${output}`);
  }
  return { url, stop, log: () => stripVTControlCharacters(output) };
}

/** Returns the version of each tool. */
export async function versions() {
  const installed = async (name) =>
    JSON.parse(await readFile(join(HERE, "node_modules", name, "package.json"), "utf8")).version;
  const [, ours] = spawnSync(CROUPIER, ["--version"], { encoding: "utf8" }).stdout.split(" ");
  return { croupier: ours, vite: await installed("vite"), astro: await installed("astro") };
}

/** Returns a promise that resolves after a time in milliseconds. */
export function pause(milliseconds) {
  return new Promise((then) => setTimeout(then, milliseconds));
}
