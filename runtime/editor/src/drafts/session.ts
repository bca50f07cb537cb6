// Edits one file: sends each change as a draft, saves, and notices changes on disk.

import {
  ApiError,
  accept,
  deleteDraft,
  getAttention,
  getEntry,
  messageOf,
  NotConnected,
  putDraft,
  save,
  undo,
} from "../api/calls";
import type { Conflict, DraftResult, Entry, FileEdits, Problem } from "../api/types";
import { plainProblems } from "../form/problems";
import type { ValueEdit } from "../model/edits";
import {
  type InvalidText,
  type InvalidTexts,
  invalidTextsAfter,
  invalidTextsOf,
  NO_INVALID_TEXTS,
  withInvalidText,
} from "../model/invalid_texts";
import { createStore } from "../ui/state";
import {
  dropCopy,
  findDraft,
  newDraftId,
  type Release,
  rememberDraft,
  storeCopy,
  tabId,
  takeDraft,
} from "./local_copies";
import {
  adoptParsed,
  editRaw,
  editsOf,
  editValue,
  isChanged,
  rebaseWork,
  restoreWork,
  startWork,
  type Work,
} from "./work";

/** Pause after the last key until a draft is sent, in milliseconds. */
const PAUSE_MS = 80;

/** Pause until a draft is sent again to a server that did not answer, in milliseconds. */
const RETRY_MS = 2_000;

/** Status of a response to changes of a draft that another browser has open. */
const LOCKED = 423;

/** What is known about the unsaved changes. */
export type Status =
  | { readonly kind: "clean" }
  | { readonly kind: "pending" }
  | { readonly kind: "stored"; readonly at: Date }
  | { readonly kind: "offline" }
  | { readonly kind: "refused"; readonly message: string }
  | { readonly kind: "conflict" }
  | { readonly kind: "saving" }
  | { readonly kind: "saved"; readonly at: Date }
  | { readonly kind: "reloaded" }
  /** The file changed on disk by what the user did here. */
  | { readonly kind: "done"; readonly message: string };

export interface SessionState {
  readonly entry: Entry;
  readonly work: Work;
  /** The whole file with all changes; `null` while the server does not have them. */
  readonly text: string | null;
  readonly problems: readonly Problem[];
  /** What fields show that is no value. The work does not have it. */
  readonly invalid: InvalidTexts;
  readonly routes: readonly string[];
  readonly scope: "page" | "site";
  readonly status: Status;
  readonly conflict: Conflict | null;
  readonly isHeldElsewhere: boolean;
  /** The last save, which can be undone. */
  readonly undo: string | null;
  readonly draft: string | null;
  /** Grows whenever the preview may look different. */
  readonly version: number;
  /** Grows whenever the work was replaced other than by the user's typing. */
  readonly generation: number;
}

/** Opens a file, and the draft that this tab continues. A file that does not exist any more opens if it has a draft. */
export async function openSession(path: string): Promise<Session> {
  let missing: unknown;
  const entry = await getEntry(path).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
    missing = error;
    return missingEntry(path);
  });

  const session = new Session(entry);
  await session.restore();
  if (missing !== undefined && session.store.get().draft === null) throw missing;
  return session;
}

const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404;

/** Returns an empty file that does not exist on disk, with its drafts. */
async function missingEntry(path: string): Promise<Entry> {
  const { unsaved } = await getAttention();
  const drafts = unsaved
    .filter(({ paths }) => paths.includes(path))
    .map(({ id, saved_at }) => ({ id, saved_at, is_outdated: true, is_open: false }));

  return {
    path,
    kind: "other",
    format: path.endsWith(".md") ? "markdown" : "text",
    digest: null,
    text: "",
    writable: true,
    values: null,
    schema: null,
    body: null,
    front_format: null,
    parse_error: null,
    problems: [],
    route: null,
    routes: [],
    language: null,
    translations: [],
    stale: null,
    drafts,
    time_zone: "UTC",
  };
}

export class Session {
  readonly store;
  private release: Release | undefined;
  private others: readonly FileEdits[] = [];
  /** The changes of a draft that do not fit the file, until the user decides. */
  private unfit: FileEdits | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private controller: AbortController | undefined;
  private isClosed = false;

  constructor(entry: Entry) {
    this.store = createStore<SessionState>({
      ...freshState(entry),
      invalid: NO_INVALID_TEXTS,
      conflict: null,
      isHeldElsewhere: false,
      undo: null,
      version: 0,
      generation: 0,
      status: { kind: "clean" },
    });
  }

  private get state() {
    return this.store.get();
  }

  private update(changes: Partial<SessionState>): void {
    this.store.set({ ...this.state, ...changes });
  }

