// The form of a file: its values, and the Markdown of a page.

import { type FocusEvent, type ReactNode, useMemo } from "react";
import type { Entry, Schema } from "../api/types";
import type { Session, SessionState } from "../drafts/session";
import { editBody } from "../drafts/work";
import { editOf } from "../model/edits";
import { isArray, isObject, type Json, type JsonObject } from "../model/json";
import { columnsOf } from "../model/text";
import { $selection } from "../preview/source_text";
import { BodyField } from "../text/body_field";
import { Notice } from "../ui/field_frame";
import { FormContext, fileFieldId, useForm } from "./context";
import { FieldView } from "./field";
import { plainProblems, problemsByField } from "./problems";
import { inferSchema, resolve } from "./schema";
import { GroupView, useGroups } from "./table_field";

interface FileFormProps {
  readonly session: Session;
  readonly state: SessionState;
  readonly isReadOnly: boolean;
}

/** Fields that are above the text of a page. */
const FIRST = new Set(["title", "heading", "description", "date"]);

/** The form of the open file. */
export function FileForm({ session, state, isReadOnly: isFileReadOnly }: FileFormProps) {
  const { entry, work, problems, invalid, generation } = state;
  // The server does not combine changes of the text with those of fields.
  const isReadOnly = isFileReadOnly || work.raw !== null;
  const values: Json = work.values ?? {};
  // What a list without items can have is known from those that it had when the file was opened.
  const root = useMemo((): Schema => entry.schema ?? schemaOf(entry), [entry.schema, generation]);
  const form = useMemo(
    (): FormContext => ({
      entry,
      root,
      values,
      problems: problemsByField(plainProblems(problems, entry.path, entry.schema, values), entry.path),
      invalid,
      isReadOnly,
      generation,
      fieldId: fileFieldId,
      FieldView,
      edit: (edit) => session.edit(edit),
      set: (pointer, value, type) => {
        const current = session.store.get().work.values ?? {};
        const edit = pointer === "" ? undefined : editOf(current, pointer, value, type);
        if (edit) session.edit(edit);
      },
      setInvalid: (pointer, text) => session.setInvalid(pointer, text),
    }),
    [entry, root, values, problems, invalid, isReadOnly, generation, session],
  );

  if (work.values === null && entry.values !== null)
    return <Notice>The form shows this text as soon as it can be read. Correct it in the tab “Text”.</Notice>;
  return (
    <FormContext value={form}>
      {work.raw !== null && <Notice>You changed the text of this file. Save it to continue in the form.</Notice>}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: this only follows the focus of the fields. */}
      <div className="form" onFocus={(event) => followFocus(event)}>
        <FormParts values={values} isPage={work.body !== null}>
          {work.body !== null && (
            <BodyField
              session={session}
              state={state}
              isReadOnly={isReadOnly}
              onChange={(body) => session.change(editBody(session.store.get().work, body))}
            />
          )}
        </FormParts>
        {entry.kind === "page" && isObject(values) && (
          <SearchResult values={values} route={state.routes[0] ?? entry.route ?? "/"} />
        )}
      </div>
    </FormContext>
  );
}

/** Returns the schema of a file without one. A row of a CSV file has the columns of its header, also if there is no other row. */
function schemaOf({ format, text, values }: Entry): Schema {
  if (format !== "csv" || !isArray(values) || values.length > 0) return inferSchema(values ?? {});
  return inferSchema([Object.fromEntries(columnsOf(text ?? "").map((column) => [column, ""]))]);
}

interface FormPartsProps {
  readonly values: Json;
  readonly isPage: boolean;
  readonly children: ReactNode;
}

/** The fields, with the text of a page after the first ones. */
function FormParts({ values, isPage, children }: FormPartsProps) {
  const { root } = useForm();
  const schema = resolve(root, root, values);
  const groups = useGroups(schema, values);
  // A file whose value is a list has one field.
  if (!isObject(values))
    return (
      <FieldView
        pointer=""
        field={{ key: "", label: "Rows", schema, hints: {}, isRequired: true, isKnown: true }}
        value={values}
      />
    );

  // The text of a page follows its title and description, whatever their groups are.
  const isFirst = (key: string) => isPage && FIRST.has(key);
  const first = groups.flatMap(({ fields }) => fields.filter(({ key }) => isFirst(key)));
  const rest = groups
    .map((group) => ({ ...group, fields: group.fields.filter(({ key }) => !isFirst(key)) }))
    .filter(({ fields }) => fields.length > 0);
  return (
    <>
      <GroupView group={{ name: "", fields: first, isMinor: false }} pointer="" value={values} />
      {children}
      {rest.map((group) => (
        <GroupView
          key={group.name}
          group={isPage && group.name === "" ? { ...group, name: "Details" } : group}
          pointer=""
          value={values}
        />
      ))}
    </>
  );
}

/** Reports to the preview which field has the focus. */
function followFocus({ target }: FocusEvent<HTMLElement>): void {
  const pointer = target.closest<HTMLElement>("[data-pointer]")?.dataset.pointer;
  if (pointer !== undefined) $selection.set({ pointer });
}

/** Lengths that search engines show in full, in characters. */
const TITLE_LENGTH = 60;
const DESCRIPTION_LENGTH = 160;

const cut = (text: string, length: number) =>
  text.length <= length ? text : `${text.slice(0, length - 1).trimEnd()}…`;

/** How the page looks in the results of a search engine: its title and its description, with their lengths. */
function SearchResult({ values, route }: { readonly values: JsonObject; readonly route: string }) {
  const title = typeof values.title === "string" ? values.title : "";
  const description = typeof values.description === "string" ? values.description : "";
  const isLong = description.length > DESCRIPTION_LENGTH;

  return (
    <section className="group" aria-labelledby="search-result">
      <h2 id="search-result">In search results</h2>
      <div className="search-result">
        <p className="search-url">{route}</p>
        <p className="search-title">{cut(title, TITLE_LENGTH) || "(no title)"}</p>
        <p className="search-description">
          {cut(description, DESCRIPTION_LENGTH) || "No description. Search engines then show a part of the text."}
        </p>
      </div>
      <p className={isLong ? "hint over" : "hint"}>
        Description: {description.length} of {DESCRIPTION_LENGTH} characters
      </p>
    </section>
  );
}
