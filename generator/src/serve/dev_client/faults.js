// Reports errors of the page to the development server, which finds their source lines.

const faults = (() => {
  const seen = new WeakSet();
  let hasFailed = false;
  /** The diagnostics of this page. */
  let list = [];
  const listeners = [];

  /** The warning about the order of hooks that an error may follow: { fault, timer }. */
  let hookWarning;
  /** Milliseconds until this warning is reported without an error. */
  const HOOK_WARNING_DELAY = 200;

  /** When the policy blocked a request last, by `performance.now()`. */
  let blockedRequestAt = -Infinity;
  /** Milliseconds between a blocked request and the rejection of its promise, in either order. */
  const BLOCKED_REQUEST_DELAY = 200;
  /** The script with the npm packages of the site. */
  const PACKAGES = "/assets/croupier_packages.js";
  /** The messages of `fetch` in Chromium, Safari and Firefox. */
  const NETWORK_ERROR = /^(Failed to fetch|Load failed|NetworkError when)/;

  function report(kind, error, componentStack = "") {
    if (error instanceof Object) {
      if (seen.has(error)) return;
      seen.add(error);
    }
    // While React reports an error, this is the stack of the components that created the failed element.
    const ownerStack = globalThis.croupierModules?.ownerStack() ?? "";
    const cause = error?.cause instanceof Error ? error.cause : undefined;
    const message = error instanceof Error ? `${error.name === "Error" ? "" : `${error.name}: `}${error.message}` : String(error);
    const details = [cause && `caused by: ${cause.message}`, kind === "island" && takeHookTable()];
    send({
      kind,
      message: [message, ...details].filter(Boolean).join("\n"),
      // What React throws about a mismatch has only React's own functions in its stack.
      stack: (kind === "recovered" ? cause?.stack : error?.stack) ?? "",
      owner_stack: ownerStack,
      component_stack: componentStack,
    });
  }

  /** Returns what a warning about hooks shows of them, and drops the warning: an error has followed. */
  function takeHookTable() {
    if (!hookWarning) return "";
    const { fault, timer } = hookWarning;
    clearTimeout(timer);
    hookWarning = undefined;
    return fault.message.replace(/^.*\n+/, "\n");
  }

  function warn(values) {
    const fault = { kind: "warning", message: formatted(values), stack: renderStack(), owner_stack: globalThis.croupierModules?.ownerStack() ?? "" };
    if (!fault.message.startsWith("React has detected a change in the order of Hooks")) return send(fault);
    const timer = setTimeout(() => {
      hookWarning = undefined;
      send(fault);
    }, HOOK_WARNING_DELAY);
    hookWarning = { fault, timer };
  }

  /** Returns the functions that run inside of React, such as the component that it renders: the innermost lines of the stack. */
  function renderStack() {
    const lines = stackLines();
    const end = lines.findIndex((line) => line.includes("react_stack_bottom_frame"));
    return lines.slice(0, Math.max(end, 0)).join("\n");
  }

  /** Returns the stack of the caller, outside of this script. */
  function stackLines() {
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 50;
    const lines = String(new Error().stack).split("\n");
    Error.stackTraceLimit = limit;
    return lines.filter((line) => /https?:/.test(line) && !line.includes("/_croupier/live.js"));
  }

  function send(fault) {
    const body = JSON.stringify({ ...fault, page: location.pathname }).slice(0, 60_000);
    // A page that is being left still sends it.
    fetch("/_croupier/faults", { method: "POST", body, keepalive: true })
      .then((response) => response.json())
      .then((diagnostic) => {
        // The build has reported it, or another island of this page.
        if (diagnostic === null || list.some(({ key }) => key === diagnostic.key)) return;
        list.push(diagnostic);
        for (const listener of listeners) listener();
      })
      .catch(() => {});
  }

  /** Returns the URL with which a script was loaded. Chromium omits the query, which names the version of a script. */
  function withQuery(url) {
    const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
    return loaded.findLast((name) => name.split("?")[0] === url) ?? url;
  }

  /** Reports a rejected promise, unless it is the consequence of a request that the policy blocked. */
  function reportRejection(reason) {
    if (!(reason instanceof TypeError && NETWORK_ERROR.test(reason.message))) return report("rejection", reason);
    setTimeout(() => {
      const isConsequence = performance.now() - blockedRequestAt < 2 * BLOCKED_REQUEST_DELAY;
      if (!isConsequence) report("rejection", reason);
    }, BLOCKED_REQUEST_DELAY);
  }

  if (IS_DEVELOPMENT) {
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, disposition, sourceFile, lineNumber, columnNumber }) => {
      // Browser extensions break the policy of the page, too.
      const isExtension = [blockedURI, sourceFile].some((url) => /^[a-z-]+-extension/.test(url ?? ""));
      if (disposition !== "enforce" || isExtension) return;
      // The styles of an npm package, such as those of Mermaid, are not the site's to change.
      const isStyleOfPackage = blockedURI === "inline" && effectiveDirective.startsWith("style-src") && sourceFile?.endsWith(PACKAGES);
      if (isStyleOfPackage) return;
      if (effectiveDirective === "connect-src") blockedRequestAt = performance.now();
      const stack = sourceFile ? `at ${withQuery(sourceFile)}:${lineNumber}:${columnNumber}` : "";
      send({ kind: "policy", violation: { directive: effectiveDirective, blocked: blockedURI }, stack });
    });
    addEventListener("error", ({ error, message, filename, lineno, colno }) => {
      // The error of another origin has no details.
      if (!error && !filename) return;
      report("error", error ?? { message, stack: `at ${filename}:${lineno}:${colno}`, toString: () => message });
    });
    addEventListener("unhandledrejection", ({ reason }) => reportRejection(reason));
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
      if (!stackLines()[0]?.includes(PACKAGES)) return;
      const error = values.find((it) => it instanceof Error);
      if (error) report("island", error);
      else warn(values);
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
