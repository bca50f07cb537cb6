// Opens a file, and shows its editor: its head, its form or text, and the preview.

import { useCallback, useEffect, useState } from "react";
import { messageOf, reportOpen } from "../api/calls";
import { ConflictView } from "../conflict/conflict_view";
import { DeleteDialog, RenameDialog } from "../dialogs/move_dialogs";
import { tabId } from "../drafts/local_copies";
import { openSession, type Session, type SessionState } from "../drafts/session";
import { editRaw, isChanged } from "../drafts/work";
import { focusField } from "../form/context";
import { FileForm } from "../form/file_form";
import { HistoryDialog, OriginalChanges } from "../history/history_dialog";
import { MediaDetails } from "../media/media_details";
import { PreviewPane } from "../preview/preview_pane";
import type { Source } from "../preview/source_text";
import { RawText } from "../text/raw_text";
import { panelProps } from "../ui/button";
import { Notice } from "../ui/field_frame";
import { isSaveKey } from "../ui/save_key";
import { useStore, Waiting } from "../ui/state";
import { EditHead, type FileDialog, ProblemSummary, VIEW } from "./edit_head";
import { $focus, BASE, editUrl, navigate } from "./route";
import { $site, refreshSite } from "./site";

/** The screen of one file. `key` is its path, so that each file has a session of its own. */
export function EditScreen({ path }: { readonly path: string }) {
  const site = useStore($site);
  const [session, setSession] = useState<Session | null>(null);
  const [error, setError] = useState("");

  useEffect(() => {
    let isClosed = false;
    let opened: Session | undefined;
    openSession(path).then(
      (it) => {
        opened = it;
        if (isClosed) it.close();
        else setSession(it);
      },
      (problem: unknown) => setError(messageOf(problem)),
    );

    return () => {
      isClosed = true;
      opened?.close();
    };
  }, [path]);

  useEffect(() => {
    if (!session) return;
    if (!site.isConnected) return;
    session.reconnect();
    // A build can also change the problems of a file that it did not change.
    if (site.version > 0) void session.reload();
  }, [session, site.isConnected, site.version]);

  useEffect(() => {
    if (!site.isConnected) return;
    // Only a notice depends on it.
    void reportOpen(tabId(), path).catch(() => undefined);
    return () => void reportOpen(tabId(), null).catch(() => undefined);
  }, [path, site.isConnected]);

  if (error)
    return (
      <main className="edit">
        <div className="screen">
          <h1>{path}</h1>
          <Notice kind="error">{error}</Notice>
        </div>
      </main>
    );
  if (!session)
    return (
      <main className="edit" aria-busy="true">
        <div className="screen">
          <Waiting />
        </div>
      </main>
    );
  return <EditPane session={session} />;
}

type Tab = "form" | "text";

/** Returns whether a file is shown as a picture or a download. */
const isMedia = ({ entry }: SessionState) => entry.kind === "media" || entry.format === "binary";

/** Returns whether a file has a form: its values could be read. */
const hasForm = ({ entry }: SessionState) => entry.values !== null || entry.body !== null;

/** The middle and the right column. */
function EditPane({ session }: { readonly session: Session }) {
  const state = useStore(session.store);
  const { entry, work, conflict } = state;
  const { tab, setTab, offset, showField, showText } = useTab(session, state);
  const [dialog, setDialog] = useState<FileDialog | null>(null);
  const site = useStore($site);
  const isOpenElsewhere = state.isHeldElsewhere || (site.open[entry.path] ?? 0) > 1;
  const isText = tab === "text" || !hasForm(state);
  const save = useSave(session, showField);

  const onSource = (source: Source) => {
    document.documentElement.dataset.pane = "edit";
    if ("pointer" in source) showField(source.pointer);
    else document.dispatchEvent(new CustomEvent("croupier:line", { detail: source.line }));
  };

  return (
    <>
      <main className="edit">
        <EditHead
          session={session}
          state={state}
          tab={isText ? "text" : "form"}
          hasTabs={!isMedia(state)}
          isFormDisabled={!hasForm(state)}
          onSave={() => void save().then(refreshSite)}
          onTab={setTab}
          onDialog={setDialog}
        />
        <div className="edit-scroll" {...(isMedia(state) ? {} : panelProps(VIEW, isText ? "text" : "form"))}>
          {!entry.writable && <Notice>This file cannot be changed here.</Notice>}
          {isOpenElsewhere && (
            <Notice kind="warning">
              This file is open in another tab or browser. If both change it, the second one to save sees both versions.
            </Notice>
          )}
          {entry.missing_schema_note && !isText && <Notice>{entry.missing_schema_note}</Notice>}
          {entry.stale && !conflict && (
            <OriginalChanges session={session} stale={entry.stale} isChanged={isChanged(work)} />
          )}
          {!conflict && <ProblemSummary state={state} onField={showField} onText={showText} />}
          <EditContent session={session} state={state} isText={isText} offset={offset} />
        </div>
      </main>
      {!isMedia(state) && (
        <aside className="preview" aria-label="Preview">
          <PreviewPane state={state} onSource={onSource} />
        </aside>
      )}
      <EditDialog dialog={dialog} session={session} state={state} onClose={() => setDialog(null)} />
    </>
  );
}

