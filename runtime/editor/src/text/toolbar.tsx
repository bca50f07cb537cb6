// The buttons above a text, and their dialogs.

import { type RefObject, useState } from "react";
import { InsertDialog } from "../dialogs/insert_dialog";
import { LinkDialog } from "../dialogs/link_dialog";
import { isPicture, markdownOf, uploadedMarkdown } from "../media/media_details";
import { MediaDialog } from "../media/media_grid";
import { namesText, UploadDialog } from "../media/upload_dialog";
import { escapeTarget, labelText } from "../model/text";
import { Button, IconButton } from "../ui/button";
import type { IconName } from "../ui/icon";
import type { Mark } from "./markdown_commands";
import type { TextEditor } from "./text_editor";

/** The buttons that add a mark of Markdown to the selection, or remove it. */
const MARKS: readonly { readonly icon: IconName; readonly label: string; readonly mark: Mark }[] = [
  { icon: "heading", label: "Make a heading", mark: "## " },
  { icon: "bold", label: "Make bold", mark: "**" },
  { icon: "italic", label: "Make italic", mark: "*" },
];

/** The dialogs of a text. */
export type TextDialog =
  | { readonly kind: "link" }
  | { readonly kind: "insert" }
  | { readonly kind: "media" }
  /** Uploads files one after the other. Without a file, the dialog asks for one. */
  | { readonly kind: "upload"; readonly files: readonly File[] };

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
  // The dialog gives the focus back first.
  const insertBlock = (text: string) => {
    onDialog(null);
    setTimeout(() => editor.current?.insertBlock(text));
  };
  const insert = (text: string, select?: { start: number; end: number }) => {
    const others = dialog?.kind === "upload" ? dialog.files.slice(1) : [];
    onDialog(others.length > 0 ? { kind: "upload", files: others } : null);
    // The dialog gives the focus back first.
    setTimeout(() => editor.current?.insert(others.length > 0 ? `${text}\n\n` : text, select));
  };
  const chosenText = selection || (editor.current?.selection() ?? "");

  return (
    <>
      <div className="toolbar" role="toolbar" aria-label="Text tools">
        {MARKS.map(({ icon, label, mark }) => (
          <IconButton
            key={mark}
            icon={icon}
            label={label}
            disabled={isReadOnly}
            onClick={() => editor.current?.toggle(mark)}
          />
        ))}
        <span className="separator" />
        <Button look="quiet" icon="link" disabled={isReadOnly} onClick={() => open({ kind: "link" })}>
          Link
        </Button>
        <Button look="quiet" icon="media" disabled={isReadOnly} onClick={() => open({ kind: "upload", files: [] })}>
          Picture
        </Button>
        <Button look="quiet" icon="insert" disabled={isReadOnly} onClick={() => open({ kind: "insert" })}>
          Insert
        </Button>
      </div>
      {dialog && (
        <OpenDialog
          dialog={dialog}
          chosenText={chosenText}
          page={page}
          onDialog={onDialog}
          onInsert={insert}
          onInsertBlock={insertBlock}
        />
      )}
    </>
  );
}

interface OpenDialogProps {
  readonly dialog: TextDialog;
  /** The selection, which becomes the text of a link or the content of a shortcode. */
  readonly chosenText: string;
  readonly page: string;
  readonly onDialog: (dialog: TextDialog | null) => void;
  readonly onInsert: (text: string, select?: { start: number; end: number }) => void;
  readonly onInsertBlock: (text: string) => void;
}

/** The open dialog of a text. */
function OpenDialog({ dialog, chosenText, page, onDialog, onInsert, onInsertBlock }: OpenDialogProps) {
  const onClose = () => onDialog(null);
  const insertLink = (link: string, text: string) => {
    const label = labelText(chosenText, text);
    onInsert(`[${label}](${escapeTarget(link)})`, { start: 1, end: 1 + label.length });
  };

  switch (dialog.kind) {
    case "link":
      return <LinkDialog file={page} onClose={onClose} onChoose={({ link, text }) => insertLink(link, text)} />;
    case "insert":
      return (
        <InsertDialog
          content={chosenText}
          onClose={onClose}
          onInsert={(text, isBlock) => (isBlock ? onInsertBlock(text) : onInsert(text))}
        />
      );
    case "media":
      // The alternative text is selected, so that it can be typed.
      return (
        <MediaDialog
          onClose={onClose}
          onChoose={({ path }) => onInsert(markdownOf(path, page), isPicture(path) ? { start: 2, end: 2 } : undefined)}
        />
      );
    case "upload":
      return (
        <UploadDialog
          key={dialog.files.length}
          page={page}
          file={dialog.files[0] ?? null}
          note={namesText("Next", dialog.files.slice(1))}
          asksForText
          onChooseExisting={dialog.files.length === 0 ? () => onDialog({ kind: "media" }) : undefined}
          onSkip={
            dialog.files.length > 1 ? () => onDialog({ kind: "upload", files: dialog.files.slice(1) }) : undefined
          }
          onClose={onClose}
          onUploaded={({ path }, text) => onInsert(uploadedMarkdown(path, page, text))}
        />
      );
  }
}
