// The calls of the server, one function for each.

import type { Json } from "../model/json";
import type {
  Attention,
  Changes,
  Commit,
  Conflict,
  DraftResult,
  Entry,
  FileEdits,
  Inserts,
  LinkTarget,
  Navigation,
  NewFile,
  Problem,
  SaveResult,
  StoredDraft,
  Tree,
  UploadResult,
} from "./types";

/** Path of all calls. */
const API = "/_croupier/edit/";

/** The data of an answer that is an error. */
export interface ErrorData {
  readonly error?: { readonly message?: string; readonly file?: string; readonly hint?: string };
  readonly problems?: readonly Problem[];
  readonly conflicts?: readonly Conflict[];
}

/** Thrown if the server refuses a call. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly data: ErrorData,
  ) {
    const { message = `The server answered with status ${status}.`, hint } = data.error ?? {};
    super(hint ? `${message} ${hint}` : message);
  }
}

/** Thrown if no server answers. */
export class NotConnected extends Error {
  constructor() {
    super("The server does not answer. Start `croupier dev` again.");
  }
}

export interface CallOptions {
  readonly method?: "GET" | "PUT" | "POST" | "DELETE";
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly json?: unknown;
  readonly body?: Blob;
  readonly signal?: AbortSignal;
}

/** Returns the URL of a call. Parameters without a value are left out. */
export function urlOf(name: string, query: CallOptions["query"] = {}): string {
  const parameters = new URLSearchParams();
  for (const [key, value] of Object.entries(query))
    if (value !== undefined && value !== "") parameters.set(key, String(value));
  const text = parameters.toString();
  return `${API}${name}${text ? `?${text}` : ""}`;
}

/** Sends a request to a path of this server. Rejects with `NotConnected` if there is no answer. */
export async function send(url: string, { method = "GET", json, body, signal }: CallOptions = {}): Promise<Response> {
  const headers: Record<string, string> = { "X-Croupier-Editor": "1" };
  if (json !== undefined) headers["Content-Type"] = "application/json";

  try {
    return await fetch(url, {
      method,
      headers,
      body: json === undefined ? (body ?? null) : JSON.stringify(json),
      cache: "no-store",
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new NotConnected();
  }
}

/** Calls the server and returns its JSON. Rejects with `ApiError` if the server refuses. */
async function call<Result>(name: string, options: CallOptions = {}): Promise<Result> {
  const response = await send(urlOf(name, options.query), options);
  const data: unknown = await response.json().catch(() => ({}));
  if (!response.ok) throw new ApiError(response.status, data as ErrorData);
  return data as Result;
}

/** Returns the message of an error for the user. */
export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

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

/** Finds pages, or what `references` of a schema names. Pages in the language of the file come first. */
export const getLinks = (q: string, file: string | undefined, references: string | undefined, signal: AbortSignal) =>
  call<{ items: readonly LinkTarget[] }>("links", { query: { q, file, to: references }, signal });

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
