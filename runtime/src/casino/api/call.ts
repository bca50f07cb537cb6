// A call of the API as a value, and the address that it is made to. No call is made here.

import type { GenericSchema } from "valibot";

/** Makes what an answer is validated with; what it has besides is left out (A112). */
export type Decoder<T> = () => GenericSchema<unknown, T>;

/** A call. The type parameters name the parts of its path and query, and what it takes and answers. */
export interface Call<Path extends string, Query extends string, Body, Answer> {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  /** It is a player's: the session token goes along. */
  readonly session?: true;
  readonly answer: Decoder<Answer>;
  /** Never there: it only carries the types. */
  readonly types?: { readonly path: Path; readonly query: Query; readonly body: Body };
}

type Text = string | number | boolean;
type Path<P extends string> = [P] extends [never] ? unknown : { readonly path: Readonly<Record<P, Text>> };
type Query<Q extends string> = [Q] extends [never] ? unknown : { readonly query?: Readonly<Partial<Record<Q, Text>>> };
type Body<B> = B extends undefined ? unknown : { readonly body: B };

/** What a call is made with: the parts of its path, its query and its body, as far as it has them. */
export type Given<P extends string, Q extends string, B> = Path<P> & Query<Q> & Body<B>;

/** The same without its types. */
export interface Parts {
  readonly path?: Readonly<Record<string, Text>>;
  readonly query?: Readonly<Partial<Record<string, Text>>>;
  readonly body?: unknown;
}

/** The address of a call, each part encoded. */
export function address(path: string, given: Parts): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(given.path?.[name] ?? "")));
  const pairs = Object.entries(given.query ?? {}).filter(([, value]) => value !== undefined);
  const query = pairs.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join("&");
  return query ? `${filled}?${query}` : filled;
}