/** Whether the form or the text is shown, and how a field or a position becomes visible in it. */
function useTab(session: Session, state: SessionState) {
  const { parse_error } = state.entry;
  const [tab, setTab] = useState<Tab>(() => (hasForm(state) && parse_error === null ? "form" : "text"));
  const [offset, setOffset] = useState<number | null>(() => parse_error?.range?.start ?? null);

  const showField = useCallback((pointer: string) => {
    setTab("form");
    // The form may have to be rendered first.
    setTimeout(() => focusField(pointer));
  }, []);
  const showText = useCallback((at: number) => {
    setTab("text");
    setOffset(at);
  }, []);

  // A link to the file can name a field or a position in it.
  useEffect(() => {
    const focus = $focus.get();
    $focus.set(null);
    if (focus?.pointer !== undefined && hasForm(session.store.get())) showField(focus.pointer);
    else if (focus?.offset !== undefined) showText(focus.offset);
  }, [session, showField, showText]);

  return { tab, setTab, offset, showField, showText };
}

interface EditContentProps {
  readonly session: Session;
  readonly state: SessionState;
  readonly isText: boolean;
  /** The position that the text shows. */
  readonly offset: number | null;
}

/** What the file is edited with: its two versions after a conflict, its form or its text. */
function EditContent({ session, state, isText, offset }: EditContentProps) {
  const isReadOnly = !state.entry.writable;
  if (state.conflict) return <ConflictView session={session} state={state} conflict={state.conflict} />;
  if (isMedia(state)) return <MediaDetails entry={state.entry} />;
  if (isText) return <RawText session={session} state={state} offset={offset} isReadOnly={isReadOnly} />;
  return <FileForm session={session} state={state} isReadOnly={isReadOnly} />;
}

interface EditDialogProps {
  readonly dialog: FileDialog | null;
  readonly session: Session;
  readonly state: SessionState;
  readonly onClose: () => void;
}

/** The open dialog of the file, if any. */
function EditDialog({ dialog, session, state, onClose }: EditDialogProps) {
  const { entry, work } = state;
  const file = { path: entry.path, hasRoute: entry.route !== null, onClose };
  const leave = (to: string | undefined) => {
    onClose();
    refreshSite();
    if (to) navigate(to);
  };

  switch (dialog) {
    case "rename":
      return <RenameDialog {...file} onDone={(_, to) => leave(to && editUrl(to))} />;
    case "delete":
      return <DeleteDialog {...file} onDone={() => leave(BASE)} />;
    case "history":
      return (
        <HistoryDialog
          path={entry.path}
          text={state.text ?? work.base.text}
          isReadOnly={!entry.writable}
          onClose={onClose}
          onTake={(text) => {
            onClose();
            session.replace(editRaw(work, text));
          }}
        />
      );
    default:
      return null;
  }
}

/** Returns a function that saves the file, as Ctrl-S and Command-S do. A field without a valid value gets the focus instead. */
function useSave(session: Session, showField: (pointer: string) => void): () => Promise<void> {
  const save = useCallback(async () => {
    const isSaved = await session.save();
    const [pointer] = session.store.get().invalid.keys();
    if (!isSaved && pointer !== undefined) showField(pointer);
  }, [session, showField]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isSaveKey(event)) return;
      event.preventDefault();
      if (!event.repeat) void save();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [save]);

  return save;
}
