// Shows the text editor in React, with the problems of a file as ranges of its text.

import { type RefObject, useEffect, useImperativeHandle, useRef, useState } from "react";
import type { Problem } from "../api/types";
import { sentences } from "../model/text";
import type { TextEditor, TextProblem } from "./text_editor";

/** Returns the nonce for style elements of scripts. */
const nonce = () => document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;

export interface TextFieldProps {
  readonly label: string;
  readonly text: string;
  /** A new number replaces the text of the editor. The user's own changes keep it. */
  readonly generation: number;
  readonly problems: readonly TextProblem[];
  readonly isMarkdown: boolean;
  readonly isReadOnly: boolean;
  readonly hasLineNumbers?: boolean;
  readonly editor: RefObject<TextEditor | null>;
  onChange(text: string): void;
  onLink(): void;
  onFiles(files: readonly File[]): void;
  onFocusLine?(line: number): void;
  /** Called once the editor handles keys. */
  onReady?(editor: TextEditor): void;
}

/** A text editor, which loads when it is first shown. */
export function TextField(props: TextFieldProps) {
  const parent = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<TextEditor | null>(null);
  const [isFailed, setIsFailed] = useState(false);
  // The editor lives longer than a rendering, so its handlers read the newest functions.
  const latest = useRef(props);
  latest.current = props;
  useImperativeHandle<TextEditor | null, TextEditor | null>(props.editor, () => editor, [editor]);

  useEffect(() => {
    let isRemoved = false;
    let created: TextEditor | undefined;
    import("./text_editor").then(
      ({ createTextEditor }) => {
        if (isRemoved || !parent.current) return;
        const { label, text, isMarkdown, isReadOnly, hasLineNumbers = false } = latest.current;

        created = createTextEditor({
          parent: parent.current,
          text,
          label,
          isMarkdown,
          isReadOnly,
          hasLineNumbers,
          nonce: nonce(),
          onChange: (changed) => latest.current.onChange(changed),
          onLink: () => latest.current.onLink(),
          onFiles: (files) => latest.current.onFiles(files),
          onFocusLine: (line) => latest.current.onFocusLine?.(line),
        });

        setEditor(created);
        latest.current.onReady?.(created);
      },
      () => setIsFailed(true),
    );

    return () => {
      isRemoved = true;
      created?.destroy();
    };
  }, []);

  // Only another generation replaces the text; typing must not.
  useEffect(() => editor?.setText(latest.current.text), [editor, props.generation]);
  useEffect(() => editor?.setProblems(props.problems), [editor, props.problems]);
  useEffect(() => editor?.setReadOnly(props.isReadOnly), [editor, props.isReadOnly]);

  return (
    <div className="text-field">
      {!editor && (
        <p className="text-loading">
          {isFailed ? "The text editor did not load. Reload the page." : props.text.slice(0, 2_000)}
        </p>
      )}
      <div ref={parent} />
    </div>
  );
}

/** Returns the offset of a line and column, both from 1. */
export function offsetOf(text: string, line: number, column = 1): number {
  let start = 0;
  for (let number = 1; number < line; number++) {
    const end = text.indexOf("\n", start);
    if (end < 0) return text.length;
    start = end + 1;
  }
  return Math.min(start + column - 1, text.length);
}

/** Returns the offset in the text editor, whose lines end with one character each, of an offset in a text. */
export const editorOffset = (text: string, at: number) => at - (text.slice(0, at + 1).match(/\r\n/g)?.length ?? 0);

/** Returns the problems of a file inside of a part of it, as ranges in the text editor. `start` is the offset of the part. */
export function textProblems(
  problems: readonly Problem[],
  path: string,
  whole: string,
  start: number,
  length: number,
): readonly TextProblem[] {
  const part = whole.slice(start);
  return problems
    .filter(({ file }) => file === path)
    .map(({ range, line, column, severity, message, hint }) => {
      const from = range?.start ?? offsetOf(whole, line, column);
      const lineEnd = whole.indexOf("\n", from);
      const to = range?.end ?? (lineEnd < 0 ? whole.length : lineEnd);
      return { from: from - start, to: to - start, severity, message: sentences(message, hint).join(" ").trimEnd() };
    })
    .filter(({ from, to }) => to >= 0 && from >= 0 && from <= length)
    .map(({ from, to, ...problem }) => ({ ...problem, from: editorOffset(part, from), to: editorOffset(part, to) }));
}
