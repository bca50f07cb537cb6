// Renames and deletes files. Both show the list of changes first.

import { useId, useState } from "react";
import { messageOf, remove, rename } from "../api/calls";
import type { Change, Changes } from "../api/types";
import { decodePath } from "../app/route";
import { ChooseButton } from "../form/reference_controls";
import { Dialog, DialogButtons } from "../ui/dialog";
import { UnifiedDiff } from "../ui/diff_view";
import { FieldFrame, Notice } from "../ui/field_frame";
import { useLoaded } from "../ui/state";

/** Pause after the last key until the list of changes is computed, in milliseconds. */
const PAUSE_MS = 250;

interface MoveDialogProps {
  readonly path: string;
  readonly hasRoute: boolean;
  readonly onClose: () => void;
  /** `to` is the new path, if there is one. */
  readonly onDone: (result: Changes, to?: string) => void;
}

/** A dialog that renames a file, with all links to it. */
export function RenameDialog({ path, hasRoute, onClose, onDone }: MoveDialogProps) {
  const id = useId();
  const [to, setTo] = useState(path);
  const [error, setError] = useState("");
  const isSame = to.trim() === path || to.trim() === "";
  const plan = useLoaded(async () => (isSame ? undefined : rename(path, to.trim(), true)), [to], PAUSE_MS);

  const canApply = !isSame && plan.isCurrent && !plan.error;

  const apply = async () => {
    // The user has not seen what a newer path changes.
    if (!canApply) return;
    try {
      onDone(await rename(path, to.trim(), false), to.trim());
    } catch (problem) {
      setError(messageOf(problem));
    }
  };
  const message = error || (isSame ? "" : plan.error);
  return (
    <Dialog
      title="Rename"
      size="wide"
      onClose={onClose}
      onSubmit={() => void apply()}
      footer={<DialogButtons onClose={onClose} action="Rename" isDisabled={!canApply} />}
    >
      <FieldFrame
        id={id}
        label="New path"
        hint={
          hasRoute
            ? "Links, references and the page's own pictures follow. The old URL redirects."
            : "Links to a picture and references to a data file follow."
        }
      >
        <input id={id} type="text" value={to} onChange={({ target }) => setTo(target.value)} />
      </FieldFrame>
      {message && <Notice kind="error">{message}</Notice>}
      {!isSame && !message && plan.isCurrent && plan.data && <ChangesList changes={plan.data.changes} />}
    </Dialog>
  );
}

/** Returns the route that a user means: "posts" and "/posts" are "/posts/". A file such as "/404.html" has no slash at its end. */
export function routeFrom(typed: string): string {
  const route = decodePath(typed.trim()).replace(/^\/*/, "/");
  return /\/$|\.\w+$/.test(route) ? route : `${route}/`;
}

/** A dialog that deletes a file. A page can redirect to another one. */
export function DeleteDialog({ path, hasRoute, onClose, onDone }: MoveDialogProps) {
  const id = useId();
  const [target, setTarget] = useState("");
  const [error, setError] = useState("");
  const redirect = target.trim() === "" ? null : routeFrom(target);
  const plan = useLoaded(() => remove(path, redirect, true), [redirect], PAUSE_MS);

  const canApply = plan.isCurrent && !plan.error;

  const apply = async () => {
    if (!canApply) return;
    try {
      onDone(await remove(path, redirect, false));
    } catch (problem) {
      setError(messageOf(problem));
    }
  };
  const message = error || plan.error;
  return (
    <Dialog
      title="Delete"
      size="wide"
      onClose={onClose}
      onSubmit={() => void apply()}
      footer={<DialogButtons onClose={onClose} action="Delete" isDanger isDisabled={!canApply} />}
    >
      <p>
        Delete <strong>{path}</strong>? You can undo this afterwards.
      </p>
      {hasRoute && (
        <FieldFrame
          id={id}
          label="Redirect to"
          hint="The path of another page, such as /blog/. Without it, the URL shows “not found”."
        >
          <div className="row">
            <input id={id} type="text" value={target} onChange={(event) => setTarget(event.target.value)} />
            <ChooseButton label="the redirect" references={undefined} onChoose={setTarget} />
          </div>
        </FieldFrame>
      )}
      {message && <Notice kind="error">{message}</Notice>}
      {!message && plan.data && <ChangesList changes={plan.data.changes} />}
    </Dialog>
  );
}

const ACTIONS = { rename: "Rename", edit: "Edit", delete: "Delete", create: "Create" } as const;

/** Lists changes of files with their reasons, and their diffs on demand. */
function ChangesList({ changes }: { readonly changes: readonly Change[] }) {
  if (changes.length === 0) return <p className="empty">Nothing changes.</p>;
  return (
    <ul className="changes" aria-label="Changes">
      {changes.map((change) => (
        <li key={`${change.action}${change.path}`}>
          <div className="change">
            <span className={`badge ${change.action}`}>{ACTIONS[change.action]}</span>
            <div>
              <p className="change-path">
                {change.path}
                {change.to && <> → {change.to}</>}
              </p>
              <p className="muted">{change.reason}</p>
            </div>
          </div>
          {change.diff && (
            <details>
              <summary>Show the change</summary>
              <UnifiedDiff text={change.diff} />
            </details>
          )}
        </li>
      ))}
    </ul>
  );
}
