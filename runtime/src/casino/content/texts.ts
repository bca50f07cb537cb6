// Fills values into the placeholders of texts.

/** Replaces every `{name}` by its value. A placeholder without a value stays, so that the mistake is visible. */
export function fill(text: string, values: Readonly<Record<string, string | number | undefined>>): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));
}
