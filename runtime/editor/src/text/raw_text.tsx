// The whole file as text.

import { useEffect, useMemo, useRef, useState } from "react";
import { LinkDialog } from "../dialogs/link_dialog";
import type { Session, SessionState } from "../drafts/session";
import { editRaw, hasFormEdits } from "../drafts/work";
import { uploadedMarkdown, urlOfMedia } from "../media/media_details";
import { namesText, UploadDialog } from "../media/upload_dialog";
import { escapeTarget, labelText } from "../model/text";
import type { TextEditor } from "./text_editor";
import { editorOffset, TextField, textProblems } from "./text_field";

interface RawTextProps {
  readonly session: Session;
  readonly state: SessionState;
  /** The offset that gets the focus, such as that of an error. */
  readonly offset: number | null;
  readonly isReadOnly: boolean;
}

/** The text of a file, with the changes of the form. */
export function RawText({ session, state, offset, isReadOnly }: RawTextProps) {
  const { entry, work, problems, generation } = state;
  const editor = useRef<TextEditor>(null);
  const [isLinking, setIsLinking] = useState(false);
  const [files, setFiles] = useState<readonly File[]>([]);
  // Changes of the form are in the text as soon as the server has written them.
  const isWaiting = state.text === null && (work.raw === null || hasFormEdits(work));
  const text = work.raw ?? state.text ?? work.base.text;
  const marks = useMemo(
    () => textProblems([entry.parse_error ?? [], problems].flat(), entry.path, text, 0, text.length),
    [entry, problems, text],
  );
  // Only another offset moves the focus; typing must not.
  const latestText = useRef(text);
  latestText.current = text;
  useEffect(() => {
    if (offset !== null) editor.current?.focus(editorOffset(latestText.current, offset));
  }, [offset]);

  if (entry.text === null && work.raw === null)
    return <p className="empty">This file is too large to be edited here.</p>;
  return (
    <div className="raw-text">
      <TextField
        label="Text of the file"
        text={text}
        generation={isWaiting ? -1 : generation}
        problems={marks}
        isMarkdown={entry.format === "markdown"}
        isReadOnly={isReadOnly || isWaiting}
        hasLineNumbers
        editor={editor}
        onChange={(changed) => {
          const { work: current, text: written } = session.store.get();
          session.change(editRaw(current, changed, current.raw ?? written ?? undefined));
        }}
        onLink={() => setIsLinking(true)}
        onFiles={setFiles}
        onReady={(ready) => {
          if (offset !== null) ready.focus(editorOffset(text, offset));
        }}
      />
      {files.length > 0 && (
        <UploadDialog
          key={files.length}
          page={entry.path}
          file={files[0] ?? null}
          note={namesText("Next", files.slice(1))}
          asksForText={entry.format === "markdown"}
          onSkip={files.length > 1 ? () => setFiles(files.slice(1)) : undefined}
          onClose={() => setFiles([])}
          onUploaded={({ path }, alternative) => {
            const isMarkdown = entry.format === "markdown";
            const added = isMarkdown ? uploadedMarkdown(path, entry.path, alternative) : urlOfMedia(path, entry.path);
            setFiles(files.slice(1));
            // The dialog gives the focus back first.
            setTimeout(() => editor.current?.insert(files.length > 1 ? `${added}\n` : added));
          }}
        />
      )}
      {isLinking && (
        <LinkDialog
          file={entry.path}
          onClose={() => setIsLinking(false)}
          onChoose={({ link, text: label }) => {
            setIsLinking(false);
            setTimeout(() =>
              editor.current?.insert(`[${labelText(editor.current.selection(), label)}](${escapeTarget(link)})`),
            );
          }}
        />
      )}
    </div>
  );
}
