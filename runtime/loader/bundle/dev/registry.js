// The registry of modules in the browser. It runs each module once, and runs edited modules again without a reload if their
// importers end at React components.

import refresh from "react-refresh/runtime";

refresh.injectIntoGlobalHook(globalThis);

/** Modules by key: { factory, isRun, current, exports, importers }. */
const modules = new Map();
const info = new Map();
const sheets = new Map();
let moduleUrl = "";

/** Adds modules ({ key: factory }), and what they need ({ key: [keys of imports, style sheet or 0] }). */
export function define(factories, needs, url) {
  moduleUrl ||= url;
  for (const [key, factory] of Object.entries(factories)) moduleOf(key).factory = factory;
  for (const [key, value] of Object.entries(needs)) info.set(key, value);
}

let ownerStack = () => "";

/** Adds the exports of a package. */
export function provide(key, exports) {
  // React names the components that created the element which it complains about.
  if (exports.captureOwnerStack) ownerStack = () => exports.captureOwnerStack() ?? "";
  Object.assign(moduleOf(key), { isRun: true, current: exports });
}

function moduleOf(key) {
  let module = modules.get(key);
  if (!module) {
    module = { key, factory: undefined, isRun: false, current: {}, importers: new Set() };

    // Importers keep this object, so that they see the exports of the newest run.
    module.exports = new Proxy(
      {},
      {
        get: (_, name) => (name === "__esModule" ? true : module.current[name]),
        has: (_, name) => name in module.current,
        ownKeys: () => exportedNames(module.current),
        getOwnPropertyDescriptor: (_, name) => ({
          value: module.current[name],
          enumerable: true,
          configurable: true,
          writable: true,
        }),
      },
    );

    modules.set(key, module);
  }

  return module;
}

/** Returns the names of exports. Those of an ES module are sorted, as in its namespace in browsers. */
function exportedNames(exports) {
  const names = Reflect.ownKeys(exports).filter((name) => typeof name === "string");
  return exports.__esModule ? names.filter((name) => name !== "__esModule").sort() : names;
}

/** Returns the exports of a module, which runs first if it has not yet. */
export function use(key, importer) {
  const module = moduleOf(key);
  if (importer) module.importers.add(importer);
  if (!module.isRun) run(module);
  return module.exports;
}

function run(module) {
  if (!module.factory) throw new Error(`there is no module ${module.key}`);
  // It is set before the run, so that modules that import each other do not run twice.
  module.isRun = true;

  const holder = { exports: {} };
  // esbuild replaces `module.exports` once, before the module's imports run.
  Object.defineProperty(holder, "exports", {
    get: () => module.current,
    set: (exports) => {
      module.current = exports;
    },
  });
  module.current = {};

  const register = (type, id) => refresh.register(type, `${module.key} ${id}`);
  const require = (key) => use(key, module.key);
  const load = (key) => loadModule(key, module.key);

  try {
    module.factory(
      holder,
      module.current,
      require,
      load,
      moduleUrl,
      register,
      refresh.createSignatureFunctionForTransform,
    );
  } catch (error) {
    module.isRun = false;
    throw error;
  }
}

/** Resolves to the exports of a lazy module, after its style sheets have loaded. */
async function loadModule(key, importer) {
  await Promise.all(sheetsOf(key).map(loadSheet));
  return use(key, importer);
}

/** Returns the style sheets of a module and of its imports, in the order of their rules. */
function sheetsOf(key, seen = new Set()) {
  if (seen.has(key)) return [];
  seen.add(key);
  const [imports, sheet] = info.get(key) ?? [[], 0];
  return [...imports.flatMap((it) => sheetsOf(it, seen)), ...(sheet ? [sheet] : [])];
}

function loadSheet(file) {
  const { href, pathname } = new URL(file, moduleUrl);
  const present = [...document.querySelectorAll("link[rel=stylesheet]")].find(
    (link) => new URL(link.href).pathname === pathname,
  );
  if (present) return undefined;

  if (!sheets.has(file))
    sheets.set(
      file,
      new Promise((resolve, reject) => {
        const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
        link.addEventListener("load", resolve);
        link.addEventListener("error", reject);
        document.head.append(link);
      }),
    );

  return sheets.get(file);
}

/** Returns whether all exports of a module are components, which React can replace. */
function isBoundary({ current }) {
  const names = Object.keys(current).filter((name) => name !== "__esModule");
  return names.length > 0 && names.every((name) => refresh.isLikelyComponentType(current[name]));
}

/**
 * Replaces modules by their edited versions. Returns whether the page shows them. Otherwise it must be reloaded: an edited module
 * has exports that are no components, and no importer consists of components only.
 */
function update(factories, needs) {
  define(factories, needs, moduleUrl);
  const stale = new Set();
  const boundaries = new Set();

  const collect = (key) => {
    if (stale.has(key)) return true;
    const module = modules.get(key);
    if (!module?.isRun) return true;

    stale.add(key);
    if (isBoundary(module)) {
      boundaries.add(module);
      return true;
    }

    return module.importers.size > 0 && [...module.importers].every(collect);
  };

  if (!Object.keys(factories).every(collect)) return false;
  for (const key of stale) modules.get(key).isRun = false;

  for (const module of boundaries) {
    use(module.key);
    if (!isBoundary(module)) return false;
  }

  refresh.performReactRefresh();
  return true;
}

globalThis.croupierModules = { update, ownerStack: () => ownerStack() };
