// Reports errors of the page to the development server, which finds their source lines.

const faults = (() => {
  const seen = new WeakSet();
  let hasFailed = false;

  function report(kind, error, componentStack = "") {
    if (error instanceof Object) {
      if (seen.has(error)) return;
      seen.add(error);
    }
    const cause = error?.cause instanceof Error ? error.cause : undefined;
    const message = error instanceof Error ? `${error.name === "Error" ? "" : `${error.name}: `}${error.message}` : String(error);
    send({
      kind,
      message: cause ? `${message}\ncaused by: ${cause.message}` : message,
      stack: error?.stack ?? "",
      component_stack: componentStack,
      page: location.pathname,
    });
  }

  function send(fault) {
    const body = JSON.stringify(fault).slice(0, 60_000);
    // A page that is being left still sends it.
    fetch("/_croupier/faults", { method: "POST", body, keepalive: true }).catch(() => {});
  }

  if (IS_DEVELOPMENT) {
    addEventListener("error", ({ error, message, filename, lineno, colno }) => {
      // The error of another origin has no details.
      if (!error && !filename) return;
      report("error", error ?? { message, stack: `at ${filename}:${lineno}:${colno}`, toString: () => message });
    });
    addEventListener("unhandledrejection", ({ reason }) => report("rejection", reason));
    document.addEventListener("croupier:fault", ({ detail }) => {
      const { error, componentStack, isRecovered } = detail;
      if (!(error instanceof Error)) return;
      hasFailed ||= !isRecovered;
      report(isRecovered ? "recovered" : "island", error, componentStack);
    });
    const log = console.error;
    console.error = (...values) => {
      log.apply(console, values);
      // Only React's calls are problems of the page.
      const caller = String(new Error().stack).split("\n").filter((line) => /https?:/.test(line) && !line.includes("/_croupier/live.js"))[0];
      if (!caller?.includes("/assets/packages.js")) return;
      const ownerStack = globalThis.croupierModules?.ownerStack() ?? "";
      const error = values.find((it) => it instanceof Error);
      if (error) report("island", error, ownerStack);
      else send({ kind: "warning", message: formatted(values), stack: "", component_stack: ownerStack, page: location.pathname });
    };
  }

  /** Returns the text of a call of `console.error` with placeholders. */
  function formatted([text, ...values]) {
    let at = 0;
    const filled = String(text).replace(/%[sdifoOc]/g, (it) => (it === "%c" ? (at++, "") : String(values[at++])));
    return filled.trim();
  }

  return { report, hasFailedIsland: () => hasFailed };
})();
