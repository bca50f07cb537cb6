// The overlay with the errors and warnings of the last build and of the page.

const overlay = (() => {
  const STYLES = `
    :host { all: initial; }
    * { box-sizing: border-box; }
    dialog, button { font: 14px/1.5 system-ui, sans-serif; color: var(--text); }
    :host {
      --ground: #fff; --raised: #f4f1f6; --text: #1d1722; --quiet: #5f5667; --line: #cfc6d6; --error: #b3161f; --warning: #7d5200; --link: #4b2fb5;
      color-scheme: light;
    }
    @media (prefers-color-scheme: dark) {
      :host {
        --ground: #17131c; --raised: #241e2b; --text: #f3eef7; --quiet: #b5abc0; --line: #4a4054; --error: #ff8f8f; --warning: #f2c265; --link: #bba8ff;
        color-scheme: dark;
      }
    }
    dialog {
      width: min(64rem, 100vw - 1.5rem); max-width: none; max-height: calc(100dvh - 1.5rem); padding: 0; overflow: auto;
      border: 1px solid var(--line); border-radius: 12px; background: var(--ground); box-shadow: 0 24px 80px #0009;
    }
    dialog::backdrop { background: #0008; }
    header {
      position: sticky; top: 0; display: flex; gap: 1rem; align-items: center; justify-content: space-between;
      padding: .75rem 1rem; border-bottom: 1px solid var(--line); background: var(--ground);
    }
    h1 { margin: 0; font: 600 16px/1.4 system-ui, sans-serif; }
    p { margin: 0; padding: .75rem 1rem 0; color: var(--quiet); }
    section p { padding: .25rem 0 0; }
    section { padding: .75rem 1rem; border-bottom: 1px solid var(--line); }
    section:last-child { border-bottom: 0; }
    h2 { margin: 0 0 .5rem; font: 600 14px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; white-space: pre-wrap; }
    h2 span { color: var(--error); }
    .warning h2 span { color: var(--warning); }
    pre {
      margin: .5rem 0 0; padding: .75rem; overflow-x: auto; border-radius: 8px; background: var(--raised); color: var(--text);
      font: 13px/1.5 ui-monospace, monospace; tab-size: 4; white-space: pre;
    }
    .details { white-space: pre-wrap; overflow-wrap: anywhere; }
    button {
      min-height: 2.25rem; padding: .25rem .75rem; border: 1px solid var(--line); border-radius: 8px; background: var(--raised); cursor: pointer;
    }
    button:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
    .location {
      display: inline-block; min-height: 1.75rem; margin: 0 .75rem 0 0; padding: 0; border: 0; background: none; color: var(--link);
      font: 13px/1.5 ui-monospace, monospace; text-align: left; text-decoration: underline; overflow-wrap: anywhere;
    }
    .badge { position: fixed; z-index: 2147483647; left: .75rem; bottom: .75rem; border-color: var(--warning); color: var(--warning); background: var(--ground); }
    [hidden] { display: none; }
  `;
  let parts;
  /** The text of the state that the user closed. */
  let closed;
  let shown;

  function create() {
    const host = document.createElement("croupier-overlay");
    const root = host.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLES);
    root.adoptedStyleSheets = [sheet];
    const dialog = element("dialog");
    dialog.setAttribute("aria-labelledby", "title");
    const badge = element("button", { type: "button", className: "badge", hidden: true });
    badge.addEventListener("click", () => dialog.showModal());
    dialog.addEventListener("close", () => {
      closed = shown;
      badge.hidden = !shown;
    });
    root.append(dialog, badge);
    document.documentElement.append(host);
    return { host, dialog, badge };
  }

  const element = (name, properties = {}, ...children) => {
    const node = Object.assign(document.createElement(name), properties);
    node.append(...children);
    return node;
  };
  const counted = (count, noun) => (count ? `${count} ${noun}${count === 1 ? "" : "s"}` : "");

  function show({ errors, more_errors, warnings, more_warnings, types, more_types }) {
    const all = [...errors, ...types, ...faults.list().filter(({ severity }) => severity === "error")];
    const minor = [...warnings, ...faults.list().filter(({ severity }) => severity !== "error")];
    if (!parts && all.length + minor.length === 0) return;
    parts ??= create();
    const { dialog, badge } = parts;
    const title = [counted(all.length + more_errors + more_types, "error"), counted(minor.length + more_warnings, "warning")].filter(Boolean).join(", ");
    const text = JSON.stringify([all, minor]);
    if (text === shown) return;
    shown = title && text;
    const close = element("button", { type: "button", textContent: "Close" });
    close.addEventListener("click", () => dialog.close());
    const isBuilt = !document.documentElement.hasAttribute("data-unbuilt");
    const failure = `The last build failed.${isBuilt ? " This is the page of the build before it." : ""}`;
    const notes = errors.length > 0 ? [element("p", { textContent: failure })] : [];
    dialog.replaceChildren(
      element("header", {}, element("h1", { id: "title", textContent: title }), close),
      ...notes,
      ...[...all, ...minor].map(section),
    );
    badge.textContent = title;
    if (!title) {
      if (dialog.open) dialog.close();
      badge.hidden = true;
    } else if (all.length > 0 && text !== closed) {
      if (!dialog.open) dialog.showModal();
    } else if (!dialog.open) badge.hidden = false;
  }

  function section({ severity, code, message, locations, rendered }) {
    const [title, ...details] = message.split("\n");
    const heading = element("h2", {}, element("span", { textContent: `${severity} ${code}: ` }), title);
    const links = locations.map((location) => {
      const link = element("button", {
        type: "button",
        className: "location",
        textContent: `${location.file}:${location.line}:${location.column}`,
        title: "Open in the editor",
      });
      link.addEventListener("click", () => open(location, link));
      return link;
    });
    // The text starts with the message. The link shows the only location.
    const frame = rendered.split("\n").slice(details.length + 1);
    const shownFrame = locations.length === 1 ? frame.filter((line) => !/^ *--> /.test(line)) : frame;
    // Notes and help are sentences, which wrap. Lines of code do not.
    const end = shownFrame.findIndex((line) => /^ *= /.test(line));
    const split = end < 0 ? shownFrame.length : end;
    const notes = shownFrame.slice(split).map((line) => line.trim());
    const blocks = [details, shownFrame.slice(0, split), notes].map((lines) => lines.join("\n").replace(/^\n+|\s+$/g, ""));
    const names = ["details", "frame", "details"];
    const texts = blocks.map((textContent, at) => element("pre", { textContent, className: names[at], tabIndex: 0, hidden: !textContent }));
    return element("section", { className: severity }, heading, ...links, ...texts);
  }

  async function open(location, link) {
    const request = { method: "POST", body: JSON.stringify(location) };
    const response = await fetch("/_croupier/open", request).catch(() => undefined);
    const problem = response?.ok ? "" : ((await response?.text()) ?? "The development server does not respond.");
    if (link.nextSibling?.className === "problem") link.nextSibling.remove();
    if (problem) link.after(element("p", { className: "problem", textContent: problem, role: "status" }));
  }

  return { show };
})();
