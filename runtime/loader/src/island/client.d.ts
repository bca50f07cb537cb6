// Declares what islands can import and read in addition to code: style sheets, CSS Modules, files as URLs, `import.meta.env`, and the types of the site.

/// <reference path="../site.d.ts" />

interface ImportMetaEnv {
  /** `production`, or `development` in `croupier dev`. */
  readonly MODE: string;
  readonly PROD: boolean;
  readonly DEV: boolean;
  /** Whether the site has several languages. `true` in `croupier dev`. */
  readonly LANGUAGES: boolean;
  /** An environment variable of the build. */
  readonly [name: `PUBLIC_${string}`]: string | undefined;
}

interface ImportMeta {
  readonly env: ImportMetaEnv;
}

declare module "*.module.css" {
  /** The names of the classes in the HTML, by their names in the file. */
  const classes: { readonly [name: string]: string };
  // biome-ignore lint/style/noDefaultExport: CSS Modules export one object
  export default classes;
}

declare module "*.module.scss" {
  /** The names of the classes in the HTML, by their names in the file. */
  const classes: { readonly [name: string]: string };
  // biome-ignore lint/style/noDefaultExport: CSS Modules export one object
  export default classes;
}

declare module "*.module.sass" {
  /** The names of the classes in the HTML, by their names in the file. */
  const classes: { readonly [name: string]: string };
  // biome-ignore lint/style/noDefaultExport: CSS Modules export one object
  export default classes;
}

declare module "*.css";
declare module "*.scss";
declare module "*.sass";

declare module "*?url" {
  /** URL of the published file. */
  const url: string;
  // biome-ignore lint/style/noDefaultExport: a file has one URL, and no name for it
  export default url;
}

declare module "*.svg" {
  /** URL of the published file. */
  const url: string;
  // biome-ignore lint/style/noDefaultExport: a file has one URL, and no name for it
  export default url;
}

declare module "*.png" {
  /** URL of the published file. */
  const url: string;
  // biome-ignore lint/style/noDefaultExport: a file has one URL, and no name for it
  export default url;
}

declare module "*.jpg" {
  /** URL of the published file. */
  const url: string;
  // biome-ignore lint/style/noDefaultExport: a file has one URL, and no name for it
  export default url;
}

declare module "*.jpeg" {
  /** URL of the published file. */
  const url: string;
  // biome-ignore lint/style/noDefaultExport: a file has one URL, and no name for it
  export default url;
}

declare module "*.webp" {
  /** URL of the published file. */
  const url: string;
  // biome-ignore lint/style/noDefaultExport: a file has one URL, and no name for it
  export default url;
}

declare module "*.avif" {
  /** URL of the published file. */
  const url: string;
  // biome-ignore lint/style/noDefaultExport: a file has one URL, and no name for it
  export default url;
}

declare module "*.gif" {
  /** URL of the published file. */
  const url: string;
  // biome-ignore lint/style/noDefaultExport: a file has one URL, and no name for it
  export default url;
}
