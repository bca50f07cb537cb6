// Uploads a picture or a file, and asks for its alternative text.

import { useEffect, useId, useState } from "react";
import { getTree, messageOf, upload } from "../api/calls";
import type { UploadResult } from "../api/types";
import { Button } from "../ui/button";
import { Dialog, DialogButtons } from "../ui/dialog";
import { FieldFrame, Notice } from "../ui/field_frame";
import { useLoaded } from "../ui/state";
import { freeName, isPicture, mediaFolders, mediaName } from "./media_details";

interface UploadDialogProps {
  /** The page that gets the picture; "" for none. */
  readonly page: string;
  readonly file: File | null;
  /** Whether the alternative text is asked for, because the picture becomes part of a text. */
  readonly asksForText?: boolean;
  readonly onlyPictures?: boolean;
  /** Shows the files of the site instead, if one of them can be taken. */
  readonly onChooseExisting?: (() => void) | undefined;
  /** What happens to other files that were dropped at the same time; "" for nothing. */
  readonly note?: string;
  /** Continues with the next file without this one. */
  readonly onSkip?: (() => void) | undefined;
  readonly onClose: () => void;
  /** Called with the alternative text; "" for a decorative picture and for other files. */
  readonly onUploaded: (result: UploadResult, text: string) => void;
}

/** Returns a sentence about files by their names; "" for no files. */
export const namesText = (sentence: string, files: readonly File[]) =>
  files.length === 0 ? "" : `${sentence}: ${files.map(({ name }) => name).join(", ")}.`;

/** A dialog that uploads one file. */
export function UploadDialog({
  page,
  file: dropped,
  asksForText = false,
  onlyPictures = false,
  note = "",
  onChooseExisting,
  onSkip,
  onClose,
  onUploaded,
}: UploadDialogProps) {
  const id = useId();
  const [file, setFile] = useState(dropped);
  const [folder, setFolder] = useState(mediaFolders(page)[0]?.path ?? "static/");
  const [name, setName] = useName(file, folder);
  const [text, setText] = useState("");
  const [isDecorative, setIsDecorative] = useState(false);
  const { send, isBusy, error } = useUpload(onUploaded);
  const picture = usePicture(file);
  const hasTextField = asksForText && isPicture(name);
  const alternative = hasTextField && !isDecorative ? text.trim() : "";
  const isMissingText = hasTextField && !isDecorative && alternative === "";

  const refusal = file ? refusalOf(name, onlyPictures) : "";
  const canUpload = file !== null && !isBusy && !isMissingText && refusal === "";

  const onSubmit = () => {
    if (canUpload) void send(folder + name, file, alternative);
  };

  return (
    <Dialog
      title="Upload"
      onClose={onClose}
      onSubmit={onSubmit}
      footer={
        <>
          {onSkip && (
            <Button look="quiet" disabled={isBusy} onClick={onSkip}>
              Skip this file
            </Button>
          )}
          <DialogButtons onClose={onClose} action={isBusy ? "Uploading…" : "Upload"} isDisabled={!canUpload} />
        </>
      }
    >
      {onChooseExisting && <Button onClick={onChooseExisting}>Choose a file of the site</Button>}
      {error && <Notice kind="error">{error}</Notice>}
      {refusal && <Notice kind="error">{refusal}</Notice>}
      {note && <Notice>{note}</Notice>}
      <FieldFrame id={`${id}-file`} label="File">
        <input
          id={`${id}-file`}
          type="file"
          accept={onlyPictures ? "image/*" : undefined}
          onChange={({ target }) => {
            const [chosen] = target.files ?? [];
            setFile(chosen ?? null);
            setName(null);
          }}
        />
      </FieldFrame>
      {picture && <img className="upload-picture" src={picture} alt="" />}
      {file && (
        <UploadTarget name={name} folder={folder} folders={mediaFolders(page)} onName={setName} onFolder={setFolder} />
      )}
      {hasTextField && (
        <AlternativeText text={text} isDecorative={isDecorative} onText={setText} onDecorative={setIsDecorative} />
      )}
    </Dialog>
  );
}

/** Returns why a file cannot be uploaded, by its name; "" if it can. The server checks its content. */
function refusalOf(name: string, onlyPictures: boolean): string {
  if (/\.(heic|heif|tiff?|bmp)$/i.test(name))
    return "Browsers do not show this kind of picture. Save it as JPEG or PNG.";
  if (onlyPictures && !isPicture(name)) return "This is no picture: choose a PNG, JPEG, WebP, AVIF, GIF or SVG file.";
  return "";
}

/** Returns the name of a file in a folder: the one that the user typed, else a free one. */
function useName(file: File | null, folder: string): [string, (typed: string | null) => void] {
  const [typed, setTyped] = useState<string | null>(null);
  const name = file ? mediaName(file.name) : "";
  const q = name.slice(0, name.lastIndexOf("."));
  const { data } = useLoaded(
    async (signal) => (q === "" ? undefined : getTree({ kind: "media", q, under: folder }, signal)),
    [q, folder],
  );

  const paths = data?.items.map(({ path }) => path) ?? [];
  const taken = new Set(paths.filter((path) => path.startsWith(folder)).map((path) => path.slice(folder.length)));
  return [typed ?? freeName(name, taken), setTyped];
}

/** Uploads a file with its alternative text, and returns whether that is in progress or has failed. */
function useUpload(onUploaded: UploadDialogProps["onUploaded"]) {
  const [error, setError] = useState("");
  const [isBusy, setIsBusy] = useState(false);

  const send = async (path: string, file: File, text: string) => {
    setIsBusy(true);
    setError("");

    try {
      onUploaded(await upload(path, file), text);
    } catch (problem) {
      setError(messageOf(problem));
    }

    setIsBusy(false);
  };

  return { send, isBusy, error };
}

interface UploadTargetProps {
  readonly name: string;
  readonly folder: string;
  readonly folders: ReturnType<typeof mediaFolders>;
  readonly onName: (name: string) => void;
  readonly onFolder: (folder: string) => void;
}

/** The fields for the name and the folder of the uploaded file. */
function UploadTarget({ name, folder, folders, onName, onFolder }: UploadTargetProps) {
  const id = useId();
  return (
    <>
      <FieldFrame id={`${id}-name`} label="Name">
        <input id={`${id}-name`} type="text" value={name} onChange={({ target }) => onName(target.value)} />
      </FieldFrame>
      <FieldFrame id={`${id}-folder`} label="Folder">
        <select id={`${id}-folder`} value={folder} onChange={({ target }) => onFolder(target.value)}>
          {folders.map(({ path, label }) => (
            <option key={path} value={path}>
              {label}
            </option>
          ))}
        </select>
      </FieldFrame>
    </>
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
