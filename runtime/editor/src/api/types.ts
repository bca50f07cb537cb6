// The data that the editor and `croupier dev` exchange.

import type { Json } from "../model/json";

export type Kind = "page" | "data" | "messages" | "media" | "other";

type PageStatus = "published" | "draft" | "scheduled" | "expired";

/** A file in a list. */
export interface Item {
  readonly path: string;
  readonly kind: Kind;
  readonly title: string;
  readonly route: string | null;
  readonly language: string | null;
  readonly status: PageStatus | null;
  readonly date: string | null;
  readonly errors: number;
  readonly warnings: number;
  readonly has_draft: boolean;
  readonly writable: boolean;
}

/** One page of a list of files. */
export interface Tree {
  readonly items: readonly Item[];
  readonly total: number;
  readonly page: number;
  readonly pages: number;
  readonly counts: Readonly<Partial<Record<Kind, number>>>;
}

/** A range of a text, in UTF-16 code units. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** An error or a warning of the site, with its location. */
export interface Problem {
  readonly severity: "error" | "warning";
  readonly code: string;
  readonly message: string;
  readonly hint: string | null;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly pointer: string | null;
  readonly range: Range | null;
  readonly is_new: boolean;
}

/** The Markdown of a page, and where it starts in the file. */
interface Body {
  readonly start: number;
  readonly text: string;
}

/** Settings of a field that JSON Schema has no keyword for. */
export interface EditorHints {
  readonly widget?: string;
  readonly unit?: string;
  readonly group?: string;
  readonly order?: number;
  readonly references?: string;
  readonly preview?: string;
  readonly card?: string;
  readonly hidden?: boolean;
  readonly rows?: number;
}

/** The subset of JSON Schema that describes a form. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly Json[];
  readonly const?: Json;
  readonly default?: Json;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  /** The keys that identify an entry of a list. */
  readonly uniqueKey?: string | readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly if?: Schema;
  // The keyword of JSON Schema has this name.
  readonly then?: Schema;
  readonly else?: Schema;
  readonly $ref?: string;
  /** Whether other languages have another text. */
  readonly translatable?: boolean;
  readonly "x-editor"?: EditorHints;
  /** Set by the editor in a schema that it inferred from values. Their keys stay: an emptied text is "", and an emptied list is []. */
  readonly isInferred?: true;
}

/** A file of the site with everything that its form needs. */
export interface Entry {
  readonly path: string;
  readonly kind: Kind;
  readonly format: "markdown" | "html" | "toml" | "yaml" | "json" | "csv" | "fluent" | "text" | "binary";
  /** `null` for a file that does not exist on disk, of which there is a draft. */
  readonly digest: string | null;
  readonly text: string | null;
  readonly writable: boolean;
  readonly values: Json | null;
  readonly schema: Schema | null;
  readonly missing_schema_note?: string;
  readonly body: Body | null;
  readonly front_format: "toml" | "yaml" | "json" | null;
  readonly parse_error: Problem | null;
  readonly problems: readonly Problem[];
  readonly route: string | null;
  readonly routes: readonly string[];
  readonly language: string | null;
  readonly translations: readonly Translation[];
  /** `null` for a page that matches its original, and for one that is no translation. */
  readonly stale: Stale | null;
  readonly drafts: readonly DraftInfo[];
  readonly time_zone: string;
  /** Whether the file has the texts of another language for a data file. */
  /** Whether each row of the data file is a page. */
  readonly has_row_pages?: boolean;
  readonly has_texts_only?: boolean;
}

interface Translation {
  readonly language: string;
  readonly label: string;
  readonly path: string | null;
  readonly state: "current" | "stale" | "missing";
}

/** How the original of a translation changed since. */
export interface Stale {
  readonly original: string;
  readonly original_digest: string;
  /** The changed parts: ids of headings, or the front matter. */
  readonly parts: readonly string[];
  /** `null` if Git does not have the version that was translated. */
  readonly diff: string | null;
}

interface DraftInfo {
  readonly id: string;
  readonly saved_at: string;
  readonly is_outdated: boolean;
  /** Whether the tab that changed it last is still open. */
  readonly is_open: boolean;
}

/** A type of a text that JSON does not have. TOML and YAML write a date without quotes. */
export type ValueType = "date";

/** One change of a file. Ranges refer to the text after the earlier changes of the list. */
export type Edit =
  | { readonly set: string; readonly value: Json; readonly type?: ValueType }
  | { readonly insert: string; readonly value: Json; readonly type?: ValueType }
  | { readonly remove: string }
  | { readonly move: string; readonly to: string }
  | { readonly body: Range; readonly text: string }
  | { readonly raw: Range; readonly text: string };

