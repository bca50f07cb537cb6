// The Vite app of the comparison. Its packages are in a folder above it.

import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [react()],
  cacheDir: ".vite",
  // Without a value, it depends on environment variables. This is the value in a plain terminal.
  server: { forwardConsole: false, fs: { allow: ["../.."] } },
});
