// The real page beside the form, in the widths of phone, tablet and desktop.

import { useCallback, useEffect, useRef, useState } from "react";
import { $site } from "../app/site";
import type { SessionState } from "../drafts/session";
import { isChanged, type Work } from "../drafts/work";
import { cardRow, itemAround } from "../form/schema";
import { IconButton } from "../ui/button";
import { Notice } from "../ui/field_frame";
import { Icon, type IconName } from "../ui/icon";
import { useStore } from "../ui/state";
import { PreviewFrame, type PreviewState, previewUrl } from "./frame";
import { $selection, findSource, type Selection, type Source, textOfField, textOfLine } from "./source_text";

const WIDTHS: readonly { readonly name: string; readonly width: number; readonly icon: IconName }[] = [
  { name: "Phone", width: 390, icon: "phone" },
  { name: "Tablet", width: 820, icon: "tablet" },
  { name: "Desktop", width: 1280, icon: "desktop" },
];

/** Take the place of a route for the card and the page of the row that is edited. */
const CARD = "card";
const ROW = "row";
const ROW_VIEWS: Readonly<Record<string, string>> = { [CARD]: "Card alone", [ROW]: "Page of the row" };

interface PreviewPaneProps {
  readonly state: SessionState;
  readonly onSource: (source: Source) => void;
}

/** The preview of the open file. */
export function PreviewPane({ state, onSource }: PreviewPaneProps) {
  const { version, scope, work } = state;
  const { build } = useStore($site);
  const page = usePreviewPage(state);
  const { route, key, url } = page;
  const [width, setWidth] = useState(() => (innerWidth < 700 ? 390 : 1280));
  const [shown, setShown] = useState<PreviewState>({ kind: "loading" });
  const { stage, scale, height } = useScale(width);
  const current = useRef(work);
  current.current = work;
  const { element, frame } = usePreviewFrame(current, onSource, setShown);

  const show = useCallback(
    (isReload = false) => {
      if (url !== undefined && route !== undefined) void frame.current?.show(key, url, isReload);
    },
    [url, route, key, frame],
  );
  // Each version of the draft has another page at the same URL.
  useEffect(() => show(), [show, version]);
  useSelection(frame, current);

  return (
    <>
      <PreviewBar page={page} width={width} onWidth={setWidth} onReload={() => show(true)} />
      {scope === "site" && isChanged(work) && <Notice>The whole site is rendered again for this draft</Notice>}
      {shown.kind === "failed" && <PreviewFailure state={shown} />}
      <div className="stage" ref={stage} data-loading={shown.kind === "loading" || build === "building"}>
        {route === undefined && <p className="empty">No page shows this file.</p>}
        <div className="frame-box" hidden={route === undefined} style={{ width: width * scale, height }}>
          <iframe
            ref={element}
            title="Preview"
            sandbox="allow-scripts allow-same-origin"
            style={{ width, height: height / scale, transform: `scale(${scale})` }}
          />
        </div>
      </div>
    </>
  );
}

/** The page that the preview shows, and the choice of another one. */
function usePreviewPage({ entry, draft, version, routes, work, status }: SessionState) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [asOf, setAsOf] = useState("");
  const selected = useStore($selection)?.pointer ?? "";
  const card = useLast(entry.schema ? cardRow(entry.schema, work.values ?? undefined, selected) : undefined);
  const row = useLast(entry.has_row_pages ? itemAround(work.values ?? undefined, selected) : undefined);

  const pages = routes.length > 0 ? routes : entry.route === null ? [] : [entry.route];
  const choices = [...(row === undefined ? [] : [ROW]), ...pages, ...(card === undefined ? [] : [CARD])];
  const route = chosen !== null && choices.includes(chosen) ? chosen : choices[0];

  // The server has a draft only after it has taken one.
  const isSent = draft !== null && isChanged(work) && (status.kind === "stored" || version > 0);
  const pointer = route === CARD ? card : route === ROW ? row : undefined;
  const shown =
    pointer === undefined
      ? undefined
      : { as: route === CARD ? ("card" as const) : ("page" as const), file: entry.path, pointer };
  const url = route && previewUrl(shown ? "/" : route, isSent ? draft : null, asOf, shown);
  // Another row has another page, which is not an update of the shown one.
  return { choices, route, key: `${route}${pointer ?? ""}`, url, asOf, setChosen, setAsOf };
}

interface PreviewBarProps {
  readonly page: ReturnType<typeof usePreviewPage>;
  readonly width: number;
  readonly onWidth: (width: number) => void;
  readonly onReload: () => void;
}

