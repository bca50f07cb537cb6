// Creates a page.

import { useId, useState } from "react";
import { create, getNew, messageOf } from "../api/calls";
import type { NewFile } from "../api/types";
import { isObject, type JsonObject } from "../model/json";
import { slugOf } from "../model/text";
import { Dialog, DialogButtons } from "../ui/dialog";
import { FieldFrame, Notice } from "../ui/field_frame";
import { useLoaded } from "../ui/state";

/** Returns a typed folder as a path in `content/`: "posts" and "/content/posts/" are the same folder. */
export function contentFolder(typed: string): string {
  const inner = typed
    .trim()
    .replace(/^\/?(content(\/|$))?/, "")
    .replace(/^\/+|\/+$/g, "");
  return inner === "" ? "content/" : `content/${inner}/`;
}

/** Returns the path of a new page. A hint such as `{slug}/index.md` sets its form. */
export function newPagePath(folder: string, title: string, hint: string | undefined): string {
  const slug = slugOf(title) || "new-page";
  const name = hint && /\{slug\}|SLUG/.test(hint) ? hint.replace(/\{slug\}|SLUG/, slug) : `${slug}.md`;
  return name.startsWith("content/") ? name : `${contentFolder(folder)}${name}`;
}

/** Returns the form of the path of a kind of page, by default of the first one. */
const hintOf = (form: NewFile | undefined, kind: string) =>
  (form?.kinds.find(({ name }) => name === kind) ?? form?.kinds[0])?.path_hint;

/** A dialog that asks for folder and title, and suggests a path. */
export function NewPageDialog({
  under,
  onClose,
  onCreated,
}: {
  readonly under: string;
  readonly onClose: () => void;
  readonly onCreated: (path: string) => void;
}) {
  const id = useId();
  const [typedFolder, setFolder] = useState(under || "content/");
  const folder = contentFolder(typedFolder);
  const [title, setTitle] = useState("");
  const [typedPath, setPath] = useState<string | null>(null);
  const [kind, setKind] = useState("");
  const [error, setError] = useState("");
  const { data } = useLoaded(() => getNew(folder), [folder], 150);
  const path = typedPath ?? newPagePath(folder, title, hintOf(data, kind));

  const apply = async () => {
    if (title.trim() === "") return;
    try {
      // The loaded form can be that of the folder that was typed before.
      const form = await getNew(folder);
      const defaults: JsonObject = isObject(form.values) ? form.values : {};
      const target = typedPath ?? newPagePath(folder, title, hintOf(form, kind));
      const result = await create(target, { ...defaults, title: title.trim() }, "");
      onCreated(result.path);
    } catch (problem) {
      setError(messageOf(problem));
    }
  };
  return (
    <Dialog
      title="New page"
      onClose={onClose}
      onSubmit={() => void apply()}
      footer={<DialogButtons onClose={onClose} action="Create" isDisabled={title.trim() === ""} />}
    >
      {error && <Notice kind="error">{error}</Notice>}
      <FieldFrame id={`${id}-title`} label="Title" isRequired>
        <input id={`${id}-title`} type="text" value={title} onChange={({ target }) => setTitle(target.value)} />
      </FieldFrame>
      <FolderField folder={typedFolder} folders={data?.folders ?? []} onFolder={setFolder} />
      <KindField kind={kind} kinds={data?.kinds ?? []} onKind={setKind} />
      <FieldFrame id={`${id}-path`} label="Path" hint="The path of the file decides the URL of the page.">
        <input id={`${id}-path`} type="text" value={path} onChange={({ target }) => setPath(target.value)} />
      </FieldFrame>
    </Dialog>
  );
}

interface FolderFieldProps {
  readonly folder: string;
  /** The folders that the field suggests. */
  readonly folders: readonly string[];
  readonly onFolder: (folder: string) => void;
}

function FolderField({ folder, folders, onFolder }: FolderFieldProps) {
  const id = useId();
  const list = `${id}-folders`;
  return (
    <FieldFrame id={id} label="Folder">
      <input id={id} type="text" list={list} value={folder} onChange={({ target }) => onFolder(target.value)} />
      <datalist id={list}>
        {folders.map((it) => (
          <option key={it} value={it} />
        ))}
      </datalist>
    </FieldFrame>
  );
}

interface KindFieldProps {
  /** The chosen kind; "" for the first one. */
  readonly kind: string;
  readonly kinds: NewFile["kinds"];
  readonly onKind: (kind: string) => void;
}

/** The kind of page, if there are several. */
function KindField({ kind, kinds, onKind }: KindFieldProps) {
  const id = useId();
  if (kinds.length < 2) return null;
  return (
    <FieldFrame id={id} label="Kind">
      <select id={id} value={kind || kinds[0]?.name} onChange={({ target }) => onKind(target.value)}>
        {kinds.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </FieldFrame>
  );
}
