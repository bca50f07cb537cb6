// Which fields a form has, in which groups, and which control each one gets.

import type { EditorHints, Schema } from "../api/types";
import { isObject, type Json } from "../model/json";
import { inferSchema, resolve, typeFor, typeOf } from "./schema";

/** The control of a field. */
export type Control =
  | "line"
  | "text"
  | "markdown"
  | "date"
  | "datetime"
  | "picture"
  | "page"
  | "color"
  | "money"
  | "number"
  | "switch"
  | "select"
  | "constant"
  | "variants"
  | "chips"
  | "list"
  | "table"
  | "raw";

/** A field of a table. */
export interface Field {
  readonly key: string;
  readonly label: string;
  readonly schema: Schema;
  readonly hints: EditorHints;
  readonly isRequired: boolean;
  /** Whether the schema has this key. */
  readonly isKnown: boolean;
}

/** Fields below one heading. */
export interface Group {
  /** "" for the first fields, which have no heading. */
  readonly name: string;
  readonly fields: readonly Field[];
  /** Whether the group is closed at first. */
  readonly isMinor: boolean;
}

const WIDGETS: readonly Control[] = ["text", "markdown", "date", "datetime", "picture", "page", "color", "money"];

/** Texts that are longer than this, or have several lines, get a field of several lines. */
const LINE_LENGTH = 90;

/** Returns the control of a field for the value that it has. */
export function controlOf(schema: Schema, value: Json | undefined): Control {
  const widget = WIDGETS.find((it) => it === schema["x-editor"]?.widget);
  if (widget !== undefined && fitsWidget(widget, value)) return widget;
  const isText = typeof value === "string" || (value === undefined && typeOf(schema) !== "array");
  if (schema["x-editor"]?.references !== undefined && isText) return "page";
  if (schema.const !== undefined) return "constant";
  if (schema.enum) return "select";
  if ((schema.anyOf ?? schema.oneOf)?.length) return "variants";

  const type = typeFor(schema, value) ?? typeOf(inferSchema(value));
  const isShapeOther = value !== undefined && value !== null && !fits(type, value);
  if (isShapeOther) return "raw";
  switch (type) {
    case "boolean":
      return "switch";
    case "number":
    case "integer":
      return "number";
    case "array":
      return hasTextItems(schema, value) ? "chips" : "list";
    case "object":
      return "table";
    default:
      return textControl(schema, value);
  }
}

/** The controls that typing could ask for instead of another one. */
const ALTERNATIVES: Readonly<Partial<Record<Control, readonly Control[]>>> = {
  line: ["text", "date", "datetime"],
  text: ["line", "date", "datetime"],
  chips: ["list"],
  list: ["chips"],
};

/** Returns the control of a field that has one. What the user types does not change it, because the focus and the next keys would be lost. */
export function nextControl(current: Control, schema: Schema, value: Json | undefined): Control {
  const wanted = controlOf(schema, value);
  const isTyped = current === "raw" || ALTERNATIVES[current]?.includes(wanted);
  return isTyped && !hidesLines(current, value) ? current : wanted;
}

/** Whether a control cannot show all lines of a value. Its browser field takes no line breaks, so such a value was not typed there. */
function hidesLines(control: Control, value: Json | undefined): boolean {
  const isShown = (text: Json) => typeof text === "string" && !text.includes("\n");
  if (control === "line") return typeof value === "string" && !isShown(value);
  return control === "chips" && Array.isArray(value) && !value.every(isShown);
}

/** Whether a widget shows a value. Fields of several lines show numbers as texts, and those for money show any text. */
function fitsWidget(widget: Control, value: Json | undefined): boolean {
  if (value === undefined || typeof value === "string") return true;
  const isShown = widget === "money" || widget === "text" || widget === "markdown";
  return typeof value === "number" && isShown;
}

/** Whether the control of a type shows a value. Texts and numbers show each other, so that a writer can correct them. */
function fits(type: string | undefined, value: Json): boolean {
  if (Array.isArray(value)) return type === "array";
  if (typeof value === "object") return type === "object";
  if (typeof value === "boolean") return type === "boolean" || type === "string";
  return type !== "array" && type !== "object" && type !== "boolean";
}

