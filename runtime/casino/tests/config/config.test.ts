// The browser's part of site.toml: the schema and the type have the same keys and defaults.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { DEFAULTS, parseConfig } from "../../config/config";

interface Key {
  readonly description?: string;
  readonly default?: unknown;
  readonly browser?: boolean;
}
const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
const tables = (
  JSON.parse(read("../../../config.schema.json")) as {
    properties: Record<string, { description?: string; properties: Record<string, Key> }>;
  }
).properties;

test("the browser config has the keys and defaults of the schema", () => {
  const browserTables = Object.entries(tables).flatMap(([table, { properties }]) => {
    const keys = Object.entries(properties).filter(([, key]) => key.browser);
    return keys.length > 0 ? [[table, Object.fromEntries(keys.map(([name, key]) => [name, key.default]))]] : [];
  });
  const { base, sandbox, ...rest } = DEFAULTS;
  expect(Object.fromEntries(browserTables)).toEqual(rest);
  expect([base, sandbox]).toEqual(["", ""]);
});

test("site.toml has exactly the keys of the schema, each with a description", () => {
  const keysByTable: Record<string, string[]> = {};
  let table = "";
  for (const line of read("../../../../site.toml").split("\n")) {
    table = /^\[(\w+)\]/.exec(line)?.[1] ?? table;
    const key = /^(\w+) = /.exec(line)?.[1];
    if (key) keysByTable[table] = [...(keysByTable[table] ?? []), key];
  }
  for (const [name, { description, properties }] of Object.entries(tables)) {
    expect(description).toMatch(/\.$/);
    for (const [key, { description }] of Object.entries(properties))
      expect(description, `${name}.${key}`).toMatch(/\.$/);
    expect(keysByTable[name]?.toSorted(), name).toEqual(Object.keys(properties).toSorted());
  }
});

test("settings of the page override the defaults key by key", () => {
  const { base, api, client } = parseConfig('{"base":"/docs","api":{"session_header":"X-Other"}}');
  expect([base, api.session_header, api.bot_check_header]).toEqual(["/docs", "X-Other", "X-Bot-Check"]);
  expect(client).toEqual(DEFAULTS.client);
  expect(parseConfig(undefined)).toEqual(DEFAULTS);
});
