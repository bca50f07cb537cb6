// Files that the bundle takes in besides code: a style sheet comes with whoever imports it, a picture is its address.

declare module "*.css";

declare module "*.svg" {
  /** Its path from the site's root. */
  const address: string;
  // biome-ignore lint/style/noDefaultExport: a file has one address, and no name for it
  export default address;
}
