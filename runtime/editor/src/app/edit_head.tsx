// The head of an open file: its title, its state, its buttons, and its problems with links to their fields.

import type { Problem } from "../api/types";
import type { Session, SessionState, Status } from "../drafts/session";
import { isChanged } from "../drafts/work";
import { fileFieldId } from "../form/context";
import { existingPointer, plainProblems } from "../form/problems";
import { isObject } from "../model/json";
import { plural, sentences, timeText } from "../model/text";
import { offsetOf } from "../text/text_field";
import { Button, IconButton, Link, Tabs } from "../ui/button";
import { Icon } from "../ui/icon";
import { useTitle } from "../ui/title";
import { editUrl } from "./route";
import { refreshSite } from "./site";

export type FileDialog = "rename" | "delete" | "history";

/** The id of what the tabs "Form" and "Text" control. */
export const VIEW = "view";

interface EditHeadProps {
  readonly session: Session;
  readonly state: SessionState;
  readonly tab: "form" | "text";
  readonly hasTabs: boolean;
  readonly isFormDisabled: boolean;
  readonly onSave: () => void;
  readonly onTab: (tab: "form" | "text") => void;
  readonly onDialog: (dialog: FileDialog) => void;
}

/** The head above the form. It stays visible while the form scrolls. */
export function EditHead({ session, state, tab, hasTabs, isFormDisabled, onSave, onTab, onDialog }: EditHeadProps) {
  const { entry, work, status, conflict } = state;
  const title = isObject(work.values) && typeof work.values.title === "string" ? work.values.title : "";
  // A save says which field has no valid value.
  const hasChanges = isChanged(work) || state.invalid.size > 0;
  const name = title || entry.path.split("/").at(-1) || entry.path;
  useTitle(hasChanges ? `● ${name}` : name);
  const canSave = hasChanges && conflict === null && entry.writable && status.kind !== "saving";

  return (
    <header className="edit-head">
      <div className="edit-title">
        <h1>{name}</h1>
        <p className="muted">{entry.path}</p>
      </div>
      <div className="edit-buttons">
        <IconButton icon="history" label="History" onClick={() => onDialog("history")} />
        <IconButton icon="rename" label="Rename" disabled={!entry.writable} onClick={() => onDialog("rename")} />
        <IconButton icon="trash" label="Delete" disabled={!entry.writable} onClick={() => onDialog("delete")} />
        {state.undo !== null && (
          <Button icon="undo" onClick={() => void session.undoSave().then(refreshSite)}>
            Undo
          </Button>
        )}
        {hasTabs && (
          <Button look="primary" disabled={!canSave} onClick={onSave}>
            Save
          </Button>
        )}
      </div>
      <div className="edit-line" hidden={!hasTabs}>
        {hasTabs && (
          <Tabs
            label="View"
            panel={VIEW}
            value={tab}
            onChange={(next) => {
              if (next !== "form" || !isFormDisabled) onTab(next);
            }}
            choices={[
              { value: "form", label: "Form" },
              { value: "text", label: "Text" },
            ]}
          />
        )}
        <Translations state={state} />
        <p className={`status ${status.kind}`} role="status" aria-live="polite">
          {statusText(status)}
        </p>
        {hasChanges && (
          <Button look="quiet" onClick={() => void session.discard()}>
            Discard draft
          </Button>
        )}
      </div>
    </header>
  );
}

/** Returns the state in words. */
function statusText(status: Status): string {
  switch (status.kind) {
    case "clean":
      return "";
    case "pending":
      return "Saving the draft…";
    case "stored":
      return `Draft saved at ${timeText(status.at)}`;
    case "offline":
      return "Not connected: your changes are kept in this browser";
    case "refused":
    case "done":
      return status.message;
    case "conflict":
      return "Changed on both sides";
    case "saving":
      return "Saving…";
    case "saved":
      return `Saved at ${timeText(status.at)}`;
    case "reloaded":
      return "Changed on disk and loaded again";
  }
}

/** Links to the page in the other languages. */
function Translations({ state }: { readonly state: SessionState }) {
  const { translations } = state.entry;
  if (translations.length === 0) return null;

  return (
    <nav className="translations" aria-label="Languages">
      {translations.map(({ language, label, path, state: kind }) =>
        path === null ? (
          <span key={language} className="muted" title="Not translated">
            {label}
          </span>
        ) : (
          <Link
            key={language}
            href={editUrl(path)}
            title={kind === "stale" ? "The original changed since the translation" : undefined}
            aria-current={path === state.entry.path ? "true" : undefined}
            className={kind}
          >
            {label}
          </Link>
        ),
      )}
    </nav>
  );
}

interface ProblemSummaryProps {
  readonly state: SessionState;
  readonly onField: (pointer: string) => void;
  readonly onText: (offset: number) => void;
}

/** Errors are listed; warnings open on demand. */
export function ProblemSummary({ state, onField, onText }: ProblemSummaryProps) {
  const { entry, work, text } = state;
  const parseError = entry.parse_error !== null && work.raw === null ? [entry.parse_error] : [];
  const own = plainProblems(state.problems, entry.path, entry.schema, work.values);
  const problems = [...parseError, ...own].filter(
    (problem, index, all) =>
      all.findIndex((it) => it.message === problem.message && it.line === problem.line) === index,
  );
  if (problems.length === 0) return null;

  const errors = problems.filter(({ severity }) => severity === "error").length;
  const title = [
    errors > 0 ? plural(errors, "error") : "",
    problems.length > errors ? plural(problems.length - errors, "warning") : "",
  ];
  const open = (problem: Problem) => {
    const isBody = problem.pointer === null;
    if (isBody) onText(problem.range?.start ?? offsetOf(text ?? work.base.text, problem.line, problem.column));
    else onField(work.values === null ? (problem.pointer ?? "") : existingOrKnown(problem.pointer ?? ""));
  };
  // A missing key has a field of its own, although the file has no value for it.
  const existingOrKnown = (pointer: string) =>
    document.getElementById(fileFieldId(pointer)) ? pointer : existingPointer(work.values, pointer);

  return (
    <details className={`problem-summary ${errors > 0 ? "error" : "warning"}`} open={errors > 0}>
      <summary>
        <Icon name={errors > 0 ? "error" : "warning"} /> {title.filter(Boolean).join(", ")}
      </summary>
      <ul>
        {problems.map((problem) => (
          <li key={`${problem.file}${problem.line}${problem.code}${problem.message}`}>
            {problem.file === entry.path ? (
              <button type="button" onClick={() => open(problem)}>
                {problem.message}
              </button>
            ) : (
              <span>
                {problem.message} <span className="muted">({problem.file})</span>
              </span>
            )}
            {problem.hint && <span className="muted"> {sentences(problem.message, problem.hint)[1]}</span>}
          </li>
        ))}
      </ul>
    </details>
  );
}
