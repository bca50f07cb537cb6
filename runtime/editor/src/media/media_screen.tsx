// The list of all pictures and files.

import { useState } from "react";
import { getAttention } from "../api/calls";
import { editUrl, navigate } from "../app/route";
import { $site } from "../app/site";
import { Button, panelProps, Tabs } from "../ui/button";
import { Notice } from "../ui/field_frame";
import { createStore, useLoaded, useStore, Waiting } from "../ui/state";
import { MediaGrid, useMedia } from "./media_grid";
import { namesText, UploadDialog } from "./upload_dialog";

type Filter = "all" | "unused";

/** What the screen shows. It stays while a picture is open, so that the user comes back to the same list. */
const $list = createStore<{ readonly q: string; readonly filter: Filter }>({ q: "", filter: "all" });

interface Uploads {
  readonly dropped: readonly File[];
  readonly count: number;
}

/** All media, or those that no page uses. */
export function MediaScreen() {
  const { q, filter } = useStore($list);
  const [isUploading, setIsUploading] = useState(false);
  /** Files that were dropped, which are uploaded one after the other, and how many of them were uploaded. */
  const [{ dropped, count }, setUploads] = useState<Uploads>({ dropped: [], count: 0 });
  const { shown, total, unused, isLoaded, error, loadMore } = useShownMedia(q, filter);
  const close = () => {
    setIsUploading(false);
    setUploads({ dropped: [], count: 0 });
  };

  const next = () => setUploads({ dropped: dropped.slice(1), count: count + 1 });

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an addition to the button.
    <div
      className="screen"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        // Those that are dropped on the open dialog come last.
        setUploads({ dropped: [...dropped, ...event.dataTransfer.files], count });
      }}
    >
      <header className="screen-head">
        <h1>Media</h1>
        <Button look="primary" icon="upload" onClick={() => setIsUploading(true)}>
          Upload
        </Button>
      </header>
      <MediaTools
        q={q}
        onSearch={(text) => $list.set({ q: text, filter })}
        filter={filter}
        onFilter={(next) => $list.set({ q, filter: next })}
        unusedCount={unused.size}
      />
      <div {...panelProps("media-list", filter)}>
        {error && <Notice kind="error">{error}</Notice>}
        {!isLoaded && !error && <Waiting />}
        {isLoaded && (
          <MediaGrid
            items={shown}
            hasMore={shown.length < total}
            unused={unused}
            onMore={loadMore}
            onChoose={({ path }) => navigate(editUrl(path))}
          />
        )}
      </div>
      {(isUploading || dropped.length > 0) && (
        <UploadDialog
          key={dropped.length > 0 ? count + 1 : 0}
          page=""
          file={dropped[0] ?? null}
          note={namesText("Next", dropped.slice(1))}
          onSkip={dropped.length > 1 ? next : undefined}
          onClose={close}
          onUploaded={({ path }) => {
            if (dropped.length > 1) return next();
            close();
            navigate(editUrl(path));
          }}
        />
      )}
    </div>
  );
}

/** Returns the media that match a search and a filter. */
function useShownMedia(q: string, filter: Filter) {
  const { version } = useStore($site);
  const media = useMedia(q, version);
  const attention = useLoaded(getAttention, [version]);
  const allUnused = attention.data?.unused_media ?? [];
  const unused = new Set(allUnused.map(({ path }) => path));

  if (filter === "all") {
    const { data, error, loadMore } = media;
    return { shown: data?.items ?? [], total: data?.total ?? 0, unused, isLoaded: Boolean(data), error, loadMore };
  }

  const { data, error } = attention;
  const shown = allUnused.filter(({ path }) => path.toLowerCase().includes(q.toLowerCase()));
  return { shown, total: shown.length, unused, isLoaded: Boolean(data), error, loadMore: media.loadMore };
}

interface MediaToolsProps {
  readonly q: string;
  readonly onSearch: (q: string) => void;
  readonly filter: Filter;
  readonly onFilter: (filter: Filter) => void;
  readonly unusedCount: number;
}

/** The filter and the search. */
function MediaTools({ q, onSearch, filter, onFilter, unusedCount }: MediaToolsProps) {
  return (
    <div className="screen-tools">
      <Tabs
        label="Filter"
        panel="media-list"
        value={filter}
        onChange={onFilter}
        choices={[
          { value: "all", label: "All" },
          { value: "unused", label: `Unused${unusedCount > 0 ? ` ${unusedCount}` : ""}` },
        ]}
      />
      <input
        type="search"
        aria-label="Search media"
        placeholder="Search media"
        value={q}
        onChange={({ target }) => onSearch(target.value)}
      />
    </div>
  );
}