  /** Continues a draft. Changes of another base, and changes that do not fit, open as a conflict. */
  async restore(): Promise<void> {
    const { entry } = this.state;
    const { draft, isHeldElsewhere } = await findDraft(entry);
    this.update({ isHeldElsewhere });
    const file = draft?.files.find(({ path }) => path === entry.path);
    if (!draft || !file) return;

    this.release = draft.release;
    this.others = draft.files.filter(({ path }) => path !== entry.path);
    rememberDraft(entry.path, draft.id);
    this.update({ draft: draft.id, status: { kind: "stored", at: new Date(draft.savedAt) } });
    await this.continueFrom(file);
  }

  /** Continues with the changes of a draft, as a conflict if they do not fit the file. */
  private async continueFrom(file: FileEdits): Promise<void> {
    const { entry, generation } = this.state;
    const work = file.base === entry.digest ? restoreWork(entry, file.edits) : undefined;
    this.unfit = work ? undefined : file;

    if (work) {
      this.update({ work, generation: generation + 1 });
      await this.send();
    } else await this.put([file, ...this.others].map(withNewBase));
  }

  /** Changes a value in the form. */
  edit(edit: ValueEdit): void {
    const { work, invalid } = this.state;
    this.update({ invalid: invalidTextsAfter(invalid, work.values, edit) });
    this.change(editValue(work, edit));
  }

  /** Takes the text of a field that is no value, or `null` when it is one. */
  setInvalid(pointer: string, text: InvalidText | null): void {
    this.update({ invalid: withInvalidText(this.state.invalid, pointer, text) });
  }

  /** Takes a change of the user, and sends it after a pause. */
  change(work: Work): void {
    // The fields show what the text of the file says.
    if (work.raw !== null) this.update({ invalid: NO_INVALID_TEXTS });
    if (this.state.status.kind === "saving") {
      // The file is another one when the save ends. What is typed until then begins from that.
      this.update({ work, text: null });
      this.storeCopy();
      return;
    }
    this.update({ work, text: null, status: { kind: "pending" } });
    clearTimeout(this.timer);
    if (!isChanged(work) && this.others.length === 0) {
      void this.dropDraft();
      return;
    }
    if (this.state.draft === null) this.beginDraft();
    this.storeCopy();
    this.timer = setTimeout(() => void this.send(), PAUSE_MS);
  }

  /** Replaces the changes by those that a dialog or the choice in a conflict made. */
  replace(work: Work, entry: Entry = this.state.entry): void {
    const { generation, invalid, work: old } = this.state;
    const remaining = invalidTextsOf(invalid, old.values, work.values);
    this.unfit = undefined;
    this.update({ entry, conflict: null, generation: generation + 1, invalid: remaining });
    this.change(work);
  }

  /** Continues with a file that was deleted on disk. Saving creates it again. */
  recreate(text: string): void {
    const { entry } = this.state;
    const empty = { ...startWork({ ...entry, text: "" }), base: { digest: null, text: "" } };
    this.replace(editRaw(empty, text), entry);
  }

  private beginDraft(): void {
    const id = newDraftId();
    this.update({ draft: id });
    rememberDraft(this.state.entry.path, id);
    void takeDraft(id).then((release) => {
      if (this.isClosed) release?.();
      else this.release = release;
    });
  }

  /** Stores the changes in the browser until the server has them. */
  private storeCopy(): void {
    storeCopy({ id: this.state.draft ?? "", files: this.files(), at: new Date().toISOString() });
  }

  private files(): readonly FileEdits[] {
    const { entry, work } = this.state;
    const { digest, text } = work.base;
    return [{ path: entry.path, base: digest, base_text: text, edits: editsOf(work) }, ...this.others];
  }

  /** Sends the changes now. A newer call cancels this one. */
  async send(): Promise<void> {
    clearTimeout(this.timer);
    if (this.state.draft !== null) await this.put(this.files());
  }

  private async put(files: readonly FileEdits[]): Promise<void> {
    const { draft, work } = this.state;
    if (draft === null) return;

    this.controller?.abort();
    const controller = new AbortController();
    this.controller = controller;

    try {
      const result = await putDraft(draft, files, tabId(), controller.signal);
      if (controller.signal.aborted || this.state.work !== work) return;
      dropCopy(draft);
      this.acknowledge(result);
    } catch (error) {
      if (controller.signal.aborted) return;
      this.fail(error);
    }
  }

  private acknowledge(result: DraftResult): void {
    const { entry, work, version, status, invalid } = this.state;
    // The save that a field without a valid value prevented is still to be done.
    const isRefused = status.kind === "refused" && invalid.size > 0;
    const file = result.files.find(({ path }) => path === entry.path);

    this.update({
      work: file ? adoptParsed(work, file.text, file.values, file.body?.text ?? null) : work,
      text: file?.text ?? this.state.text,
      problems: result.problems,
      routes: result.routes.length > 0 ? result.routes : entry.routes,
      scope: result.scope,
      conflict: null,
      status: isRefused ? status : { kind: "stored", at: new Date() },
      version: version + 1,
    });
  }

