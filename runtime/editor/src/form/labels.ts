// Labels of fields.

import type { Schema } from "../api/types";

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
