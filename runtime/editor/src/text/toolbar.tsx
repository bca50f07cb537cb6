// The buttons above a text, and their dialogs.

import { type RefObject, useState } from "react";
import { InsertDialog } from "../dialogs/insert_dialog";
import { LinkDialog } from "../dialogs/link_dialog";
import { UploadDialog } from "../media/upload_dialog";
import { escapeLabel } from "../model/text";
import { Button, IconButton } from "../ui/button";
import type { TextEditor } from "./text_editor";

/** The dialogs of a text. */
export type TextDialog =
  | { readonly kind: "link" }
  | { readonly kind: "insert" }
  | { readonly kind: "upload"; readonly file: File | null };

interface ToolbarProps {
  readonly editor: RefObject<TextEditor | null>;
  readonly page: string;
  readonly isReadOnly: boolean;
  readonly dialog: TextDialog | null;
  readonly onDialog: (dialog: TextDialog | null) => void;
}

/** The buttons of a Markdown text. */
export function TextToolbar({ editor, page, isReadOnly, dialog, onDialog }: ToolbarProps) {
  const [selection, setSelection] = useState("");
  const open = (next: TextDialog) => {
    setSelection(editor.current?.selection() ?? "");
    onDialog(next);
  };
  const close = () => onDialog(null);
  const insert = (text: string, select?: { start: number; end: number }) => {
    close();
    // The dialog gives the focus back first.
    setTimeout(() => editor.current?.insert(text, select));
  };
  const chosenText = selection || (editor.current?.selection() ?? "");

  return (
    <>
      <div className="toolbar" role="toolbar" aria-label="Text tools">
        <IconButton
          icon="heading"
          label="Make a heading"
          disabled={isReadOnly}
          onClick={() => editor.current?.toggle("## ")}
        />
        <IconButton icon="bold" label="Make bold" disabled={isReadOnly} onClick={() => editor.current?.toggle("**")} />
        <IconButton
          icon="italic"
          label="Make italic"
          disabled={isReadOnly}
          onClick={() => editor.current?.toggle("*")}
        />
        <span className="separator" />
        <Button look="quiet" icon="link" disabled={isReadOnly} onClick={() => open({ kind: "link" })}>
          Link
        </Button>
        <Button look="quiet" icon="media" disabled={isReadOnly} onClick={() => open({ kind: "upload", file: null })}>
          Picture
        </Button>
        <Button look="quiet" icon="insert" disabled={isReadOnly} onClick={() => open({ kind: "insert" })}>
          Insert
        </Button>
      </div>
      {dialog?.kind === "link" && (
        <LinkDialog
          onClose={close}
          onChoose={({ link, text }) => {
            const label = chosenText || escapeLabel(text);
            insert(`[${label}](${link})`, { start: 1, end: 1 + label.length });
          }}
        />
      )}
      {dialog?.kind === "insert" && (
        <InsertDialog content={chosenText} onClose={close} onInsert={(text) => insert(text)} />
      )}
      {dialog?.kind === "upload" && (
        <UploadDialog
          page={page}
          file={dialog.file}
          asksForText
          onClose={close}
          onUploaded={({ markdown }) => insert(markdown)}
        />
      )}
    </>
  );
}
