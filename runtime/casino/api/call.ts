// Describes API calls as values, builds their URLs, and reads facts about the device that requests contain (row 7.1-02). This module
// sends no requests.

import type { GenericSchema } from "valibot";
import { config } from "../config/config";

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

/** Whether the device is a phone: a coarse pointer, and a short side below 768 px (A41). */
export function isMobile(): boolean {
  return matchMedia("(pointer: coarse)").matches && Math.min(screen.width, screen.height) < 768;
}

/** Returns the client id for sign-in and sign-up: one for computers, one for phones (row 7.1-02). */
export function clientId(): 3 | 6 {
  const { client_id_instant, client_id_mobile } = config().client;
  return isMobile() ? client_id_mobile : client_id_instant;
}

/** Formats an offset from UTC as `+hh:mm`, from the minutes that `Date.getTimezoneOffset` returns (row 7.1-03). */
export function utcOffset(minutesBehind: number): string {
  const minutes = Math.abs(minutesBehind);
  const twoDigits = (number: number) => String(Math.floor(number)).padStart(2, "0");
  return `${minutesBehind > 0 ? "-" : "+"}${twoDigits(minutes / 60)}:${twoDigits(minutes % 60)}`;
}
