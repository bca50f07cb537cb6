// Copies of unsaved changes in this browser, for the time until the server has them, and the draft that a tab continues when it opens a
// file. Each draft is edited in one tab only.

import { getDraft } from "../api/calls";
import type { Entry, FileEdits } from "../api/types";

const PREFIX = "croupier-draft:";

/** The changes of a draft that the server does not have yet. */
export interface LocalCopy {
  readonly id: string;
  readonly files: readonly FileEdits[];
  readonly at: string;
}

/** Stores the changes. A full storage only means that a crash of the browser loses them. */
export function storeCopy(copy: LocalCopy): void {
  try {
    localStorage.setItem(PREFIX + copy.id, JSON.stringify(copy));
  } catch (error) {
    console.warn(error);
  }
}

export const dropCopy = (id: string) => localStorage.removeItem(PREFIX + id);

/** Returns the changes of a draft that the server may not have. */
function copyOf(id: string): LocalCopy | undefined {
  const text = localStorage.getItem(PREFIX + id);
  try {
    return text === null ? undefined : (JSON.parse(text) as LocalCopy);
  } catch {
    return undefined;
  }
}

/** Returns the ids of all copies that contain a file. */
function copiesOf(path: string): readonly string[] {
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(PREFIX))
    .map((key) => key.slice(PREFIX.length))
    .filter((id) => copyOf(id)?.files.some((file) => file.path === path));
}

/** Returns the draft that this tab edits. A copy of the tab has the same one, hence the locks. */
const rememberedDraft = (path: string) => sessionStorage.getItem(PREFIX + path);

export function rememberDraft(path: string, id: string | null): void {
  if (id === null) sessionStorage.removeItem(PREFIX + path);
  else sessionStorage.setItem(PREFIX + path, id);
}

/** Returns the id of this tab, which stays the same when the tab loads again. */
export function tabId(): string {
  const key = "croupier-tab";
  const id = sessionStorage.getItem(key) ?? newDraftId();
  sessionStorage.setItem(key, id);
  return id;
}

/** Returns a new id of a draft: 16 hexadecimal digits. */
export function newDraftId(): string {
  return [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Lets other tabs take the draft. */
export type Release = () => void;

/** Takes a draft for this tab; `undefined` if another tab has it. Without locks in the browser, each tab takes what it opens. */
export function takeDraft(id: string): Promise<Release | undefined> {
  if (!navigator.locks) return Promise.resolve(() => undefined);
  return new Promise((resolve, reject) => {
    const held = navigator.locks.request(`croupier-draft:${id}`, { ifAvailable: true }, (lock) => {
      if (!lock) {
        resolve(undefined);
        return undefined;
      }
      // The tab holds the lock until this promise resolves.
      return new Promise<void>((release) => resolve(release));
    });
    held.catch(reject);
  });
}

/** A draft that this tab continues. */
interface FoundDraft {
  readonly id: string;
  readonly release: Release;
  readonly files: readonly FileEdits[];
  readonly savedAt: string;
}

export interface Search {
  readonly draft: FoundDraft | undefined;
  /** Whether another tab edits this file. */
  readonly isHeldElsewhere: boolean;
}

/** Returns the draft of a file: that of this tab before a reload, else one that no other tab edits. */
export async function findDraft(entry: Entry): Promise<Search> {
  const remembered = rememberedDraft(entry.path);
  const ids = [remembered, ...entry.drafts.map(({ id }) => id), ...copiesOf(entry.path)];
  const others = new Set(entry.drafts.filter((it) => it.is_open && it.id !== remembered).map(({ id }) => id));
  let isHeldElsewhere = others.size > 0;

  for (const id of new Set(ids)) {
    if (id === null || others.has(id)) continue;
    const release = await takeDraft(id);
    if (!release) {
      isHeldElsewhere = true;
      continue;
    }
    const draft = await readDraft(id, release);
    if (draft?.files.some(({ path }) => path === entry.path)) return { draft, isHeldElsewhere: false };
    release();
  }
  return { draft: undefined, isHeldElsewhere };
}

/** Reads a draft. The copy in the browser is newer than the server's, because the server's acknowledgement removes it. */
async function readDraft(id: string, release: Release): Promise<FoundDraft | undefined> {
  const copy = copyOf(id);
  if (copy) return { id, release, files: copy.files, savedAt: copy.at };
  try {
    const stored = await getDraft(id);
    return { id, release, files: stored.files, savedAt: stored.saved_at };
  } catch {
    return undefined;
  }
}