/** The controls above the preview: its width, its page, and the day that the page is rendered for. */
function PreviewBar({ page, width, onWidth, onReload }: PreviewBarProps) {
  const { choices, route, url, asOf, setChosen, setAsOf } = page;
  return (
    <div className="preview-bar">
      <WidthButtons width={width} onWidth={onWidth} />
      {choices.length > 1 ? (
        <select className="route" aria-label="Page" value={route} onChange={({ target }) => setChosen(target.value)}>
          {choices.map((it) => (
            <option key={it} value={it}>
              {ROW_VIEWS[it] ?? it}
            </option>
          ))}
        </select>
      ) : (
        <span className="route muted">{route && (ROW_VIEWS[route] ?? route)}</span>
      )}
      <label className="as-of">
        <span>As of</span>
        <input type="date" aria-label="As of" value={asOf} onChange={({ target }) => setAsOf(target.value)} />
      </label>
      <IconButton icon="reload" label="Load the preview again" onClick={onReload} />
      {route && (
        <a
          className="icon-button"
          href={url}
          target="_blank"
          rel="noopener"
          aria-label="Open the page in a new tab"
          title="Open the page in a new tab"
        >
          <Icon name="open" />
        </a>
      )}
    </div>
  );
}

/** The buttons that choose a width. */
function WidthButtons({ width, onWidth }: { readonly width: number; readonly onWidth: (width: number) => void }) {
  return (
    <fieldset className="segmented" aria-label="Width of the preview">
      {WIDTHS.map((it) => (
        <button
          type="button"
          key={it.name}
          aria-label={`${it.name} ${it.width}`}
          title={`${it.name} ${it.width}`}
          aria-pressed={width === it.width}
          onClick={() => onWidth(it.width)}
        >
          <Icon name={it.icon} />
        </button>
      ))}
    </fieldset>
  );
}

type Ref<T> = { readonly current: T };

/** Loads pages into an `<iframe>`, and reports which part of the file a click in it belongs to. */
function usePreviewFrame(
  work: Ref<Work>,
  onSource: PreviewPaneProps["onSource"],
  onState: (state: PreviewState) => void,
) {
  const element = useRef<HTMLIFrameElement>(null);
  const frame = useRef<PreviewFrame | null>(null);
  const handler = useRef(onSource);
  handler.current = onSource;

  useEffect(() => {
    if (!element.current) return;

    const created = new PreviewFrame(element.current, {
      onText: (texts) => {
        const { values, body } = work.current;
        const found = texts.map((text) => findSource(text, values, body)).find((source) => source !== undefined);
        if (found) handler.current(found);
      },
      onState,
    });

    frame.current = created;
    return () => created.close();
  }, [work, onState]);

  return { element, frame };
}

/** Returns the last row. It stays while a field outside of the rows has the focus. */
function useLast(row: string | undefined): string | undefined {
  const last = useRef<string | undefined>(undefined);
  if (row !== undefined) last.current = row;
  return row ?? last.current;
}

/** Why the newest draft is not shown. */
function PreviewFailure({ state }: { readonly state: PreviewState }) {
  const { message, problems = [], hasEarlier = false } = state;
  return (
    <Notice kind="error">
      {hasEarlier && problems.length > 0 ? "This version cannot be shown. Below is the last one that could." : message}
      <ul>
        {problems.slice(0, 3).map((problem) => (
          <li key={problem.message}>{problem.message}</li>
        ))}
      </ul>
    </Notice>
  );
}

/** Marks the element of the focused field in the frame. */
function useSelection(frame: Ref<PreviewFrame | null>, work: Ref<Work>): void {
  useEffect(() => {
    const mark = (selection: Selection | null) => {
      const { values, body } = work.current;
      if (selection?.pointer !== undefined) frame.current?.markText(textOfField(values, selection.pointer));
      if (selection?.line !== undefined) frame.current?.markText(textOfLine(body, selection.line));
    };
    return $selection.subscribe(() => mark($selection.get()));
  }, [frame, work]);
}

/** Returns the scale at which a page of a width fits, and the height that it has. */
function useScale(width: number) {
  const stage = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });

  useEffect(() => {
    if (!stage.current) return;
    const observer = new ResizeObserver(([box]) => {
      if (box) setSize({ width: box.contentRect.width, height: box.contentRect.height });
    });
    observer.observe(stage.current);
    return () => observer.disconnect();
  }, []);

  const scale = size.width > 0 ? Math.min(1, size.width / width) : 1;
  return { stage, scale, height: size.height || 600 };
}
