// A link from the page to its source in the editor. Pages without a source have none.

const editLink = (() => {
  const STYLES = `
    :host { all: initial; }
    a {
      position: fixed; z-index: 2147483646; right: max(.5rem, env(safe-area-inset-right)); bottom: max(.5rem, env(safe-area-inset-bottom));
      display: inline-flex; align-items: center; min-height: 1.75rem; padding: 0 .75rem; border: 1px solid #cfc6d6; border-radius: 999px;
      background: #fff; color: #4b2fb5; font: 500 13px/1 system-ui, sans-serif; text-decoration: none; opacity: .75; color-scheme: light;
    }
    a:hover, a:focus-visible { opacity: 1; text-decoration: underline; }
    a:focus-visible { outline: 2px solid #4b2fb5; outline-offset: 2px; }
    [hidden] { display: none; }
    @media (prefers-color-scheme: dark) { a { border-color: #4a4054; background: #17131c; color: #bba8ff; } a:focus-visible { outline-color: #bba8ff; } }
    @media print { a { display: none; } }
  `;
  let link;

  function create() {
    const host = document.createElement("croupier-edit-link");
    const root = host.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLES);
    root.adoptedStyleSheets = [sheet];
    const element = Object.assign(document.createElement("a"), { textContent: "Edit", title: "Edit this page" });
    root.append(element);
    document.documentElement.append(host);
    return element;
  }

  async function show() {
    const { pathname } = location;
    const response = await fetch(`/_croupier/edit/link?path=${encodeURIComponent(pathname)}`);
    const { href } = response.ok ? await response.json() : {};
    // The user may have gone to another page meanwhile.
    if (pathname !== location.pathname || (!href && !link)) return;
    link ??= create();
    link.hidden = !href;
    if (href) link.href = href;
  }

  return { show: () => show().catch(() => undefined) };
})();

// A page in a frame belongs to another one, such as a preview.
if (window === window.top) {
  addEventListener("DOMContentLoaded", editLink.show);
  document.addEventListener("croupier:visit", ({ detail }) => {
    if (detail?.kind === "done") void editLink.show();
  });
}
