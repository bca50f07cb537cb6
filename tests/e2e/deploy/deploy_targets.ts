// Runs hosts of deployments on this machine: nginx, and an S3 bucket behind an emulation of CloudFront.

import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { delimiter, join, resolve } from "node:path";
import { runInNewContext } from "node:vm";
import { expect } from "@playwright/test";
import { freePort } from "../support/deployment";
import { CROUPIER, E2E } from "../support/paths";

/** Folder in which `tests/stores/check.py` installs moto, the S3 server. */
const STORES = resolve(E2E, process.env.STORES ?? "../../target/stores");
/** Search path with /usr/sbin, where Debian installs nginx. */
const PATH = [process.env.PATH, "/usr/sbin"].join(delimiter);
/** The output folder of a site. */
const OUT = "public";

/** A host that a site is deployed to. */
export interface Host {
  /** URL without a final slash. */
  readonly url: string;
  /** The folder of the site. */
  readonly site: string;
  stop(): Promise<void>;
}

/** Deploys a site to the host. */
export async function deployTo({ site }: Host): Promise<void> {
  const keys = { AWS_ACCESS_KEY_ID: "id", AWS_SECRET_ACCESS_KEY: "secret" };
  const child = spawn(CROUPIER, ["deploy", "--out", OUT], { cwd: site, env: { ...process.env, ...keys, PATH } });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (text) => {
      output += text;
    });
  expect(await exited(child), output).toBe(0);
}

/** Returns the command that prints the configuration of a host. */
const hostConfig = (host: string) => `'${CROUPIER}' host-config ${host} --out ${OUT}`;

/** Makes a URL the only target of a site, with a command that configures the host. */
async function setTarget(site: string, url: string, configure: readonly string[]): Promise<void> {
  const settings = await readFile(join(site, "site.toml"), "utf8");
  const [own = ""] = settings.split("\n[deploy.");
  const target = `\n[deploy.production]\nurl = "${url}"\nprofile = "preview"\nconfigure = ${JSON.stringify(configure)}\n`;
  await writeFile(join(site, "site.toml"), own + target);
}

const exited = (process: ChildProcess) =>
  new Promise<number | null>((resolve, reject) => process.once("error", reject).once("exit", resolve));

/** Starts nginx with its own configuration in `folder`. */
export async function nginx(site: string, folder: string): Promise<Host> {
  const port = await freePort();
  const [live, config, main] = [join(folder, "live"), join(folder, "site.conf"), join(folder, "nginx.conf")];
  await mkdir(live, { recursive: true });
  await writeFile(config, "");
  const tempFolders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const paths = tempFolders.map((name) => `${name}_temp_path ${join(folder, name)};`).join("\n");
  // A worker process of another user could not read a temporary folder.
  const user = process.getuid?.() === 0 ? "user root;" : "";
  const server = `server { listen 127.0.0.1:${port}; root ${live}; include ${config}; }`;
  const http = `${paths}\ninclude /etc/nginx/mime.types;\naccess_log off;\n${server}`;
  await writeFile(main, `${user}\npid ${join(folder, "pid")};\ndaemon off;\nevents {}\nhttp {\n${http}\n}\n`);
  const nginxCommand = ["nginx", "-e", join(folder, "error.log"), "-c", main] as const;
  const child = spawn(nginxCommand[0], nginxCommand.slice(1), { env: { ...process.env, PATH }, stdio: "ignore" });
  const exit = exited(child);
  const url = `http://127.0.0.1:${port}`;
  const responseStatus = async () => (await fetch(url).catch(() => undefined))?.status ?? 0;
  await expect.poll(responseStatus, { timeout: 10_000 }).toBeGreaterThan(0);
  const reload = [...nginxCommand, "-s", "reload"].join(" ");
  await setTarget(site, live, ["sh", "-c", `${hostConfig("nginx")} > '${config}' && ${reload}`]);
  return {
    url,
    site,
    async stop() {
      child.kill("SIGTERM");
      await exit;
    },
  };
}

/** Input of a CloudFront function for viewer requests. It returns the request to continue with, or a response. */
interface ViewerRequest {
  uri: string;
  readonly querystring: Readonly<Record<string, { readonly value: string }>>;
}
interface ViewerResponse {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, { readonly value: string }>>;
}

/** Starts a bucket behind an emulation of CloudFront, with the function and the headers of the last deploy. */
export async function bucket(site: string, folder: string): Promise<Host> {
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const moto = spawn(join(STORES, "venv/bin/moto_server"), ["-H", "127.0.0.1", "-p", String(port)], {
    stdio: "ignore",
  });
  const exit = exited(moto);
  const isCreated = async () =>
    (await fetch(`${endpoint}/site`, { method: "PUT" }).catch(() => undefined))?.ok ?? false;
  await expect.poll(isCreated, { timeout: 30_000 }).toBe(true);
  const [edgeFolder, update] = [join(folder, "edge"), join(folder, "update.sh")];
  await mkdir(edgeFolder, { recursive: true });
  // As in CloudFront, an update is atomic: no request sees a half-written file.
  const installFile = (command: string, as: string) =>
    `${command} > '${edgeFolder}/${as}.new'\nmv '${edgeFolder}/${as}.new' '${edgeFolder}/${as}'\n`;
  const headers = installFile(`cat '${join(site, OUT, "_headers")}'`, "headers");
  await writeFile(update, `set -e\n${installFile(hostConfig("cloudfront"), "function.js")}${headers}`);

  // moto needs the header of a signature, which it does not compare.
  const readObject = (path: string) =>
    fetch(`${endpoint}/site/www${path}`, { headers: { authorization: "AWS id:signature" } });
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? "/", endpoint);
    const querystring = Object.fromEntries([...url.searchParams].map(([key, value]) => [key, { value }]));
    const event = { request: { uri: url.pathname, querystring } };
    const source = await readFile(join(edgeFolder, "function.js"), "utf8");
    const next = runInNewContext(`${source}\nhandler(event)`, { event }) as ViewerRequest | ViewerResponse;
    for (const [, key, value] of commonHeaders(await readFile(join(edgeFolder, "headers"), "utf8")))
      response.setHeader(String(key), String(value));
    if ("statusCode" in next) {
      response.writeHead(next.statusCode, { location: next.headers.location?.value });
      return response.end();
    }
    const object = await readObject(next.uri);
    const file = object.ok ? object : await readObject("/404.html");
    for (const key of ["content-type", "cache-control", "etag"]) {
      const value = file.headers.get(key);
      if (value) response.setHeader(key, value);
    }
    response.writeHead(object.ok ? 200 : 404);
    return response.end(Buffer.from(await file.arrayBuffer()));
  };
  const edgeServer = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => response.writeHead(502).end(String(error)));
  });
  const edgePort = await freePort();
  await new Promise<void>((resolve) => edgeServer.listen(edgePort, "127.0.0.1", resolve));
  await setTarget(site, `s3://site/www?endpoint=${endpoint}`, ["bash", update]);
  return {
    url: `http://127.0.0.1:${edgePort}`,
    site,
    async stop() {
      edgeServer.closeAllConnections();
      await new Promise((resolve) => edgeServer.close(resolve));
      moto.kill();
      await exit;
    },
  };
}

/** Returns the headers that a response headers policy adds to all responses. Each file has its own cache-control. */
function commonHeaders(headers: string): RegExpMatchArray[] {
  const rule = headers.split(/^(?=\S)/m)[0] ?? "";
  return [...rule.matchAll(/^\s+([\w-]+): (.+)$/gm)].filter(([, key]) => key !== "cache-control");
}
