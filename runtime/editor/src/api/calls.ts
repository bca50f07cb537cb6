// The calls of the server, one function for each.

import type { Json } from "../model/json";
import { call, urlOf } from "./client";
import type {
  Attention,
  Changes,
  Commit,
  DraftResult,
  Entry,
  FileEdits,
  Inserts,
  LinkTarget,
  Navigation,
  NewFile,
  SaveResult,
  StoredDraft,
  Tree,
  UploadResult,
} from "./types";

export interface TreeQuery {
  readonly kind?: string | undefined;
  readonly q?: string | undefined;
  readonly under?: string | undefined;
  readonly page?: number | undefined;
}

export const getTree = (query: TreeQuery, signal?: AbortSignal) =>
  call<Tree>("tree", { query: { ...query }, ...(signal ? { signal } : {}) });

export const getEntry = (path: string) => call<Entry>("entry", { query: { path } });

export const getNavigation = () => call<Navigation>("navigation");

export const getAttention = () => call<Attention>("problems");

/** Returns pages, or what `references` of a schema names. */
export const getLinks = (q: string, references: string | undefined, signal: AbortSignal) =>
  call<{ items: readonly LinkTarget[] }>("links", { query: { q, to: references }, signal });

export const getInserts = () => call<Inserts>("inserts");

export const getHistory = (path: string) =>
  call<{ commits: readonly Commit[]; available: boolean }>("history", { query: { path } });

export const getVersion = (path: string, commit: string) =>
  call<{ text: string }>("version", { query: { path, commit } });

export const getDraft = (id: string) => call<StoredDraft>("draft", { query: { id } });

export const putDraft = (id: string, files: readonly FileEdits[], client: string, signal: AbortSignal) =>
  call<DraftResult>("draft", { method: "PUT", query: { id }, json: { files, client }, signal });

/** Reports the file that this tab has open. */
export const reportOpen = (client: string, path: string | null) =>
  call<unknown>("open", { method: "POST", json: { client, path } });

export const deleteDraft = (id: string) => call<unknown>("draft", { method: "DELETE", query: { id } });

export const save = (files: readonly FileEdits[], draft: string | null) =>
  call<SaveResult>("save", { method: "POST", json: { files, draft } });

/** Records that a translation matches its original. */
export const accept = (path: string, originalDigest: string) =>
  call<{ undo: string }>("accept", { method: "POST", json: { path, original_digest: originalDigest } });

export const getNew = (under: string) => call<NewFile>("new", { query: { under } });

export const create = (path: string, values: Json, body: string) =>
  call<{ path: string; digest: string }>("create", { method: "POST", json: { path, values, body } });

export const rename = (from: string, to: string, isDryRun: boolean) =>
  call<Changes>("rename", { method: "POST", json: { from, to, dry_run: isDryRun } });

export const remove = (path: string, redirectTo: string | null, isDryRun: boolean) =>
  call<Changes>("delete", { method: "POST", json: { path, redirect_to: redirectTo, dry_run: isDryRun } });

export const undo = (id: string) => call<{ files: readonly string[] }>("undo", { method: "POST", json: { undo: id } });

export const getUndo = () => call<{ items: readonly { undo: string; title: string; at: string }[] }>("undo");

export const upload = (path: string, file: Blob) =>
  call<UploadResult>("media", { method: "PUT", query: { path }, body: file });

/** Returns the URL of a small picture of a file. */
export const thumbnailUrl = (path: string, width = 320) => urlOf("thumbnail", { path, width });
