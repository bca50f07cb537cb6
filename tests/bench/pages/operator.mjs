// The operator behind the site that is measured: the sandbox, and a server that hands it what [dev.proxy] of site.toml names and the
// site does not have.

import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createServer, request } from "node:http";
import { join } from "node:path";

/**
 * Listens on `port`, asks a sandbox at `apiPort` for what the operator answers, and `sitePort` for all else. `stop` ends both.
 * The sandbox is built where it is not there yet.
 */
export async function startOperator(root, port, { sitePort, apiPort, externalPort }) {
  const settings = await readFile(join(root, "site.toml"), "utf8");
  const paths = [...settings.matchAll(/^"(\/[^"]*)" = "http:\/\/127\.0\.0\.1:\{api\}"/gm)].map(([, path]) => path);
  const ports = ["--port", `${apiPort}`, "--external-port", `${externalPort}`];
  const origin = ["--origin", `http://127.0.0.1:${port}`];
  const sandbox = spawn(join(root, "tests/sandbox/start"), [...ports, ...origin, "--database", "memory"], { cwd: root, stdio: "ignore" });
  const end = () => sandbox.kill("SIGTERM");
  process.once("exit", end);
  const ended = new Promise((then) => sandbox.once("exit", then));
  const server = createServer((asked, answer) => {
    const isCall = paths.some((path) => asked.url.startsWith(path));
    const ask = (to, otherwise) => {
      const { method, headers, url } = asked;
      const onward = request({ host: "127.0.0.1", port: to, path: url, method, headers }, (found) => {
        if (found.statusCode === 404 && otherwise !== undefined) {
          found.resume();
          return ask(otherwise);
        }
        answer.writeHead(found.statusCode, found.headers);
        found.pipe(answer);
      });
      onward.once("error", () => answer.writeHead(502).end());
      asked.pipe(onward);
    };
    // As in `croupier dev`, the site's own files come first.
    if (!isCall) ask(sitePort);
    else if (asked.method === "GET") ask(sitePort, apiPort);
    else ask(apiPort);
  });
  await new Promise((then) => server.listen(port, "127.0.0.1", then));
  return {
    async stop() {
      end();
      await ended;
      process.off("exit", end);
      server.closeAllConnections();
      await new Promise((then) => server.close(then));
    },
  };
}