function textControl(schema: Schema, value: Json | undefined): Control {
  if (schema.format === "date") return "date";
  if (schema.format === "date-time") return "datetime";
  if (schema.format === "color") return "color";
  const isLong = typeof value === "string" && (value.length > LINE_LENGTH || value.includes("\n"));
  return isLong || (schema["x-editor"]?.rows ?? 1) > 1 ? "text" : "line";
}

/** Returns what a text or the items of a list refer to, as the schema of the field or that of the items names it. */
export const referencesOf = (schema: Schema): string | undefined =>
  schema["x-editor"]?.references ?? schema.items?.["x-editor"]?.references;

function hasTextItems(schema: Schema, value: Json | undefined): boolean {
  const items = Array.isArray(value) ? value : [];
  if (items.some((item) => typeof item !== "string" || item.length > 60 || item.includes("\n"))) return false;
  const rule = schema.items;
  if (referencesOf(schema) !== undefined) return false;
  return items.length > 0 ? !rule?.enum : typeOf(rule ?? null) === "string" && !rule?.["x-editor"]?.widget;
}

/** Fields of pages that are always shown, also without a value. */
const USUAL = new Set([
  "title",
  "heading",
  "description",
  "date",
  "updated",
  "draft",
  "publish",
  "expires",
  "tags",
  "picture",
  "image",
]);

/** A table with more optional fields than this shows those without a value in a group of their own. */
const MANY_FIELDS = 10;

const OTHER_VALUES = "Other values";
const MORE_FIELDS = "More fields";

/** Where the fields of an open table are. A field stays there while its value is removed or gets its first character. */
export interface Layout {
  /** The names of the groups by the keys of their fields. */
  readonly groups: Map<string, string>;
  /** Whether a group is closed at first, by its name. */
  readonly minor: Map<string, boolean>;
  /** The first values of the keys that the schema does not have. */
  readonly others: Map<string, Json>;
}

export const newLayout = (): Layout => ({ groups: new Map(), minor: new Map(), others: new Map() });

/** Returns the entry of a key, which `first` is when there is none. */
function placed<Value>(places: Map<string, Value>, key: string, first: Value): Value {
  const place = places.get(key) ?? first;
  places.set(key, place);
  return place;
}

/** Returns the groups of fields of a table: the order of `x-editor`, then that of the schema. Unknown keys are in the group "Other values". */
export function groupsOf(
  schema: Schema,
  root: Schema,
  value: Json | undefined,
  layout: Layout = newLayout(),
): readonly Group[] {
  const values = isObject(value) ? value : {};
  const known = Object.entries(schema.properties ?? {}).map(([key, property]) => ({
    ...fieldOf(key, resolve(property, root, values[key])),
    isRequired: schema.required?.includes(key) ?? false,
    isKnown: true,
  }));
  const visible = known.filter(({ hints }) => !hints.hidden && hints.widget !== "hidden");
  const isMany = visible.length > MANY_FIELDS;

  const groups = new Map<string, Field[]>();
  for (const field of sorted(visible)) {
    const isMinor =
      isMany &&
      !field.isRequired &&
      !Object.hasOwn(values, field.key) &&
      !USUAL.has(field.key) &&
      !hasPlace(field.hints);
    const name = placed(layout.groups, field.key, isMinor ? MORE_FIELDS : (field.hints.group ?? ""));
    groups.set(name, [...(groups.get(name) ?? []), field]);
  }

  for (const [key, inner] of Object.entries(values)) placed(layout.others, key, inner);
  const unknown = [...layout.others].filter(([key]) => !Object.hasOwn(schema.properties ?? {}, key));
  // A table whose keys are names of the author has no other values: all its keys are like that.
  const isMap = known.length === 0;
  const others = unknown.map(([key, first]) => {
    const { additionalProperties } = schema;
    const rule = isObject(additionalProperties) ? additionalProperties : inferSchema(values[key], first);
    return { ...fieldOf(key, resolve(rule, root, values[key])), isRequired: false, isKnown: isMap };
  });
  // Groups without any value are closed in a form of many fields.
  const isUnused = (fields: readonly Field[]) =>
    isMany && fields.every(({ key, isRequired }) => !isRequired && !Object.hasOwn(values, key) && !USUAL.has(key));
  const result = [...groups].map(([name, fields]) => ({
    name,
    fields,
    isMinor: placed(layout.minor, name, name === MORE_FIELDS || (name !== "" && isUnused(fields))),
  }));
  if (others.length > 0) result.push({ name: isMap ? "" : OTHER_VALUES, fields: others, isMinor: false });
  return result.sort((left, right) => rankOf(left) - rankOf(right));
}

