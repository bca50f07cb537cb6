// Finds the draft that a tab continues when it opens a file.

import { getDraft } from "../api/calls";
import type { Entry, FileEdits } from "../api/types";
import { copiesOf, copyOf, type Release, rememberedDraft, takeDraft } from "./local_copies";

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
