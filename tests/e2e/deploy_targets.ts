// Runs the deploy targets of docs/static/deploy on this machine: nginx, and an S3 bucket behind an emulation of CloudFront.

import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createRequire } from "node:module";
import { delimiter, join, resolve } from "node:path";
import { runInNewContext } from "node:vm";
import { expect } from "@playwright/test";
import { CROUPIER, freePort } from "./deployment";

const SCRIPTS = resolve(import.meta.dirname, "../../docs/static/deploy");
/** Search path with /usr/sbin, where Debian installs nginx. */
const PATH = [process.env.PATH, "/usr/sbin"].join(delimiter);

/** A host that a site is deployed to. */
export interface Host {
  /** URL without a final slash. */
  readonly url: string;
  /** The script that deploys a release to this host, its arguments, and its environment. */
  readonly deploy: { readonly command: readonly [string, ...string[]]; readonly env: NodeJS.ProcessEnv };
  stop(): Promise<void>;
}

/** Runs a host's script and expects the exit code `exit`. `overrides` changes environment variables. */
export async function deployTo({ deploy }: Host, overrides: NodeJS.ProcessEnv = {}, exit = 0) {
  const env = { ...process.env, PATH, CROUPIER, PROFILE: "preview", ...deploy.env, ...overrides };
  const [script, ...rest] = deploy.command;
  const child = spawn(script, rest, { env });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (text) => {
      output += text;
    });
  expect(await exited(child), output).toBe(exit);
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
  return {
    url,
    deploy: {
      command: [join(SCRIPTS, "nginx.sh"), site, live, config],
      env: { RELOAD: [...nginxCommand, "-s", "reload"].join(" ") },
    },
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

interface S3Server {
  readonly httpServer: Server;
  run(): Promise<unknown>;
  close(): Promise<unknown>;
}
type S3Options = Readonly<Record<string, unknown>>;
const S3rver = createRequire(import.meta.url)("s3rver") as new (options: S3Options) => S3Server;

/**
 * Starts a bucket behind an emulation of CloudFront, with the function and the headers of the last deploy. `uploads` lists uploaded
 * files in order, with `?delete` for each removal of files.
 */
export async function bucket(site: string, folder: string): Promise<Host & { readonly uploads: string[] }> {
  const [name, port] = ["site", await freePort()];
  const configureBuckets = [{ name }];
  const directory = join(folder, "buckets");
  const s3 = new S3rver({ port, address: "127.0.0.1", silent: true, directory, configureBuckets });
  await s3.run();
  const uploads: string[] = [];
  s3.httpServer.on("request", ({ method, url = "" }: IncomingMessage) => {
    if (method === "PUT" || method === "POST") uploads.push(url.slice(`/${name}`.length).replace(/^\//, ""));
  });
  const endpoint = `http://127.0.0.1:${port}`;
  const [edgeFolder, update] = [join(folder, "edge"), join(folder, "update.sh")];
  await mkdir(edgeFolder, { recursive: true });
  // As in CloudFront, an update is atomic: no request sees a half-written file.
  const installFile = (from: string, as: string) =>
    `cp ${from} '${edgeFolder}/${as}.new'\nmv '${edgeFolder}/${as}.new' '${edgeFolder}/${as}'\n`;
  const headers = `'${join(site, "public/_headers")}'`;
  await writeFile(update, `set -e\n${installFile('"$1"', "function.js")}${installFile(headers, "headers")}`);

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
    const object = await fetch(`${endpoint}/${name}${next.uri}`);
    const file = object.ok ? object : await fetch(`${endpoint}/${name}/404.html`);
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
  const credentials = { AWS_ACCESS_KEY_ID: "S3RVER", AWS_SECRET_ACCESS_KEY: "S3RVER", AWS_REGION: "us-east-1" };
  return {
    uploads,
    url: `http://127.0.0.1:${edgePort}`,
    deploy: {
      command: [join(SCRIPTS, "s3.sh"), site, name],
      env: { ...credentials, AWS_ENDPOINT_URL: endpoint, UPDATE: `bash ${update}` },
    },
    async stop() {
      edgeServer.closeAllConnections();
      await new Promise((resolve) => edgeServer.close(resolve));
      await s3.close();
    },
  };
}

/** Returns the headers that a response headers policy adds to all responses. Each file has its own cache-control. */
function commonHeaders(headers: string): RegExpMatchArray[] {
  const rule = headers.split(/^(?=\S)/m)[0] ?? "";
  return [...rule.matchAll(/^\s+([\w-]+): (.+)$/gm)].filter(([, key]) => key !== "cache-control");
}
