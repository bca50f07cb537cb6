// Declares imports of files other than code: a style sheet loads with its importer, an image becomes its URL.

declare module "*.css";

declare module "*.svg" {
  /** Path of the file from the site's root. */
  const url: string;
  // biome-ignore lint/style/noDefaultExport: a file has one URL, and no name for it
  export default url;
}

declare module "*.png" {
  /** Path of the file from the site's root. */
  const url: string;
  // biome-ignore lint/style/noDefaultExport: a file has one URL, and no name for it
  export default url;
}

declare module "*.jpg" {
  /** Path of the file from the site's root. */
  const url: string;
  // biome-ignore lint/style/noDefaultExport: a file has one URL, and no name for it
  export default url;
}

declare module "*.jpeg" {
  /** Path of the file from the site's root. */
  const url: string;
  // biome-ignore lint/style/noDefaultExport: a file has one URL, and no name for it
  export default url;
}

declare module "*.webp" {
  /** Path of the file from the site's root. */
  const url: string;
  // biome-ignore lint/style/noDefaultExport: a file has one URL, and no name for it
  export default url;
}

declare module "*.avif" {
  /** Path of the file from the site's root. */
  const url: string;
  // biome-ignore lint/style/noDefaultExport: a file has one URL, and no name for it
  export default url;
}

declare module "*.gif" {
  /** Path of the file from the site's root. */
  const url: string;
  // biome-ignore lint/style/noDefaultExport: a file has one URL, and no name for it
  export default url;
}
