// Inserts shortcodes and islands by a form of their parameters.

import { useState } from "react";
import { getInserts } from "../api/calls";
import type { Entry } from "../api/types";
import { PlainForm } from "../form/plain_form";
import type { JsonObject } from "../model/json";
import { Button } from "../ui/button";
import { Dialog, DialogButtons } from "../ui/dialog";
import { useLoaded } from "../ui/load";
import { callText, type Insertable, insertables } from "./insert_model";

interface InsertDialogProps {
  /** The selected text. */
  readonly content: string;
  readonly onClose: () => void;
  readonly onInsert: (text: string) => void;
  readonly entry?: Entry;
}

/** A dialog that lists shortcodes and islands, then shows the form of the chosen one. */
export function InsertDialog({ content, onClose, onInsert }: InsertDialogProps) {
  const { data, error } = useLoaded(getInserts, []);
  const [q, setQ] = useState("");
  const [chosen, setChosen] = useState<Insertable | null>(null);
  const [values, setValues] = useState<JsonObject>({});
  const items = data ? insertables(data).filter(({ name }) => name.toLowerCase().includes(q.toLowerCase())) : [];

  if (!chosen)
    return (
      <Dialog title="Insert" onClose={onClose} onSubmit={() => items[0] && setChosen(items[0])}>
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
              <button type="button" className="result" onClick={() => setChosen(item)}>
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

  const isMissing = chosen.schema.required?.some((key) => values[key] === undefined || values[key] === "") ?? false;
  return (
    <Dialog
      title={`Insert ${chosen.name}`}
      onClose={onClose}
      onSubmit={() => !isMissing && onInsert(callText(chosen, values, content))}
      footer={
        <>
          <Button look="quiet" onClick={() => setChosen(null)}>
            Back
          </Button>
          <DialogButtons onClose={onClose} action="Insert" isDisabled={isMissing} />
        </>
      }
    >
      <PlainForm schema={chosen.schema} values={values} onChange={setValues} />
      <pre className="call">{callText(chosen, values, content)}</pre>
    </Dialog>
  );
}
