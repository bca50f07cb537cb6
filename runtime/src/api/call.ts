// A call of the API as a value, and whether what came back is an answer to it (A112). No call is made here.

/** What an answer must have: 0 stands for any value, a list for a list of such, an object for its required fields. */
export type Shape = 0 | readonly [Shape] | { readonly [name: string]: Shape };

/** A call. The type parameters name the parts of its path and query, and what it takes and answers. */
export interface Call<Path extends string, Query extends string, Body, Answer> {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly answer: Shape;
  /** Never there: it only carries the types. */
  readonly types?: { readonly path: Path; readonly query: Query; readonly body: Body; readonly answer: Answer };
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

/** Whether a value has everything that a shape asks for; what it has besides does not matter. */
export function fits(value: unknown, shape: Shape): boolean {
  if (shape === 0) return value !== undefined;
  if (isList(shape)) return Array.isArray(value) && value.every((one) => fits(one, shape[0]));
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const fields = value as Readonly<Record<string, unknown>>;
  return Object.entries(shape).every(([name, inner]) => fits(fields[name], inner));
}

function isList(shape: Shape): shape is readonly [Shape] {
  return Array.isArray(shape);
}
