// Words of content with places in them, which values are filled into.

/** The text with every `{name}` replaced by its value; a place without a value stays as it is, so that it is seen. */
export function fill(text: string, values: Readonly<Record<string, string | number | undefined>>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}
