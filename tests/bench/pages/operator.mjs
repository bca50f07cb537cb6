// Serves the measured site together with the sandbox: a proxy that sends paths of [dev.proxy] in site.toml to the sandbox if the site
// does not have them.

import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createServer, request } from "node:http";
import { join } from "node:path";

/**
 * Listens on `port`, and forwards API calls to a sandbox at `apiPort` and other requests to `sitePort`. `stop` ends proxy and sandbox.
 * The sandbox is built first if necessary.
 */
export async function startOperator(root, port, { sitePort, apiPort, externalPort }) {
  const settings = await readFile(join(root, "site.toml"), "utf8");
  const paths = [...settings.matchAll(/^"(\/[^"]*)" = "http:\/\/127\.0\.0\.1:\{api\}"/gm)].map(([, path]) => path);
  const ports = ["--port", `${apiPort}`, "--external-port", `${externalPort}`];
  const origin = ["--origin", `http://127.0.0.1:${port}`];
  const sandbox = spawn(join(root, "tests/sandbox/start"), [...ports, ...origin, "--database", "memory"], { cwd: root, stdio: "ignore" });
  const stopSandbox = () => sandbox.kill("SIGTERM");
  process.once("exit", stopSandbox);
  const ended = new Promise((then) => sandbox.once("exit", then));
  const server = createServer((incoming, outgoing) => {
    const isCall = paths.some((path) => incoming.url.startsWith(path));
    const forward = (to, fallback) => {
      const { method, headers, url } = incoming;
      const forwarded = request({ host: "127.0.0.1", port: to, path: url, method, headers }, (response) => {
        if (response.statusCode === 404 && fallback !== undefined) {
          response.resume();
          return forward(fallback);
        }
        outgoing.writeHead(response.statusCode, response.headers);
        response.pipe(outgoing);
      });
      forwarded.once("error", () => outgoing.writeHead(502).end());
      incoming.pipe(forwarded);
    };
    // As in `croupier dev`, files of the site have precedence.
    if (!isCall) forward(sitePort);
    else if (incoming.method === "GET") forward(sitePort, apiPort);
    else forward(apiPort);
  });
  await new Promise((then) => server.listen(port, "127.0.0.1", then));
  return {
    async stop() {
      stopSandbox();
      await ended;
      process.off("exit", stopSandbox);
      server.closeAllConnections();
      await new Promise((then) => server.close(then));
    },
  };
}