  private fail(error: unknown): void {
    if (error instanceof NotConnected) {
      this.update({ status: { kind: "offline" } });
      // The stream of events can survive a short failure of the network, so it does not always report the connection.
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.reconnect(), RETRY_MS);
    } else if (error instanceof ApiError && error.status === LOCKED) {
      // Both tabs found the draft before one of them changed it.
      this.endDraft();
      this.update({ isHeldElsewhere: true });
      this.beginDraft();
      this.storeCopy();
      void this.send();
    } else if (error instanceof ApiError && error.status === 409) this.showConflict(error);
    else this.update({ status: { kind: "refused", message: this.messageOf(error) }, ...problemsOf(error) });
  }

  /** Returns the message of a refusal, in the words of the form if the first error is one of its fields. */
  private messageOf(error: unknown): string {
    const { entry, work } = this.state;
    const { problems = [] } = problemsOf(error);
    const [first] = problems.filter(({ severity }) => severity === "error");
    const [plain] = first ? plainProblems([first], entry.path, entry.schema, work.values) : [];
    return plain && plain !== first ? `Not saved: ${plain.message}` : messageOf(error);
  }

  private showConflict(error: ApiError): void {
    const conflicts = error.data.conflicts ?? [];
    const conflict = conflicts.find(({ path }) => path === this.state.entry.path) ?? conflicts[0];
    if (conflict) this.update({ conflict: this.withMine(conflict), status: { kind: "conflict" } });
    else this.update({ status: { kind: "refused", message: error.message } });
  }

  /** Completes a conflict of the open file of which the server does not know the user's version. */
  private withMine(conflict: Conflict): Conflict {
    const { entry, text, work } = this.state;
    // Without changes, the work is the text on disk: the draft could not be restored.
    if (conflict.mine !== null || conflict.path !== entry.path || !isChanged(work)) return conflict;
    return { ...conflict, base_text: conflict.base_text ?? work.base.text, mine: text ?? work.raw ?? work.base.text };
  }

  /** Whether a save, or the user's choice in a conflict, decides from which version the work continues. */
  private isBlocked(): boolean {
    return this.state.status.kind === "saving" || this.state.conflict !== null;
  }

  /** Writes the file. Changes that the user makes meanwhile stay unsaved. */
  async save(): Promise<boolean> {
    const { work, draft, entry } = this.state;
    // A second request would begin from the version that the first one replaces.
    if (this.isBlocked()) return false;
    const [invalid] = this.state.invalid.values();
    if (invalid) {
      if (this.state.status.kind === "pending") void this.send();
      this.update({ status: { kind: "refused", message: `Not saved: ${invalid.message}` } });
      return false;
    }
    if (!isChanged(work) && this.others.length === 0) return true;

    clearTimeout(this.timer);
    this.controller?.abort();
    this.update({ status: { kind: "saving" } });

    try {
      const result = await save(this.files(), draft);
      const fresh = await getEntry(entry.path);
      const later = this.state.work === work ? undefined : rebaseWork(fresh, this.state.work);

      this.others = [];
      this.endDraft();
      this.update({
        ...freshState(fresh),
        conflict: null,
        undo: result.undo,
        version: this.state.version + 1,
        status: { kind: "saved", at: new Date() },
      });
      if (later && isChanged(later)) this.change(later);
      return true;
    } catch (error) {
      this.fail(error);
      if (this.state.work !== work) await this.sendTypedMeanwhile();
      return false;
    }
  }

  /** Sends what the user typed during a save that failed. The message of a refusal stays. */
  private async sendTypedMeanwhile(): Promise<void> {
    const { status, work } = this.state;
    if (status.kind !== "conflict" && status.kind !== "refused") return;
    if (!isChanged(work) && this.others.length === 0) {
      await this.dropDraft();
      return;
    }
    await this.send();
    if (status.kind === "refused" && this.state.status.kind === "stored") this.update({ status });
  }

  /** Removes all unsaved changes. */
  async discard(): Promise<void> {
    const { invalid, generation } = this.state;
    if (invalid.size > 0) this.update({ invalid: NO_INVALID_TEXTS, generation: generation + 1 });
    await this.dropDraft();
  }

  /** Removes the draft. The fields keep their focus if the user took the changes back. */
  private async dropDraft(): Promise<void> {
    const { draft, entry, version, generation } = this.state;
    clearTimeout(this.timer);
    this.controller?.abort();
    this.endDraft();

    const isTyping = !isChanged(this.state.work);
    this.update({
      ...freshState(entry),
      conflict: null,
      version: version + 1,
      generation: isTyping ? generation : generation + 1,
      status: { kind: "clean" },
    });

    // The server removes a draft that no tab continues.
    if (draft !== null) await deleteDraft(draft).catch(() => undefined);
  }

  private endDraft(): void {
    const { draft, entry } = this.state;
    if (draft !== null) dropCopy(draft);
    rememberDraft(entry.path, null);
    this.release?.();
    this.release = undefined;
    this.unfit = undefined;
    this.update({ draft: null });
  }

  /** Records that the translation matches its original as it is shown. Returns why that failed, or "". */
  async acceptTranslation(): Promise<string> {
    const { entry } = this.state;
    if (!entry.stale) return "";

    try {
      const { undo: id } = await accept(entry.path, entry.stale.original_digest);
      this.update({ undo: id });
      await this.reloadAfter("Translation accepted");
      return "";
    } catch (error) {
      await this.reload();
      return messageOf(error);
    }
  }

  /** Reverts the last save. */
  async undoSave(): Promise<void> {
    const { undo: id } = this.state;
    if (id === null) return;
    try {
      await undo(id);
      this.update({ undo: null });
      await this.reloadAfter("The last save was undone");
    } catch (error) {
      this.fail(error);
    }
  }

  /** Reads the file again. Unsaved changes of an older version become a conflict. */
  async reload(): Promise<void> {
    const { entry: old, conflict } = this.state;
    if (conflict) await this.compareAgain(conflict);
    if (this.isBlocked()) return;
    let message = "";
    const entry = await getEntry(old.path).catch((error: unknown) => {
      if (error instanceof NotConnected) return old;
      message = messageOf(error);
      return null;
    });
    if (this.isBlocked()) return;
    // After a save or another call in the meantime, this can be an older version.
    if (this.state.entry.digest !== old.digest) {
      await this.reload();
      return;
    }

    if (isChanged(this.state.work)) {
      if ((entry?.digest ?? null) !== this.state.work.base.digest) await this.send();
      return;
    }

    if (!entry) {
      this.update({ status: { kind: "refused", message } });
      return;
    }
    const { status, version, generation, invalid } = this.state;
    if (entry.digest === old.digest) {
      this.update({
        entry,
        problems: entry.problems,
        routes: entry.routes,
        version: version + 1,
        // The file is as it was, so a message that it does not exist is no longer true.
        status: status.kind === "refused" ? { kind: "clean" } : status,
      });
      return;
    }

    this.update({
      ...freshState(entry),
      invalid: invalidTextsOf(invalid, old.values, entry.values),
      version: version + 1,
      generation: generation + 1,
      status: { kind: "reloaded" },
    });
  }

  /** Reads the file again after a change on disk that the user asked for. */
  private async reloadAfter(message: string): Promise<void> {
    await this.reload();
    if (this.state.status.kind === "reloaded") this.update({ status: { kind: "done", message } });
  }

  /** Sends the changes in conflict again if the file is another one now. They can fit this one. */
  private async compareAgain(conflict: Conflict): Promise<void> {
    const theirs = await getEntry(conflict.path).catch((error: unknown) => (isMissing(error) ? null : undefined));
    if (theirs === undefined || (theirs?.digest ?? null) === conflict.theirs_digest) return;
    if (this.state.conflict !== conflict) return;

    if (!this.unfit) {
      await this.send();
      return;
    }
    const { draft, status } = this.state;
    if (theirs?.path === this.state.entry.path) this.update({ ...freshState(theirs), draft, status });
    await this.continueFrom(this.unfit);
  }

  /** Sends what could not be sent while the server was away. */
  reconnect(): void {
    if (this.state.status.kind === "offline") void this.send();
  }

  /** Ends editing in this tab. The draft stays on the server. */
  close(): void {
    this.isClosed = true;
    if (this.state.status.kind === "pending") void this.send();
    clearTimeout(this.timer);
    this.release?.();
    this.release = undefined;
  }
}

/** Returns the part of the state that a file on disk determines. */
function freshState(entry: Entry) {
  return {
    entry,
    work: startWork(entry),
    text: entry.text,
    problems: entry.problems,
    routes: entry.routes,
    scope: "page" as const,
    draft: null,
  };
}

/** Returns a file of a draft with its original text, which drafts do not store for a new file. */
const withNewBase = (file: FileEdits): FileEdits => (file.base === null ? { ...file, base_text: "" } : file);

/** Returns the problems of a refusal, which replace those that were shown. */
function problemsOf(error: unknown): Partial<SessionState> {
  const problems = error instanceof ApiError ? error.data.problems : undefined;
  return problems ? { problems } : {};
}
