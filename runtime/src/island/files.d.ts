// Files that the bundle takes in besides code: a style sheet comes with whoever imports it, a picture is its address.

declare module "*.css";

declare module "*.svg" {
  /** Its path from the site's root. */
  const address: string;
  // biome-ignore lint/style/noDefaultExport: a file has one address, and no name for it
  export default address;
}

declare module "*.png" {
  /** Its path from the site's root. */
  const address: string;
  // biome-ignore lint/style/noDefaultExport: a file has one address, and no name for it
  export default address;
}

declare module "*.jpg" {
  /** Its path from the site's root. */
  const address: string;
  // biome-ignore lint/style/noDefaultExport: a file has one address, and no name for it
  export default address;
}

declare module "*.jpeg" {
  /** Its path from the site's root. */
  const address: string;
  // biome-ignore lint/style/noDefaultExport: a file has one address, and no name for it
  export default address;
}

declare module "*.webp" {
  /** Its path from the site's root. */
  const address: string;
  // biome-ignore lint/style/noDefaultExport: a file has one address, and no name for it
  export default address;
}

declare module "*.avif" {
  /** Its path from the site's root. */
  const address: string;
  // biome-ignore lint/style/noDefaultExport: a file has one address, and no name for it
  export default address;
}

declare module "*.gif" {
  /** Its path from the site's root. */
  const address: string;
  // biome-ignore lint/style/noDefaultExport: a file has one address, and no name for it
  export default address;
}
