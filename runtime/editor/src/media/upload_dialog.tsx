// Uploads a picture or a file, and asks for its alternative text.

import { useEffect, useId, useState } from "react";
import { upload } from "../api/calls";
import { messageOf } from "../api/client";
import type { UploadResult } from "../api/types";
import { escapeLabel } from "../model/text";
import { Dialog, DialogButtons } from "../ui/dialog";
import { FieldFrame, Notice } from "../ui/field_frame";
import { mediaFolders, mediaName } from "./paths";

interface UploadDialogProps {
  /** The page that gets the picture; "" for none. */
  readonly page: string;
  readonly file: File | null;
  /** Whether the alternative text is asked for, because the picture becomes part of a text. */
  readonly asksForText?: boolean;
  readonly onClose: () => void;
  readonly onUploaded: (result: UploadResult) => void;
}

/** Puts the alternative text into the Markdown of a picture. */
const withText = (markdown: string, text: string) => markdown.replace(/^!\[[^\]]*\]/, () => `![${escapeLabel(text)}]`);

/** A dialog that uploads one file. */
export function UploadDialog({ page, file: dropped, asksForText = false, onClose, onUploaded }: UploadDialogProps) {
  const id = useId();
  const [file, setFile] = useState(dropped);
  const [name, setName] = useState(dropped ? mediaName(dropped.name) : "");
  const [folder, setFolder] = useState(mediaFolders(page)[0]?.path ?? "static/");
  const [text, setText] = useState("");
  const [isDecorative, setIsDecorative] = useState(false);
  const [error, setError] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const picture = usePicture(file);
  const isMissingText = asksForText && file?.type.startsWith("image/") && !isDecorative && text.trim() === "";

  const send = async () => {
    if (!file || isMissingText) return;

    setIsBusy(true);
    setError("");
    try {
      const result = await upload(folder + name, file);
      onUploaded({ ...result, markdown: withText(result.markdown, text.trim()) });
    } catch (problem) {
      setError(messageOf(problem));
    }

    setIsBusy(false);
  };

  return (
    <Dialog
      title="Upload"
      onClose={onClose}
      onSubmit={() => void send()}
      footer={
        <DialogButtons
          onClose={onClose}
          action={isBusy ? "Uploading…" : "Upload"}
          isDisabled={!file || isBusy || Boolean(isMissingText)}
        />
      }
    >
      {error && <Notice kind="error">{error}</Notice>}
      <FieldFrame id={`${id}-file`} label="File">
        <input
          id={`${id}-file`}
          type="file"
          onChange={({ target }) => {
            const [chosen] = target.files ?? [];
            setFile(chosen ?? null);
            setName(chosen ? mediaName(chosen.name) : "");
          }}
        />
      </FieldFrame>
      {picture && <img className="upload-picture" src={picture} alt="" />}
      {file && (
        <>
          <FieldFrame id={`${id}-name`} label="Name">
            <input id={`${id}-name`} type="text" value={name} onChange={({ target }) => setName(target.value)} />
          </FieldFrame>
          <FieldFrame id={`${id}-folder`} label="Folder">
            <select id={`${id}-folder`} value={folder} onChange={({ target }) => setFolder(target.value)}>
              {mediaFolders(page).map(({ path, label }) => (
                <option key={path} value={path}>
                  {label}
                </option>
              ))}
            </select>
          </FieldFrame>
        </>
      )}
      {asksForText && file?.type.startsWith("image/") && (
        <AlternativeText text={text} isDecorative={isDecorative} onText={setText} onDecorative={setIsDecorative} />
      )}
    </Dialog>
  );
}

interface AlternativeTextProps {
  readonly text: string;
  readonly isDecorative: boolean;
  readonly onText: (text: string) => void;
  readonly onDecorative: (isDecorative: boolean) => void;
}

/** The fields for the alternative text of a picture. */
function AlternativeText({ text, isDecorative, onText, onDecorative }: AlternativeTextProps) {
  const id = useId();
  return (
    <>
      <FieldFrame id={id} label="Alternative text" hint="What the picture shows, for people who cannot see it.">
        <input
          id={id}
          type="text"
          value={text}
          disabled={isDecorative}
          onChange={({ target }) => onText(target.value)}
        />
      </FieldFrame>
      <label className="check">
        <input type="checkbox" checked={isDecorative} onChange={({ target }) => onDecorative(target.checked)} />
        The picture is decoration only
      </label>
    </>
  );
}

/** Returns the URL of a chosen picture for its preview. */
function usePicture(file: File | null): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!file?.type.startsWith("image/")) return setUrl(undefined);
    const created = URL.createObjectURL(file);
    setUrl(created);
    return () => URL.revokeObjectURL(created);
  }, [file]);
  return url;
}
