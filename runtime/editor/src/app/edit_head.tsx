// The head of an open file: its title, its state, and the buttons.

import type { Session, SessionState, Status } from "../drafts/session";
import { isChanged } from "../drafts/work";
import { isObject } from "../model/json";
import { Button, IconButton, Link, Tabs } from "../ui/button";
import { timeText } from "../ui/format";
import { editUrl } from "./route";
import { refreshSite } from "./site";

export type FileDialog = "rename" | "delete" | "history";

interface EditHeadProps {
  readonly session: Session;
  readonly state: SessionState;
  readonly tab: "form" | "text";
  readonly hasTabs: boolean;
  readonly isFormDisabled: boolean;
  readonly onTab: (tab: "form" | "text") => void;
  readonly onDialog: (dialog: FileDialog) => void;
}

/** The head above the form. It stays visible while the form scrolls. */
export function EditHead({ session, state, tab, hasTabs, isFormDisabled, onTab, onDialog }: EditHeadProps) {
  const { entry, work, status, conflict } = state;
  const title = isObject(work.values) && typeof work.values.title === "string" ? work.values.title : "";
  const canSave = isChanged(work) && conflict === null && entry.writable && status.kind !== "saving";

  return (
    <header className="edit-head">
      <div className="edit-title">
        <h1>{title || entry.path.split("/").at(-1)}</h1>
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
          <Button look="primary" disabled={!canSave} onClick={() => void session.save().then(refreshSite)}>
            Save
          </Button>
        )}
      </div>
      <div className="edit-line" hidden={!hasTabs}>
        {hasTabs && (
          <Tabs
            label="View"
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
        {isChanged(work) && (
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
