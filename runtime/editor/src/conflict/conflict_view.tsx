// Shows the versions of a file in conflict, with a choice for each field and each paragraph.

import { useState } from "react";
import { getEntry } from "../api/calls";
import type { Conflict } from "../api/types";
import { BASE, navigate } from "../app/route";
import type { Session, SessionState } from "../drafts/session";
import { labelOf } from "../form/fields";
import { keysOf, summarize } from "../model/json";
import { Button } from "../ui/button";
import { TextDiff } from "../ui/diff_view";
import { Notice } from "../ui/field_frame";
import { useLoaded } from "../ui/state";
import type { FieldDifference, Side, TextPart } from "./merge";
import { type Choices, type Comparison, compare, isKnown, type KnownConflict, resolved } from "./versions";

interface ConflictViewProps {
  readonly session: Session;
  readonly state: SessionState;
  readonly conflict: Conflict;
}

/** The conflict of the open file. It stays until the user decides. */
export function ConflictView({ session, state, conflict }: ConflictViewProps) {
  const theirs = useLoaded(() => getEntry(conflict.path), [conflict]);
  if (!isKnown(conflict)) return <UnknownView session={session} conflict={conflict} />;
  if (conflict.theirs === null) return <DeletedView session={session} conflict={conflict} />;
  // The version of an earlier conflict is not compared with this one.
  if (!theirs.data || !theirs.isCurrent)
    return theirs.error ? <Notice kind="error">{theirs.error}</Notice> : <p className="empty">Comparing…</p>;

  const entry = theirs.data;
  const comparison = compare(conflict, state, entry);
  return (
    <ChoiceView
      key={conflict.theirs_digest}
      comparison={comparison}
      onApply={(choices) => session.replace(resolved(comparison, choices, entry), entry)}
      onDiscard={() => void session.discard().then(() => session.reload())}
    />
  );
}

/** The text with the changes is not known, so nothing can be merged. */
function UnknownView({ session, conflict }: { readonly session: Session; readonly conflict: Conflict }) {
  return (
    <div className="conflict">
      <Notice kind="warning">
        <strong>{conflict.path} changed on disk</strong> since you began. Your changes do not fit this version, so they
        cannot be shown.
      </Notice>
      <div className="conflict-actions">
        <Button onClick={() => void session.discard().then(() => session.reload())}>Discard draft</Button>
      </div>
    </div>
  );
}

/** The file does not exist on disk any more. */
function DeletedView({ session, conflict }: { readonly session: Session; readonly conflict: KnownConflict }) {
  return (
    <div className="conflict">
      <Notice kind="warning">
        <strong>{conflict.path} was deleted</strong> while you changed it. Your text is still here. Saving creates the
        file again.
      </Notice>
      <div className="conflict-actions">
        <Button look="primary" onClick={() => session.recreate(conflict.mine)}>
          Keep the file
        </Button>
        <Button onClick={() => void session.discard().then(() => navigate(BASE))}>Discard draft</Button>
      </div>
      <pre className="diff">{conflict.mine}</pre>
    </div>
  );
}

interface ChoiceViewProps {
  readonly comparison: Comparison;
  readonly onApply: (choices: Choices) => void;
  readonly onDiscard: () => void;
}

function ChoiceView({ comparison, onApply, onDiscard }: ChoiceViewProps) {
  const [choices, setChoices] = useState<Choices>({ fields: {}, parts: {} });
  const { fields, parts } = comparison;
  const open =
    fields.filter(({ kind }) => kind === "conflict").length + parts.filter(({ kind }) => kind === "conflict").length;
  const chosen = Object.keys(choices.fields).length + Object.keys(choices.parts).length;
  const theirChanges =
    fields.filter(({ kind }) => kind === "theirs").length + parts.filter(({ kind }) => kind === "theirs").length;

  return (
    <div className="conflict">
      <Notice kind="warning">
        <strong>This file changed on disk</strong> since you began.{" "}
        {open === 0 ? "Both changes fit together." : "Choose a version where both sides changed the same text."}
        {theirChanges > 0 && " The other changes on disk are kept."}
      </Notice>
      {fields.map((field) => (
        <FieldChoice
          key={field.pointer}
          field={field}
          side={choices.fields[field.pointer]}
          onChoose={(side) => setChoices({ ...choices, fields: { ...choices.fields, [field.pointer]: side } })}
        />
      ))}
      {parts.map((part, index) => (
        <PartChoice
          // The parts do not change.
          key={index}
          part={part}
          side={choices.parts[index]}
          onChoose={(side) => setChoices({ ...choices, parts: { ...choices.parts, [index]: side } })}
        />
      ))}
      <div className="conflict-actions">
        <Button look="primary" disabled={chosen < open} onClick={() => onApply(choices)}>
          Continue with the result
        </Button>
        <Button onClick={onDiscard}>Discard draft</Button>
        {chosen < open && <span className="muted">{open - chosen} to choose</span>}
      </div>
    </div>
  );
}

const KINDS = {
  mine: "Changed by you",
  theirs: "Changed on disk",
  both: "Both made the same change",
  conflict: "Changed on both sides",
};

function FieldChoice({
  field,
  side,
  onChoose,
}: {
  readonly field: FieldDifference;
  readonly side: Side | undefined;
  readonly onChoose: (side: Side) => void;
}) {
  const label = keysOf(field.pointer)
    .map((key) => (/^\d+$/.test(key) ? String(Number(key) + 1) : labelOf(key)))
    .join(" › ");

  const texts = { base: summarize(field.base), theirs: summarize(field.theirs), mine: summarize(field.mine) };

  return <Choice label={label || "Whole file"} kind={field.kind} texts={texts} side={side} onChoose={onChoose} />;
}

function PartChoice({
  part,
  side,
  onChoose,
}: {
  readonly part: TextPart;
  readonly side: Side | undefined;
  readonly onChoose: (side: Side) => void;
}) {
  if (part.kind === "same") {
    const lines = part.mine.trim().split("\n");
    return (
      <p className="conflict-same">{lines.length > 2 ? `${lines[0]} … (${lines.length} lines)` : part.mine.trim()}</p>
    );
  }
  return <Choice label="Paragraph" kind={part.kind} texts={part} side={side} onChoose={onChoose} />;
}

interface ChoiceProps {
  readonly label: string;
  readonly kind: FieldDifference["kind"];
  readonly texts: { readonly base: string; readonly theirs: string; readonly mine: string };
  readonly side: Side | undefined;
  readonly onChoose: (side: Side) => void;
}

function Choice({ label, kind, texts, side, onChoose }: ChoiceProps) {
  const version = (name: Side, title: string) => (
    <div className={`version ${side === name ? "chosen" : ""}`}>
      <p className="version-title">{title}</p>
      <pre>{texts[name] || "(none)"}</pre>
      {kind === "conflict" && (
        <Button aria-pressed={side === name} look={side === name ? "primary" : "plain"} onClick={() => onChoose(name)}>
          {title}
        </Button>
      )}
    </div>
  );
  return (
    <fieldset className={`choice ${kind}`}>
      <legend>{label}</legend>
      <p className="muted">{KINDS[kind]}</p>
      {kind === "conflict" ? (
        <>
          <div className="versions">
            {version("mine", "Yours")}
            {version("theirs", "Theirs")}
          </div>
          <details>
            <summary>Before both changes</summary>
            <pre>{texts.base || "(none)"}</pre>
          </details>
        </>
      ) : (
        <TextDiff from={texts.base} to={kind === "theirs" ? texts.theirs : texts.mine} />
      )}
    </fieldset>
  );
}