/** The changes of one file. `base` is the digest that they begin from; `null` for a new file. */
export interface FileEdits {
  readonly path: string;
  readonly base: string | null;
  /** The text of that file, from which the server shows the user's version if the file is another one now. */
  readonly base_text?: string | null;
  readonly edits: readonly Edit[];
}

/** A file as it is after the edits of a draft. */
interface DraftFile {
  readonly path: string;
  readonly text: string;
  readonly values: Json | null;
  readonly body: Body | null;
  readonly diff: string;
}

export interface DraftResult {
  readonly id: string;
  readonly files: readonly DraftFile[];
  readonly problems: readonly Problem[];
  readonly routes: readonly string[];
  readonly scope: "page" | "site";
  readonly milliseconds: number;
}

export interface StoredDraft {
  readonly id: string;
  readonly files: readonly (FileEdits & { readonly base_text: string | null; readonly is_outdated: boolean })[];
  readonly saved_at: string;
}

/** The three versions of a file that changed on disk since the edits began. */
export interface Conflict {
  readonly path: string;
  readonly base_text: string | null;
  /** `null` if the file was deleted. */
  readonly theirs: string | null;
  /** `null` if the server does not know the text that the edits begin from. */
  readonly mine: string | null;
  readonly theirs_digest: string | null;
  readonly values?: Versions<Json> | null;
  readonly bodies?: Versions<string> | null;
}

export interface Versions<Value> {
  readonly base: Value;
  readonly theirs: Value;
  readonly mine: Value;
}

export interface SaveResult {
  readonly files: readonly { readonly path: string; readonly digest: string; readonly diff: string }[];
  readonly undo: string;
}

export interface Change {
  readonly path: string;
  readonly action: "rename" | "edit" | "delete" | "create";
  readonly to?: string;
  readonly diff?: string;
  readonly reason: string;
}

export interface Changes {
  readonly changes: readonly Change[];
  readonly undo?: string;
}

export interface Attention {
  readonly problems: readonly Problem[];
  readonly scheduled: readonly ScheduledPage[];
  readonly drafts: readonly Item[];
  readonly unused_media: readonly Item[];
  readonly unsaved: readonly { readonly id: string; readonly paths: readonly string[]; readonly saved_at: string }[];
}

interface ScheduledPage {
  readonly path: string;
  readonly title: string;
  readonly route: string | null;
  readonly at: string;
  readonly what: "publishes" | "expires";
}

/** A redirect, and where it is written: at a field, or at an offset of a text. */
export interface RedirectItem {
  readonly path: string;
  readonly from: string;
  readonly to: string;
  readonly pointer?: string;
  readonly offset?: number;
  readonly writable: boolean;
}

export interface Navigation {
  readonly menus: readonly { readonly path: string; readonly writable: boolean }[];
  readonly redirects: readonly RedirectItem[];
}

export interface LinkTarget {
  readonly path: string;
  readonly title: string;
  readonly route: string;
  /** The key of its language. None on a site in one language, and for entries of data. */
  readonly language?: string | null;
  readonly link: string;
  readonly anchors: readonly { readonly id: string; readonly text: string }[];
}

export interface Shortcode {
  readonly name: string;
  readonly has_body: boolean;
  readonly parameters: readonly { readonly name: string; readonly required: boolean; readonly default: Json | null }[];
  readonly text: string;
}

export interface Inserts {
  readonly shortcodes: readonly Shortcode[];
  readonly islands: readonly { readonly name: string; readonly schema: Schema | null }[];
}

export interface Commit {
  readonly id: string;
  readonly author: string;
  readonly date: string;
  readonly subject: string;
}

export interface NewFile {
  readonly schema: Schema | null;
  readonly values: Json | null;
  /** The values of `extra` that the archetype of the folder has. */
  readonly extra: Json | null;
  /** The folders that have pages. */
  readonly folders: readonly string[];
  readonly kinds: readonly { readonly name: string; readonly path_hint: string }[];
}

export interface UploadResult {
  readonly path: string;
  readonly width: number | null;
  readonly height: number | null;
}

/** A message of the stream of events. */
export interface SiteEvent {
  readonly changed: readonly string[];
  readonly build: "building" | "ok" | "failed";
  readonly errors: number;
  readonly warnings: number;
  /** The number of tabs in all browsers that have a file open, by its path. */
  readonly open: Readonly<Record<string, number>>;
  /** Identifies the process of the server. */
  readonly start: string;
  /** The number of builds of this process. */
  readonly builds: number;
}
