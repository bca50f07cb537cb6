// The frame of the preview: loads a page, updates it in place, and connects its elements with the fields of the form.

import { putDraft, send } from "../api/calls";
import type { Problem } from "../api/types";
import { patchDocument } from "./patch";
import { elementOf } from "./source_text";

/** A draft without files: it shows pages as they are on disk. Only previews of drafts can be in a frame. */
const NO_DRAFT = "0000000000000000";

export interface FrameHandlers {
  /** The user clicked an element. `texts` are its text and those of the elements around it, the innermost first. */
  onText(texts: readonly string[]): void;
  onState(state: PreviewState): void;
}

/** What the preview says about itself. The last page stays while a newer one fails. */
export interface PreviewState {
  readonly kind: "loading" | "shown" | "failed";
  readonly message?: string;
  readonly problems?: readonly Problem[];
  /** Whether an earlier version is shown. */
  readonly hasEarlier?: boolean;
}

/** Returns the URL of a page in the preview. That of a row is its card alone, or redirects to its page. */
export function previewUrl(route: string, draft: string | null, asOf: string, row?: ShownRow): string {
  const query = new URLSearchParams({ "croupier-draft": draft ?? NO_DRAFT });
  // A day begins in the time zone of the site, which the server knows.
  if (asOf) query.set("as-of", asOf);
  if (row) {
    query.set(row.as === "card" ? "card" : "row", row.pointer);
    query.set("file", row.file);
  }
  // The server decodes `+` as it is.
  return `${route}?${String(query).replaceAll("+", "%20")}`;
}

/** A row of a data file that the preview shows alone, or by its page. */
export interface ShownRow {
  readonly as: "card" | "page";
  readonly file: string;
  /** The JSON Pointer of the row. */
  readonly pointer: string;
}

/** How many elements around a clicked one are compared with the form. */
const MAX_PARENTS = 4;

/** Whether this tab has created the draft without files. */
let hasNoDraft = false;

/** Requests a page. The draft without files is created before its first page, and again after the server lost it. */
async function request(url: string, signal: AbortSignal): Promise<Response> {
  if (!url.includes(NO_DRAFT)) return send(url, { signal });
  if (hasNoDraft) {
    const response = await send(url, { signal });
    if (response.status !== 404) return response;
  }
  await putDraft(NO_DRAFT, [], NO_DRAFT, signal);
  hasNoDraft = true;
  return send(url, { signal });
}

export class PreviewFrame {
  private route = "";
  private html: Document | null = null;
  private controller: AbortController | undefined;
  private scroll: { readonly x: number; readonly y: number } | null = null;
  private marked: HTMLElement | null = null;

  constructor(
    private readonly frame: HTMLIFrameElement,
    private readonly handlers: FrameHandlers,
  ) {
    frame.addEventListener("load", () => this.connect());
  }

  /** Shows a page. A page that is shown already is updated in place. */
  async show(route: string, url: string, isForced = false): Promise<void> {
    this.controller?.abort();
    const controller = new AbortController();
    this.controller = controller;
    if (!this.html) this.handlers.onState({ kind: "loading" });
    try {
      const response = await request(url, controller.signal);
      const text = await response.text();
      if (controller.signal.aborted) return;
      if (!response.ok) return this.fail(response.status, text);

      const fresh = new DOMParser().parseFromString(text, "text/html");
      const live = this.frame.contentDocument;
      const isPatched = !isForced && route === this.route && this.html && live && patchDocument(live, this.html, fresh);
      this.html = fresh;
      if (isPatched) this.refreshData(response.url || url);
      else this.load(route, url);
      this.route = route;
      this.handlers.onState({ kind: "shown" });
    } catch (error) {
      if (!controller.signal.aborted)
        this.handlers.onState({ kind: "failed", message: String(error instanceof Error ? error.message : error) });
    }
  }

  private fail(status: number, text: string): void {
    const data = parseFailure(text);
    this.handlers.onState({
      kind: "failed",
      message: data.error?.message ?? `The page cannot be shown (status ${status}).`,
      problems: data.problems ?? [],
      hasEarlier: this.html !== null,
    });
  }

  /** Loads the document, and restores the scroll position if it is the same page. */
  private load(route: string, url: string): void {
    // After a failure of the network, the frame has a page of the browser, which scripts cannot access.
    const view = this.frame.contentDocument?.defaultView;
    this.scroll = route === this.route && view ? { x: view.scrollX, y: view.scrollY } : null;
    // A location that is replaced is no step of the browser's history.
    if (view && this.frame.src) view.location.replace(url);
    else this.frame.src = url;
  }

  /** Lets scripts request data again that they loaded for an earlier draft. The server finds the draft in the URL of the page. */
  private refreshData(url: string): void {
    const view = this.frame.contentWindow;
    view?.history.replaceState(view.history.state, "", url);
    view?.dispatchEvent(new Event("croupier:draft"));
  }

  private connect(): void {
    const live = this.frame.contentDocument;
    if (!live) return;
    if (this.scroll) this.frame.contentWindow?.scrollTo(this.scroll.x, this.scroll.y);
    this.scroll = null;
    live.addEventListener("click", (event) => this.onClick(event), true);
    live.addEventListener("submit", (event) => event.preventDefault(), true);
  }

  private onClick(event: MouseEvent): void {
    // Elements of the frame belong to another window, so `instanceof` does not know them.
    const target = event.target as Element | null;
    const isLink = target?.closest?.("a[href]") !== null;
    // A link would leave the page that is edited.
    if (isLink) {
      event.preventDefault();
      event.stopPropagation();
    }

    const texts: string[] = [];
    for (let element = target; element && texts.length < MAX_PARENTS; element = element.parentElement) {
      texts.push(element.textContent ?? "");
    }
    this.handlers.onText(texts);
  }

  /** Marks the element that shows a text, and scrolls to it if it is not visible. */
  markText(text: string): void {
    this.unmark();
    const live = this.frame.contentDocument;
    if (live) this.markElement(elementOf(text, live));
  }

  private markElement(element: HTMLElement | undefined): void {
    const view = this.frame.contentWindow;
    if (!element || !view) return;
    element.style.outline = "2px solid #0f9d8a";
    element.style.outlineOffset = "3px";
    this.marked = element;
    const { top, bottom } = element.getBoundingClientRect();
    if (bottom < 0 || top > view.innerHeight) element.scrollIntoView({ block: "center", behavior: "smooth" });
  }

  private unmark(): void {
    this.marked?.style.removeProperty("outline");
    this.marked?.style.removeProperty("outline-offset");
    if (this.marked?.getAttribute("style") === "") this.marked.removeAttribute("style");
    this.marked = null;
  }

  close(): void {
    this.controller?.abort();
  }
}

/** Returns the data of a failed preview. Other servers answer with HTML. */
function parseFailure(text: string): { error?: { message?: string }; problems?: readonly Problem[] } {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
