// The three versions of a file in conflict, and the work that the choices result in.

import type { Conflict, Entry, Versions } from "../api/types";
import { editRaw, startWork, type Work } from "../drafts/work";
import { applyEdits, typesOf, type ValueTypes } from "../model/edits";
import type { Json } from "../model/json";
import {
  compareTexts,
  compareValues,
  type FieldDifference,
  mergedEdits,
  mergedText,
  type Side,
  type TextPart,
} from "./merge";

/** What the user chooses from. Without values, the whole file is compared as text. */
export interface Comparison {
  readonly fields: readonly FieldDifference[];
  readonly parts: readonly TextPart[];
  /** The types of the user's texts. */
  readonly types: ValueTypes;
  readonly isWholeText: boolean;
}

/** Choices by the pointer of a field or the index of a paragraph. */
export interface Choices {
  readonly fields: Readonly<Record<string, Side>>;
  readonly parts: Readonly<Record<number, Side>>;
}

/** A conflict of which the user's version is known. */
export type KnownConflict = Conflict & { readonly mine: string };

export const isKnown = (conflict: Conflict): conflict is KnownConflict => conflict.mine !== null;

/** Returns the differences. `before` is what this tab edited, `theirs` the file on disk. */
export function compare(conflict: KnownConflict, before: { entry: Entry; work: Work }, theirs: Entry): Comparison {
  const values = conflict.values ?? valuesOf(conflict, before, theirs);
  if (values) {
    const bodies = conflict.values ? conflict.bodies : bodiesOf(before, theirs);
    return {
      fields: compareValues(values.base, values.theirs, values.mine),
      parts: bodies ? compareTexts(bodies.base, bodies.theirs, bodies.mine) : [],
      types: typesOf(before.work.edits, before.work.values),
      isWholeText: false,
    };
  }

  const parts = compareTexts(conflict.base_text ?? "", conflict.theirs ?? "", conflict.mine);
  return { fields: [], parts, types: new Map(), isWholeText: true };
}

/** Returns the values of the versions if this tab has them: it edited the form of the version that the conflict names. */
function valuesOf(
  conflict: Conflict,
  { entry, work }: { entry: Entry; work: Work },
  theirs: Entry,
): Versions<Json> | null {
  const isSameBase = entry.text === conflict.base_text && entry.digest !== theirs.digest;
  if (!isSameBase || work.raw !== null || entry.values === null || theirs.values === null || work.values === null)
    return null;
  return { base: entry.values, theirs: theirs.values, mine: work.values };
}

function bodiesOf({ entry, work }: { entry: Entry; work: Work }, theirs: Entry): Versions<string> | null {
  if (entry.body === null || theirs.body === null || work.body === null) return null;
  return { base: entry.body.text, theirs: theirs.body.text, mine: work.body };
}

/** Returns the changes on top of the version on disk. */
export function resolved(comparison: Comparison, choices: Choices, theirs: Entry): Work {
  const work = startWork(theirs);
  const text = mergedText(comparison.parts, choices.parts);
  if (comparison.isWholeText) return editRaw(work, text);

  const edits = mergedEdits(comparison.fields, choices.fields, comparison.types);
  return {
    ...work,
    edits,
    values: work.values === null ? null : applyEdits(work.values, edits),
    body: comparison.parts.length > 0 ? text : work.body,
  };
}
