// Unit tests run in Node. Tests of components (*.test.tsx) ask for a document by `// @vitest-environment happy-dom`.

import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["tests/**/*.test.{ts,tsx}"],
    environment: "node",
    setupFiles: ["./bundle/wake_workers.mjs"],
  },
});
