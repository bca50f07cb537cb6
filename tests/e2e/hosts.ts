// Runs the deploy targets of docs/deploy on this machine: nginx, and an S3 bucket behind an emulation of CloudFront.

import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createRequire } from "node:module";
import { delimiter, join, resolve } from "node:path";
import { runInNewContext } from "node:vm";
import { expect } from "@playwright/test";
import { CROUPIER, freePort } from "./deployment";

const SCRIPTS = resolve(import.meta.dirname, "../../docs/deploy");
/** Search path with /usr/sbin, where Debian installs nginx. */
const PATH = [process.env.PATH, "/usr/sbin"].join(delimiter);

/** A host that a site is deployed to. */
export interface Host {
  /** URL without a final slash. */
  readonly address: string;
  /** The script that deploys a release to this host, its arguments, and its environment. */
  readonly deploy: { readonly command: readonly [string, ...string[]]; readonly env: NodeJS.ProcessEnv };
  stop(): Promise<void>;
}

/** Runs a host's script and expects the exit code `exit`. `told` overrides environment variables. */
export async function deployTo({ deploy }: Host, told: NodeJS.ProcessEnv = {}, exit = 0) {
  const env = { ...process.env, PATH, CROUPIER, PROFILE: "preview", ...deploy.env, ...told };
  const [script, ...rest] = deploy.command;
  const running = spawn(script, rest, { env });
  let said = "";
  for (const stream of [running.stdout, running.stderr])
    stream.on("data", (text) => {
      said += text;
    });
  expect(await ended(running), said).toBe(exit);
}

const ended = (process: ChildProcess) =>
  new Promise<number | null>((then, failed) => process.once("error", failed).once("exit", then));

/** Starts nginx with its own configuration in `folder`. */
export async function nginx(site: string, folder: string): Promise<Host> {
  const port = await freePort();
  const [live, config, main] = [join(folder, "live"), join(folder, "site.conf"), join(folder, "nginx.conf")];
  await mkdir(live, { recursive: true });
  await writeFile(config, "");
  const kept = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const paths = kept.map((name) => `${name}_temp_path ${join(folder, name)};`).join("\n");
  // A worker process of another user could not read a temporary folder.
  const user = process.getuid?.() === 0 ? "user root;" : "";
  const server = `server { listen 127.0.0.1:${port}; root ${live}; include ${config}; }`;
  const http = `${paths}\ninclude /etc/nginx/mime.types;\naccess_log off;\n${server}`;
  await writeFile(main, `${user}\npid ${join(folder, "pid")};\ndaemon off;\nevents {}\nhttp {\n${http}\n}\n`);
  const called = ["nginx", "-e", join(folder, "error.log"), "-c", main] as const;
  const running = spawn(called[0], called.slice(1), { env: { ...process.env, PATH }, stdio: "ignore" });
  const end = ended(running);
  const address = `http://127.0.0.1:${port}`;
  const answers = async () => (await fetch(address).catch(() => undefined))?.status ?? 0;
  await expect.poll(answers, { timeout: 10_000 }).toBeGreaterThan(0);
  return {
    address,
    deploy: {
      command: [join(SCRIPTS, "nginx.sh"), site, live, config],
      env: { RELOAD: [...called, "-s", "reload"].join(" ") },
    },
    async stop() {
      running.kill("SIGTERM");
      await end;
    },
  };
}

/** Input of a CloudFront function for viewer requests. It returns the request to continue with, or a response. */
interface ViewerRequest {
  uri: string;
  readonly querystring: Readonly<Record<string, { readonly value: string }>>;
}
interface ViewerAnswer {
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
 * Starts a bucket behind an emulation of CloudFront, with the function and the headers of the last deploy. `written` lists uploaded
 * files in order, with `?delete` for each removal of files.
 */
export async function bucket(site: string, folder: string): Promise<Host & { readonly written: string[] }> {
  const [name, port] = ["site", await freePort()];
  const configureBuckets = [{ name }];
  const directory = join(folder, "buckets");
  const s3 = new S3rver({ port, address: "127.0.0.1", silent: true, directory, configureBuckets });
  await s3.run();
  const written: string[] = [];
  s3.httpServer.on("request", ({ method, url = "" }: IncomingMessage) => {
    if (method === "PUT" || method === "POST") written.push(url.slice(`/${name}`.length).replace(/^\//, ""));
  });
  const endpoint = `http://127.0.0.1:${port}`;
  const [edge, update] = [join(folder, "edge"), join(folder, "update.sh")];
  await mkdir(edge, { recursive: true });
  // As in CloudFront, an update is atomic: no request sees a half-written file.
  const give = (from: string, as: string) => `cp ${from} '${edge}/${as}.new'\nmv '${edge}/${as}.new' '${edge}/${as}'\n`;
  const headers = `'${join(site, "public/_headers")}'`;
  await writeFile(update, `set -e\n${give('"$1"', "function.js")}${give(headers, "headers")}`);

  const answer = async (asked: IncomingMessage, response: ServerResponse) => {
    const url = new URL(asked.url ?? "/", endpoint);
    const querystring = Object.fromEntries([...url.searchParams].map(([key, value]) => [key, { value }]));
    const event = { request: { uri: url.pathname, querystring } };
    const source = await readFile(join(edge, "function.js"), "utf8");
    const next = runInNewContext(`${source}\nhandler(event)`, { event }) as ViewerRequest | ViewerAnswer;
    for (const [, key, value] of everywhere(await readFile(join(edge, "headers"), "utf8")))
      response.setHeader(String(key), String(value));
    if ("statusCode" in next) {
      response.writeHead(next.statusCode, { location: next.headers.location?.value });
      return response.end();
    }
    const stored = await fetch(`${endpoint}/${name}${next.uri}`);
    const found = stored.ok ? stored : await fetch(`${endpoint}/${name}/404.html`);
    for (const key of ["content-type", "cache-control", "etag"]) {
      const value = found.headers.get(key);
      if (value) response.setHeader(key, value);
    }
    response.writeHead(stored.ok ? 200 : 404);
    return response.end(Buffer.from(await found.arrayBuffer()));
  };
  const cdn = createServer((asked, response) => {
    answer(asked, response).catch((error: unknown) => response.writeHead(502).end(String(error)));
  });
  const edgePort = await freePort();
  await new Promise<void>((listening) => cdn.listen(edgePort, "127.0.0.1", listening));
  const credentials = { AWS_ACCESS_KEY_ID: "S3RVER", AWS_SECRET_ACCESS_KEY: "S3RVER", AWS_REGION: "us-east-1" };
  return {
    written,
    address: `http://127.0.0.1:${edgePort}`,
    deploy: {
      command: [join(SCRIPTS, "s3.sh"), site, name],
      env: { ...credentials, AWS_ENDPOINT_URL: endpoint, UPDATE: `bash ${update}` },
    },
    async stop() {
      cdn.closeAllConnections();
      await new Promise((closed) => cdn.close(closed));
      await s3.close();
    },
  };
}

/** Returns the headers that a response headers policy adds to all responses. Each file has its own cache-control. */
function everywhere(headers: string): RegExpMatchArray[] {
  const rule = headers.split(/^(?=\S)/m)[0] ?? "";
  return [...rule.matchAll(/^\s+([\w-]+): (.+)$/gm)].filter(([, key]) => key !== "cache-control");
}
