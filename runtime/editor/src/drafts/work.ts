// The unsaved changes of a file, and the edits that they are.

import type { Edit, Entry } from "../api/types";
import { addEdit, applyEdits, difference, isValueEdit, typesOf, type ValueEdit } from "../model/edits";
import type { Json } from "../model/json";
import { applyTextChange, textChange, withLastLineEnd, withLineEndsOf } from "../model/text";

/** A file while it is edited. Every function of this module returns a new one. */
export interface Work {
  /** The file on disk that the edits begin from. */
  readonly base: { readonly digest: string | null; readonly text: string };
  /** The whole file, if it was changed as text. The other edits then begin from it. */
  readonly raw: string | null;
  /** Values and body where the edits of the form begin. `null` while the server has not parsed the text. */
  readonly start: { readonly values: Json | null; readonly body: string | null };
  readonly edits: readonly ValueEdit[];
  readonly values: Json | null;
  readonly body: string | null;
  /** Changes of the body in a restored draft that begin from the text as the server parses it. */
  readonly unparsedBody: readonly Edit[];
}

/** Returns a file without changes. */
export function startWork(entry: Entry): Work {
  const start = { values: entry.values, body: entry.body?.text ?? null };
  return {
    base: { digest: entry.digest, text: entry.text ?? "" },
    raw: null,
    start,
    edits: [],
    ...start,
    unparsedBody: [],
  };
}

/** Adds an edit of a value. */
export function editValue(work: Work, edit: ValueEdit): Work {
  if (work.values === null || work.start.values === null) return work;
  const edits = addEdit(work.start.values, work.edits, edit);
  return { ...work, edits, values: applyEdits(work.start.values, edits) };
}

/** Returns an edited text with the line ends of the text before the edit. `first` is the text without any edit. */
function withLineEnds(first: string, before: string, text: string): string {
  const restored = withLineEndsOf(first, text);
  // The first text shows the line ends of the file also if all its lines were removed, and if an edit took the others back.
  const hasLines = /[\r\n]/.test(before);
  return restored === first || !hasLines ? restored : withLineEndsOf(before, text);
}

/** Replaces the Markdown of a page. Lines that stay have their line ends. */
export const editBody = (work: Work, body: string): Work => ({
  ...work,
  body: withLineEnds(work.start.body ?? "", work.body ?? work.start.body ?? "", body),
});

/** Replaces the whole file. Lines that stay have their line ends in `before`, the text that the user changed. */
export const editRaw = (work: Work, text: string, before = work.raw ?? work.base.text): Work =>
  withRaw(work, withLineEnds(work.base.text, before, text));

/** Returns a file whose whole text was changed. `values` and `body` are unknown until the server has parsed the text. */
const withRaw = (work: Work, raw: string): Work => ({
  ...work,
  raw,
  start: { values: null, body: null },
  edits: [],
  values: null,
  body: null,
  unparsedBody: [],
});

/** Continues from the text that the server wrote and parsed, so that the form shows what the text says. */
export function adoptParsed(work: Work, text: string, values: Json | null, body: string | null): Work {
  return work.raw === null
    ? work
    : { ...work, raw: text, start: { values, body }, edits: [], values, body, unparsedBody: [] };
}

/** Returns the replacement that turns a text of the file into the one that was typed, which ends like a file of lines. */
const typedChange = (from: string, to: string) => textChange(from, withLastLineEnd(from, to));

/** Returns the edits of all changes. The list is empty if the file is as it was. */
export function editsOf(work: Work): readonly Edit[] {
  const edits: Edit[] = [];
  const raw = work.raw === null ? undefined : typedChange(work.base.text, work.raw);
  if (raw) edits.push({ raw: raw.range, text: raw.text });
  edits.push(...work.edits, ...work.unparsedBody);
  const body = work.body === null || work.start.body === null ? undefined : typedChange(work.start.body, work.body);
  if (body) edits.push({ body: body.range, text: body.text });
  return edits;
}

/** Whether the form has changes that the text of the file does not have yet. */
export const hasFormEdits = (work: Work) =>
  work.edits.length > 0 || work.unparsedBody.length > 0 || work.body !== work.start.body;

export const isChanged = (work: Work) => editsOf(work).length > 0;

/** Returns the file with the edits of a stored draft, or `undefined` if they do not fit to the file. */
export function restoreWork(entry: Entry, edits: readonly Edit[]): Work | undefined {
  const first = startWork(entry);
  try {
    const raws = edits.filter((edit) => "raw" in edit);
    const values = edits.filter(isValueEdit);
    const bodies = edits.filter((edit) => "body" in edit);
    if (raws.length > 0) {
      const text = raws.reduce(
        (it, { raw, text: added }) => applyTextChange(it, { range: raw, text: added }),
        first.base.text,
      );
      // The edits of the form follow when the server has parsed the text.
      return { ...withRaw(first, text), edits: values, unparsedBody: bodies };
    }
    const body = bodies.reduce(
      (it, { body: range, text }) => applyTextChange(it, { range, text }),
      first.start.body ?? "",
    );
    return {
      ...first,
      edits: values,
      values: first.start.values === null ? null : applyEdits(first.start.values, values),
      body: first.start.body === null ? null : body,
    };
  } catch {
    return undefined;
  }
}

/** Returns the changes that were made after a save began, on top of the saved file. */
export function rebaseWork(entry: Entry, work: Work): Work {
  const saved = startWork(entry);
  if (work.raw !== null && work.values === null) return withRaw(saved, work.raw);
  if (work.values === null || saved.values === null) return saved;
  const edits = difference(saved.values, work.values, "", typesOf(work.edits, work.values));
  return { ...saved, edits, values: work.values, body: work.body };
}
