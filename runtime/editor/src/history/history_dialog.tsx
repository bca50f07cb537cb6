// Versions of files in Git: those of one file, and how the original of a translation has changed since.

import { useState } from "react";
import { getHistory, getVersion } from "../api/calls";
import type { Stale } from "../api/types";
import { editUrl } from "../app/route";
import type { Session } from "../drafts/session";
import { dateText } from "../model/text";
import { Button, Link } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { TextDiff, UnifiedDiff } from "../ui/diff_view";
import { Notice } from "../ui/field_frame";
import { useLoaded, Waiting } from "../ui/state";

interface HistoryDialogProps {
  readonly path: string;
  /** The file as it is now, with the unsaved changes. */
  readonly text: string;
  readonly isReadOnly: boolean;
  readonly onClose: () => void;
  readonly onTake: (text: string) => void;
}

/** A dialog with the list of versions, and what changed since the chosen one. */
export function HistoryDialog({ path, text, isReadOnly, onClose, onTake }: HistoryDialogProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const history = useLoaded(() => getHistory(path), [path]);
  const commits = history.data?.commits ?? [];
  const commit = chosen ?? commits[0]?.id ?? null;
  const version = useLoaded(async () => (commit === null ? undefined : getVersion(path, commit)), [path, commit]);
  const old = version.isCurrent ? version.data?.text : undefined;

  return (
    <Dialog
      title="History"
      size="wide"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          {!isReadOnly && (
            <Button
              look="primary"
              disabled={old === undefined || old === text}
              onClick={() => old !== undefined && onTake(old)}
            >
              Take this version into a draft
            </Button>
          )}
        </>
      }
    >
      {history.error && <Notice kind="error">{history.error}</Notice>}
      {!history.data && !history.error && <Waiting />}
      {history.data && !history.data.available && (
        <p className="empty">This site is not in a Git repository, so it has no history.</p>
      )}
      {history.data?.available && commits.length === 0 && (
        <p className="empty">No version of this file is in Git yet.</p>
      )}
      {commits.length > 0 && (
        <div className="history">
          <ul className="history-list" aria-label="Versions">
            {commits.map(({ id, author, date, subject }) => (
              <li key={id}>
                <button type="button" aria-pressed={id === commit} onClick={() => setChosen(id)}>
                  <span className="history-subject">{subject}</span>
                  <span className="muted">
                    {author}, {dateText(date)}
                  </span>
                </button>
              </li>
            ))}
          </ul>
          <section className="history-diff" aria-label="What changed since this version">
            {version.error && <Notice kind="error">{version.error}</Notice>}
            {old !== undefined && <TextDiff from={old} to={text} />}
          </section>
        </div>
      )}
    </Dialog>
  );
}

interface OriginalChangesProps {
  readonly session: Session;
  readonly stale: Stale;
  /** Whether the translation has unsaved changes, which may still be discarded. */
  readonly isChanged: boolean;
}

/** The changes of the original, and the button that accepts the translation for them. */
export function OriginalChanges({ session, stale, isChanged }: OriginalChangesProps) {
  const [error, setError] = useState("");
  const { original, parts, diff } = stale;

  return (
    <section className="original-changes" aria-label="Changes of the original">
      <Notice
        kind="warning"
        actions={
          <Button disabled={isChanged} onClick={() => void session.acceptTranslation().then(setError)}>
            Accept
          </Button>
        }
      >
        <p>
          <strong>The original changed since this translation</strong>: {parts.join(", ")} in{" "}
          <Link href={editUrl(original)}>{original}</Link>
        </p>
        <p>Change the translation and save it. Accept it when it matches the original.</p>
        {error && <p role="alert">{error}</p>}
      </Notice>
      {diff ? (
        <details open>
          <summary>The change</summary>
          <UnifiedDiff text={diff} />
        </details>
      ) : (
        <p className="hint">Git does not have the text that was translated.</p>
      )}
    </section>
  );
}
