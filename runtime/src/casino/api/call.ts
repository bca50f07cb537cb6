// Describes API calls as values and builds their URLs. This module sends no requests.

import type { GenericSchema } from "valibot";

/** Creates the schema that validates a response. Fields that the schema does not list are dropped (A112). */
export type Decoder<T> = () => GenericSchema<unknown, T>;

/** An API call. The type parameters are the names of its path and query parameters, and the types of its request body and response. */
export interface Call<Path extends string, Query extends string, Body, Value> {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  /** The call needs a session: the session token is sent with it. */
  readonly session?: true;
  readonly decoder: Decoder<Value>;
  /** Never set; it only carries the types. */
  readonly types?: { readonly path: Path; readonly query: Query; readonly body: Body };
}

type Text = string | number | boolean;
type Path<P extends string> = [P] extends [never] ? unknown : { readonly path: Readonly<Record<P, Text>> };
type Query<Q extends string> = [Q] extends [never] ? unknown : { readonly query?: Readonly<Partial<Record<Q, Text>>> };
type Body<B> = B extends undefined ? unknown : { readonly body: B };

/** The parameters of a call: its path parameters, query parameters and body, where it has them. */
export type CallParams<P extends string, Q extends string, B> = Path<P> & Query<Q> & Body<B>;

/** Parameters without the types of their call. */
export interface AnyParams {
  readonly path?: Readonly<Record<string, Text>>;
  readonly query?: Readonly<Partial<Record<string, Text>>>;
  readonly body?: unknown;
}

/** Returns the URL of a call. All parameters are encoded. */
export function callUrl(path: string, params: AnyParams): string {
  const filledPath = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params.path?.[name] ?? "")),
  );
  const pairs = Object.entries(params.query ?? {}).filter(([, value]) => value !== undefined);
  const query = pairs.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join("&");
  return query ? `${filledPath}?${query}` : filledPath;
}
