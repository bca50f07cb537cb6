// Unit tests need no document: core, models and the API's rules are plain functions.

import { defineConfig } from "vitest/config";

export default defineConfig({ test: { include: ["tests/**/*.test.ts"], environment: "node" } });
