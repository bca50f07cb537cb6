// Reports errors of the page to the development server, which finds their source lines.

const faults = (() => {
  const seen = new WeakSet();
  let hasFailed = false;
  /** The diagnostics of this page. */
  let list = [];
  const listeners = [];

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
    fetch("/_croupier/faults", { method: "POST", body, keepalive: true })
      .then((response) => response.json())
      .then((diagnostic) => {
        if (list.some(({ rendered }) => rendered === diagnostic.rendered)) return;
        list.push(diagnostic);
        for (const listener of listeners) listener();
      })
      .catch(() => {});
  }

  if (IS_DEVELOPMENT) {
    addEventListener("error", ({ error, message, filename, lineno, colno }) => {
      // The error of another origin has no details.
      if (!error && !filename) return;
      report("error", error ?? { message, stack: `at ${filename}:${lineno}:${colno}`, toString: () => message });
    });
    addEventListener("unhandledrejection", ({ reason }) => report("rejection", reason));
    const log = console.error;
    document.addEventListener("croupier:fault", ({ detail }) => {
      const { error, componentStack, isRecovered, lost } = detail;
      if (!(error instanceof Error)) return;
      // React adds the stack of components. Other code sends errors that it has handled, unless a module could not run.
      const isFailure = componentStack !== undefined || lost === true;
      hasFailed ||= isFailure && !isRecovered;
      if (isRecovered) log.call(console, error);
      report(isRecovered ? "recovered" : isFailure ? "island" : "sent", error, componentStack ?? "");
    });
    console.error = (...values) => {
      log.apply(console, values);
      // Only React's calls are problems of the page.
      const caller = String(new Error().stack).split("\n").filter((line) => /https?:/.test(line) && !line.includes("/_croupier/live.js"))[0];
      if (!caller?.includes("/assets/croupier_packages.js")) return;
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

  return {
    report,
    hasFailedIsland: () => hasFailed,
    list: () => list,
    listen: (listener) => listeners.push(listener),
    /** Forgets the faults of code that an edit has replaced. */
    clear() {
      list = [];
    },
  };
})();
