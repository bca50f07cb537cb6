// Controls of references: pages and pictures of the site.

import { use, useState } from "react";
import { thumbnailUrl } from "../api/calls";
import { LinkDialog } from "../dialogs/link_dialog";
import { pathsOfUrl, urlOfMedia } from "../media/media_details";
import { MediaDialog } from "../media/media_grid";
import { namesText, UploadDialog } from "../media/upload_dialog";
import type { Json } from "../model/json";
import { Button } from "../ui/button";
import { type ControlProps, FormContext, useControl, useForm } from "./context";

interface ChooseButtonProps {
  readonly label: string;
  readonly references: string | undefined;
  /** The references of a list, of which several can be chosen. */
  readonly chosen?: readonly Json[];
  readonly onChoose: (link: string) => void;
}

/** A button with a dialog that finds a page, or what the schema names. For a list, the dialog stays open. */
export function ChooseButton({ label, references, chosen, onChoose }: ChooseButtonProps) {
  // A dialog that asks for a page has no form.
  const form = use(FormContext);
  const [isChoosing, setIsChoosing] = useState(false);
  const action = chosen ? "Choose several" : "Choose";
  const name = references === undefined ? `Choose a page for ${label}` : `${action} ${label}`;

  return (
    <>
      <Button icon="link" aria-label={name} onClick={() => setIsChoosing(true)}>
        {action}
      </Button>
      {isChoosing && (
        <LinkDialog
          file={form?.entry.path}
          references={references}
          chosen={chosen}
          onClose={() => setIsChoosing(false)}
          onChoose={({ link }) => {
            onChoose(link);
            if (!chosen) setIsChoosing(false);
          }}
        />
      )}
    </>
  );
}

/** A link to a page, or a reference to what the schema names, with a dialog that finds one. */
export function PageControl(props: ControlProps) {
  const { attributes, setText, isReadOnly } = useControl(props);
  return (
    <div className="row">
      <input
        {...attributes}
        type="text"
        value={typeof props.value === "string" ? props.value : ""}
        onChange={(event) => setText(event.target.value)}
      />
      {!isReadOnly && (
        <ChooseButton label={props.label} references={props.schema["x-editor"]?.references} onChoose={setText} />
      )}
    </div>
  );
}

/** A small version of the picture of a field: the first of the paths that has one. */
function FieldPicture({ paths }: { readonly paths: readonly string[] }) {
  const [index, setIndex] = useState(0);
  const onError = () => {
    if (index + 1 < paths.length) setIndex(index + 1);
  };
  return <img src={thumbnailUrl(paths[index] ?? "", 160)} alt="" width={64} height={48} onError={onError} />;
}

/** A picture: its path, a small version, and dialogs that choose or upload one. Files can be dropped on it. */
export function PictureControl(props: ControlProps) {
  const { attributes, setText, isReadOnly } = useControl(props);
  const { entry } = useForm();
  const [dialog, setDialog] = useState<"choose" | "upload" | null>(null);
  const [dropped, setDropped] = useState<readonly File[]>([]);
  const text = typeof props.value === "string" ? props.value : "";
  const close = () => {
    setDialog(null);
    setDropped([]);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an addition to the button.
    <div
      className="picture-control"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        if (!isReadOnly) setDropped([...dropped, ...event.dataTransfer.files]);
      }}
    >
      {text !== "" && <FieldPicture key={text} paths={pathsOfUrl(text, entry.path)} />}
      <input {...attributes} type="text" value={text} onChange={(event) => setText(event.target.value)} />
      {!isReadOnly && (
        <>
          <Button aria-label={`Choose a picture for ${props.label}`} onClick={() => setDialog("choose")}>
            Choose
          </Button>
          <Button icon="upload" aria-label={`Upload a picture for ${props.label}`} onClick={() => setDialog("upload")}>
            Upload
          </Button>
        </>
      )}
      {dialog === "choose" && (
        <MediaDialog
          onlyPictures
          onClose={close}
          onChoose={(item) => {
            setText(urlOfMedia(item.path, entry.path));
            close();
          }}
        />
      )}
      {(dialog === "upload" || dropped.length > 0) && (
        <UploadDialog
          // A file that is dropped on the open dialog is chosen in it, if it had none.
          key={dropped[0]?.name ?? ""}
          onlyPictures
          page={entry.path}
          file={dropped[0] ?? null}
          note={namesText("This field has one picture. Not uploaded", dropped.slice(1))}
          onClose={close}
          onUploaded={({ path }) => {
            setText(urlOfMedia(path, entry.path));
            close();
          }}
        />
      )}
    </div>
  );
}
