// The Astro site of the comparison. Its packages are in a folder above it.

import react from "@astrojs/react";
import { defineConfig } from "astro/config";

export default defineConfig({
  integrations: [react()],
  cacheDir: ".astro",
  vite: { cacheDir: ".vite", server: { fs: { allow: ["../.."] } } },
});
