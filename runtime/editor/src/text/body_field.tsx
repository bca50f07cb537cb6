// The Markdown of a page in its form.

import { useEffect, useMemo, useRef, useState } from "react";
import type { Session, SessionState } from "../drafts/session";
import { countWords, plural } from "../model/text";
import { $selection } from "../preview/source_text";
import type { TextEditor } from "./text_editor";
import { editorOffset, offsetOf, TextField, textProblems } from "./text_field";
import { type TextDialog, TextToolbar } from "./toolbar";

declare global {
  interface DocumentEventMap {
    /** Requests that the body shows a line. */
    "croupier:line": CustomEvent<number>;
  }
}

interface BodyFieldProps {
  readonly session: Session;
  readonly state: SessionState;
  readonly isReadOnly: boolean;
  readonly onChange: (body: string) => void;
}

/** The text of a page with its tools and the number of its words. */
export function BodyField({ state, isReadOnly, onChange }: BodyFieldProps) {
  const { entry, work, problems, generation } = state;
  const editor = useRef<TextEditor>(null);
  const [dialog, setDialog] = useState<TextDialog | null>(null);
  const body = work.body ?? "";
  const whole = state.text ?? work.base.text;
  // The ranges of the problems refer to the text that the server read last.
  const start = Math.max(0, whole.length - body.length);
  const marks = useMemo(
    () => (state.text === null ? [] : textProblems(problems, entry.path, state.text, start, body.length)),
    [problems, entry.path, state.text, start, body.length],
  );

  useEffect(() => {
    const onLine = ({ detail: line }: CustomEvent<number>) => {
      const offset = offsetOf(body, line);
      editor.current?.focus(editorOffset(body, offset));
    };
    document.addEventListener("croupier:line", onLine);
    return () => document.removeEventListener("croupier:line", onLine);
  }, [body]);

  return (
    <section className="body-field" aria-label="Body">
      <div className="body-head">
        <span className="label">Body</span>
        <TextToolbar editor={editor} page={entry.path} isReadOnly={isReadOnly} dialog={dialog} onDialog={setDialog} />
      </div>
      <TextField
        label="Body"
        text={body}
        generation={generation}
        problems={marks}
        isMarkdown
        isReadOnly={isReadOnly}
        editor={editor}
        onChange={onChange}
        onLink={() => setDialog({ kind: "link" })}
        onFiles={(files) => setDialog({ kind: "upload", files })}
        onFocusLine={(line) => $selection.set({ line })}
      />
      <p className="hint">{plural(countWords(body), "word")}</p>
    </section>
  );
}