const rankOf = ({ name }: Group) => (name === "" ? 0 : name === MORE_FIELDS ? 2 : name === OTHER_VALUES ? 3 : 1);

const hasPlace = (hints: EditorHints) => hints.group !== undefined || hints.order !== undefined;

function fieldOf(key: string, schema: Schema): Pick<Field, "key" | "label" | "schema" | "hints"> {
  return { key, label: titleOf(schema, key), schema, hints: schema["x-editor"] ?? {} };
}

function sorted(fields: readonly Field[]): readonly Field[] {
  const place = (field: Field) => field.hints.order ?? (field.key === "title" ? -1 : Number.MAX_SAFE_INTEGER);
  return fields.toSorted((left, right) => place(left) - place(right));
}

/** Keys whose value describes an item of a list. */
const NAMES = ["title", "label", "name", "heading", "code", "text", "question", "id", "path", "key"];

/** Returns the key whose texts tell the items of a list apart: a usual name, else the key with the most different texts. */
export function titleKeyOf(items: readonly Json[]): string | undefined {
  const tables = items.filter(isObject);
  const keys = [...new Set(tables.flatMap((item) => Object.keys(item)))];
  const texts = (key: string) => new Set(tables.map((item) => item[key]).filter((it) => typeof it === "string")).size;
  const usual = NAMES.find((name) => keys.includes(name) && texts(name) > tables.length / 2);
  return usual ?? keys.toSorted((left, right) => texts(right) - texts(left)).find((key) => texts(key) > 0);
}

/** Returns the line that shows an item of a list while it is closed. */
export function itemTitle(value: Json, index: number, itemLabel = "Item", titleKey?: string): string {
  if (typeof value === "string" || typeof value === "number") return String(value) || `${itemLabel} ${index + 1}`;
  if (isObject(value)) {
    const preferred = titleKey === undefined ? undefined : value[titleKey];
    if (typeof preferred === "string" && preferred !== "") return preferred.replace(/\s+/g, " ").slice(0, 100);
    const key = NAMES.find((name) => typeof value[name] === "string" && value[name] !== "");
    const first = key ?? Object.keys(value).find((name) => typeof value[name] === "string" && value[name] !== "");
    if (first !== undefined) return String(value[first]).replace(/\s+/g, " ").slice(0, 100);
  }
  return `${itemLabel} ${index + 1}`;
}

/** Returns the label of one item of a list: "Steps" has "Step 1", "Step 2". */
export function itemLabelOf(label: string): string {
  if (/ies$/i.test(label)) return label.replace(/ies$/i, "y");
  return /[^s]s$/i.test(label) ? label.slice(0, -1) : labelOf(label);
}

/** Abbreviations that keep their capital letters. */
const ABBREVIATIONS: Readonly<Record<string, string>> = { url: "URL", id: "ID", html: "HTML", css: "CSS", seo: "SEO" };

/** Returns a key as a label: `menu_label` and `menuLabel` become "Menu label". */
export function labelOf(key: string): string {
  const words = key
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .replace(/[_-]+/g, " ")
    .trim()
    .split(/\s+/);
  const text = words.map((word) => ABBREVIATIONS[word.toLowerCase()] ?? word.toLowerCase()).join(" ");
  return text === "" ? key : text[0]?.toUpperCase() + text.slice(1);
}

/** Returns the label of a field: the title of its schema, or its key. */
export const titleOf = (schema: Schema | null, key: string) => schema?.title ?? labelOf(key);
