// Creates a page.

import { useId, useState } from "react";
import { create, getNew, messageOf } from "../api/calls";
import type { NewFile, Schema } from "../api/types";
import { PlainForm } from "../form/plain_form";
import { emptyValue, resolve } from "../form/schema";
import { NO_INVALID_TEXTS, withInvalidText } from "../model/invalid_texts";
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

/** The fields of `extra` that a new page needs. */
interface RequiredExtra {
  readonly schema: Schema;
  readonly values: JsonObject;
  /** Whether one of the fields has no value. */
  readonly isMissing: boolean;
}

/** Returns the required fields of `extra` that the archetype does not have. Fields with an obvious value begin with it. */
function requiredExtra(form: NewFile | undefined, typed: JsonObject): RequiredExtra | undefined {
  const root = form?.schema;
  const extra = root?.properties?.extra;
  if (!root || !extra) return undefined;

  const begun = isObject(form.extra) ? form.extra : {};
  const rule = resolve(extra, root, { ...begun, ...typed });
  const required = rule.required?.filter((key) => !Object.hasOwn(begun, key)) ?? [];
  if (required.length === 0) return undefined;

  const properties = Object.fromEntries(required.map((key) => [key, rule.properties?.[key] ?? {}]));
  const values = Object.fromEntries(
    required.map((key) => [key, typed[key] ?? emptyValue(properties[key] ?? {}, root)]),
  );
  const isMissing = required.some((key) => values[key] === "");
  return { schema: { type: "object", properties, required }, values, isMissing };
}

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
  const [typedExtra, setExtra] = useState<JsonObject>({});
  const [invalid, setInvalid] = useState(NO_INVALID_TEXTS);
  const [error, setError] = useState("");
  const { data } = useLoaded(() => getNew(folder), [folder], 150);
  const path = typedPath ?? newPagePath(folder, title, hintOf(data, kind));
  const required = requiredExtra(data, typedExtra);
  const isIncomplete = (extra: RequiredExtra | undefined) =>
    extra !== undefined && (extra.isMissing || invalid.size > 0);

  const apply = async () => {
    if (title.trim() === "") return;
    try {
      // The loaded form can be that of the folder that was typed before.
      const form = await getNew(folder);
      const defaults: JsonObject = isObject(form.values) ? form.values : {};
      const target = typedPath ?? newPagePath(folder, title, hintOf(form, kind));
      const own = requiredExtra(form, typedExtra);
      if (isIncomplete(own)) return setError("Fill in the required fields.");
      const extra = own ? { extra: own.values } : {};
      const result = await create(target, { ...defaults, title: title.trim(), ...extra }, "");
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
      footer={
        <DialogButtons onClose={onClose} action="Create" isDisabled={title.trim() === "" || isIncomplete(required)} />
      }
    >
      {error && <Notice kind="error">{error}</Notice>}
      <FieldFrame id={`${id}-title`} label="Title" isRequired>
        <input id={`${id}-title`} type="text" value={title} onChange={({ target }) => setTitle(target.value)} />
      </FieldFrame>
      <FolderField folder={typedFolder} folders={data?.folders ?? []} onFolder={setFolder} />
      <KindField kind={kind} kinds={data?.kinds ?? []} onKind={setKind} />
      {data?.schema && required && (
        <PlainForm
          schema={required.schema}
          root={data.schema}
          values={required.values}
          invalid={invalid}
          onChange={setExtra}
          onInvalid={(pointer, text) => setInvalid((texts) => withInvalidText(texts, pointer, text))}
        />
      )}
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
