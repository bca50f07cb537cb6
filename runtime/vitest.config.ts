// Unit tests run in Node. Tests of components (*.test.tsx) ask for a document by `// @vitest-environment happy-dom`.

import { defineConfig } from "vitest/config";

/** Tests that bundle with esbuild or run generators, which takes seconds, and longer on a busy machine. */
const BUNDLE = [
  "tests/{bundle,weight}.test.ts",
  "{editor/tests,tests/search}/build.test.ts",
  "casino/tests/api/api_contract.test.ts",
];
const settings = { environment: "node", setupFiles: ["./loader/bundle/wake_workers.mjs"] };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...settings,
          name: "unit",
          include: ["{casino/tests,editor/tests,loader/tests,tests}/**/*.test.{ts,tsx}"],
          exclude: BUNDLE,
        },
      },
      { test: { ...settings, name: "bundle", include: BUNDLE, testTimeout: 60_000 } },
    ],
  },
});
