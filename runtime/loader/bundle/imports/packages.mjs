// Resolves imports of npm packages where esbuild alone would find another file.

/** Marks the resolution of a package, which the plugin itself starts. */
const PACKAGE = Symbol("package");

/**
 * Resolves `@croupier/loader` to the loader of the bundle. pnpm, Yarn and Bun install a copy, which can be older. State that two copies of a
 * module have would differ.
 */
export function addLoaderPackage({ loader }, builder) {
  builder.onResolve({ filter: /^@croupier\/loader(\/|$)/ }, ({ path, kind, importer, namespace, pluginData }) =>
    pluginData === PACKAGE
      ? undefined
      : builder.resolve(path, { kind, importer, namespace, resolveDir: loader, pluginData: PACKAGE }),
  );
}
