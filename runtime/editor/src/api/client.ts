// Calls of the server.

import type { Conflict, Problem } from "./types";

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
export async function call<Result>(name: string, options: CallOptions = {}): Promise<Result> {
  const response = await send(urlOf(name, options.query), options);
  const data: unknown = await response.json().catch(() => ({}));
  if (!response.ok) throw new ApiError(response.status, data as ErrorData);
  return data as Result;
}

/** Returns the message of an error for the user. */
export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
