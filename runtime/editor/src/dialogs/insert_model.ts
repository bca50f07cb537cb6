// Calls of shortcodes and islands as text.

import type { Inserts, Schema, Shortcode } from "../api/types";
import type { Json } from "../model/json";

/** A shortcode or an island with a schema of its parameters. */
export interface Insertable {
  readonly kind: "shortcode" | "island";
  readonly name: string;
  readonly schema: Schema;
  readonly hasBody: boolean;
}

/** Returns everything that can be inserted, sorted by name. */
export function insertables({ shortcodes, islands }: Inserts): readonly Insertable[] {
  const all: Insertable[] = [
    ...shortcodes.map((shortcode) => ({
      kind: "shortcode" as const,
      name: shortcode.name,
      schema: schemaOf(shortcode),
      hasBody: shortcode.has_body,
    })),
    ...islands.map(({ name, schema }) => ({ kind: "island" as const, name, schema: schema ?? {}, hasBody: false })),
  ];
  return all.toSorted((left, right) => left.name.localeCompare(right.name));
}

/** Parameters of shortcodes have no types, so their defaults tell them. */
function schemaOf({ parameters }: Shortcode): Schema {
  const properties = Object.fromEntries(
    parameters.map(({ name, default: value }): [string, Schema] => {
      const type = typeof value === "number" || typeof value === "boolean" ? typeof value : "string";
      return [name, value === null ? { type } : { type, default: value }];
    }),
  );
  return {
    type: "object",
    properties,
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  };
}

/** Returns a value as a literal of a template. */
function literalOf(value: Json): string {
  if (typeof value !== "string") return JSON.stringify(value);
  // A call is one line, and quotes end a text.
  return `"${value.replace(/\\/g, "\\\\").replace(/"/g, '\\"').replace(/\r?\n/g, "\\n")}"`;
}

/** Returns the call with its arguments. The selected text becomes the content of a shortcode with a body. */
export function callText(item: Insertable, values: Readonly<Record<string, Json>>, content: string): string {
  const entries = Object.entries(values);
  const named = entries.map(([name, value]) => `${name}=${literalOf(value)}`);
  if (item.kind === "island") return `{{ ${["island(", [`"${item.name}"`, ...named].join(", "), ")"].join("")} }}`;

  const call = `${item.name}(${named.join(", ")})`;
  return item.hasBody ? `{% ${call} %}\n${content || "Text"}\n{% end %}` : `{{ ${call} }}`;
}
