// Inserts shortcodes and islands, as text with the parameters of a form.

import { useState } from "react";
import { getInserts } from "../api/calls";
import type { Entry, Inserts, Schema, Shortcode } from "../api/types";
import { PlainForm } from "../form/plain_form";
import { NO_INVALID_TEXTS, withInvalidText } from "../model/invalid_texts";
import type { Json, JsonObject } from "../model/json";
import { Button } from "../ui/button";
import { Dialog, DialogButtons } from "../ui/dialog";
import { useLoaded } from "../ui/state";

interface InsertDialogProps {
  /** The selected text. */
  readonly content: string;
  readonly onClose: () => void;
  /** A block is on lines of its own. */
  readonly onInsert: (text: string, isBlock: boolean) => void;
  readonly entry?: Entry;
}

/** A dialog that lists shortcodes and islands, then shows the form of the chosen one. */
export function InsertDialog({ content, onClose, onInsert }: InsertDialogProps) {
  const [chosen, setChosen] = useState<Insertable | null>(null);
  const { data, error } = useLoaded(getInserts, []);

  if (!chosen) return <InsertList data={data} error={error} onClose={onClose} onChoose={setChosen} />;
  return (
    <InsertForm
      item={chosen}
      content={content}
      onClose={onClose}
      onBack={() => setChosen(null)}
      onInsert={(text) => onInsert(text, chosen.hasBody)}
    />
  );
}

interface InsertListProps {
  readonly data: Inserts | undefined;
  readonly error: string | undefined;
  readonly onClose: () => void;
  readonly onChoose: (item: Insertable) => void;
}

/** The list of shortcodes and islands, with a search. */
function InsertList({ data, error, onClose, onChoose }: InsertListProps) {
  const [q, setQ] = useState("");
  const items = data ? insertables(data).filter(({ name }) => name.toLowerCase().includes(q.toLowerCase())) : [];

  return (
    <Dialog title="Insert" onClose={onClose} onSubmit={() => items[0] && onChoose(items[0])}>
      <input
        type="search"
        aria-label="Search"
        placeholder="Search"
        value={q}
        onChange={({ target }) => setQ(target.value)}
      />
      {error && <p className="empty">{error}</p>}
      {data && items.length === 0 && <p className="empty">This site has no shortcodes and no islands that match.</p>}
      <ul className="results">
        {items.map((item) => (
          <li key={`${item.kind}${item.name}`}>
            <button type="button" className="result" onClick={() => onChoose(item)}>
              <span>{item.name}</span>
              <span className="muted">
                {item.kind === "island" ? "Island" : item.hasBody ? "Shortcode with text" : "Shortcode"}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

interface InsertFormProps {
  readonly item: Insertable;
  readonly content: string;
  readonly onClose: () => void;
  readonly onBack: () => void;
  readonly onInsert: (text: string) => void;
}

/** The form of the parameters of a shortcode or an island. */
function InsertForm({ item, content, onClose, onBack, onInsert }: InsertFormProps) {
  const [values, setValues] = useState<JsonObject>({});
  const [invalid, setInvalid] = useState(NO_INVALID_TEXTS);
  const isMissing = item.schema.required?.some((key) => values[key] === undefined || values[key] === "") ?? false;
  const canInsert = !isMissing && invalid.size === 0;
  return (
    <Dialog
      title={`Insert ${item.name}`}
      onClose={onClose}
      onSubmit={() => canInsert && onInsert(callText(item, values, content))}
      footer={
        <>
          <Button look="quiet" onClick={onBack}>
            Back
          </Button>
          <DialogButtons onClose={onClose} action="Insert" isDisabled={!canInsert} />
        </>
      }
    >
      <PlainForm
        schema={item.schema}
        values={values}
        invalid={invalid}
        onChange={setValues}
        onInvalid={(pointer, text) => setInvalid((texts) => withInvalidText(texts, pointer, text))}
      />
      <pre className="call">{callText(item, values, content)}</pre>
    </Dialog>
  );
}

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
