// The development client: keeps the page up to date with the builds. An edit that React can apply, and an edit of style sheets, need no
// reload. The server joins the files of this folder to one script.

const source = new EventSource("/_croupier/events");
let shownBuild;
let shownScripts = 0;
/** Whether every script of an edited component could be applied to this page. */
let isCurrent = true;
let shownState = { errors: [], more_errors: 0, warnings: [], more_warnings: 0, types: [], more_types: 0 };
/** Updates run one after another. */
let queue = Promise.resolve();

source.onmessage = ({ data }) => {
  const state = JSON.parse(data);
  queue = queue.then(() => update(state)).catch((error) => console.error(error));
};

faults.listen(() => overlay.show(shownState));

async function update(state) {
  if (shownBuild === undefined) {
    shownBuild = { start: state.start, build: state.build };
    shownScripts = state.scripts.length ? state.scripts.at(-1).number : 0;
  }
  for (const { number, id } of state.scripts) {
    if (number <= shownScripts) continue;
    shownScripts = number;
    if (isCurrent) isCurrent = await apply(id);
  }
  if (shownBuild.start !== state.start || shownBuild.build !== state.build) {
    const isHot = isCurrent && shownBuild.start === state.start && shownBuild.build >= state.hot_since;
    if (!isHot || !(await refresh(state))) {
      source.close();
      location.reload();
      return;
    }
    shownBuild.build = state.build;
    // The loader forgets pages of the build before.
    document.dispatchEvent(new Event("croupier:built"));
  }
  shownState = state;
  overlay.show(state);
}

/** Runs the script with edited modules. Returns whether the page shows them. */
async function apply(id) {
  // Without this object, the page has not run any module yet.
  if (!globalThis.croupierModules) return true;
  if (faults.hasFailedIsland()) return false;
  faults.clear();
  try {
    const { isApplied } = await import(`/_croupier/modules/${id}.js`);
    return isApplied;
  } catch (error) {
    faults.report("error", error);
    return false;
  }
}

/** Takes over style sheets, and the HTML of islands that are not hydrated yet, from the new version of the page. */
async function refresh(state) {
  const next = await fetchDocument();
  if (!next) return false;
  const islands = (root) => [...root.querySelectorAll("[data-island]")].filter((it) => !it.parentElement?.closest("[data-island]"));
  const [own, others] = [islands(document.body), islands(next.body)];
  const isWaiting = (it) => it.dataset.hydrated === undefined && it.dataset.enhanced === undefined;
  const waiting = own.filter(isWaiting);
  if (waiting.length > 0 && own.some((it, at) => it.dataset.island !== others[at]?.dataset.island)) return false;
  for (const island of waiting) {
    const other = others[own.indexOf(island)];
    island.dataset.props = other.dataset.props ?? "{}";
    island.replaceChildren(...[...other.childNodes].map((node) => document.importNode(node, true)));
  }
  await refreshSheets(next, state.styles);
  return true;
}

/** Loads the page as a document. A response of this kind needs no exception from Trusted Types. */
function fetchDocument() {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("GET", location.href);
    request.responseType = "document";
    request.onload = () => resolve(request.status < 500 ? request.response : undefined);
    request.onerror = () => resolve(undefined);
    request.send();
  });
}

/** Replaces the style sheets that changed. `styles` maps the path of a sheet to the build that changed it. */
async function refreshSheets(next, styles) {
  const selector = 'link[rel="stylesheet"]';
  const pathOf = (link) => new URL(link.href, location.href).pathname;
  const isOwn = (link) => new URL(link.href, location.href).origin === location.origin;
  // The name of a file in static/ contains a digest of its content.
  const nameOf = (link) => pathOf(link).replace(/[.-][0-9a-f]{8,}(?=\.css$)/, "");
  const others = [...next.querySelectorAll(selector)];
  const loads = [...document.querySelectorAll(selector)].filter(isOwn).map((link) => {
    const other = others.find((it) => nameOf(it) === nameOf(link));
    const path = other && pathOf(other) !== pathOf(link) ? pathOf(other) : pathOf(link);
    const build = Object.entries(styles).find(([name]) => path.endsWith(`/${name}`))?.[1] ?? 0;
    const isChanged = path !== pathOf(link) || build > shownBuild.build;
    return isChanged ? replaceSheet(link, `${path}${build ? `?${build}` : ""}`) : undefined;
  });
  await Promise.all(loads);
}

/** Loads a style sheet in the place of another one, which stays until then. */
function replaceSheet(link, href) {
  return new Promise((resolve) => {
    const other = link.cloneNode();
    other.href = href;
    other.onload = other.onerror = () => {
      link.remove();
      resolve();
    };
    link.after(other);
  });
}

// An open event stream would exclude the page from the back-forward cache.
addEventListener("pagehide", () => source.close());
addEventListener("pageshow", (event) => event.persisted && location.reload());
