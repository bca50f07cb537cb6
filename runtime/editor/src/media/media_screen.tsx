// The list of all pictures and files.

import { useState } from "react";
import { getAttention } from "../api/calls";
import { editUrl, navigate } from "../app/route";
import { $site } from "../app/site";
import { useStore } from "../app/store";
import { Button, Tabs } from "../ui/button";
import { Notice } from "../ui/field_frame";
import { useLoaded, Waiting } from "../ui/load";
import { MediaGrid, useMedia } from "./media_grid";
import { UploadDialog } from "./upload_dialog";

/** All media, or those that no page uses. */
export function MediaScreen() {
  const { version } = useStore($site);
  const [q, setQ] = useState("");
  const [filter, setFilter] = useState<"all" | "unused">("all");
  const [isUploading, setIsUploading] = useState(false);
  const [dropped, setDropped] = useState<File | null>(null);
  const media = useMedia(q, version);
  const attention = useLoaded(getAttention, [version]);
  const unused = attention.data?.unused_media ?? [];
  const { data: loaded, error } = filter === "unused" ? attention : media;
  const shown =
    filter === "unused"
      ? unused.filter(({ path }) => path.toLowerCase().includes(q.toLowerCase()))
      : (media.data?.items ?? []);
  const close = () => {
    setIsUploading(false);
    setDropped(null);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an addition to the button.
    <div
      className="screen"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        setDropped(event.dataTransfer.files[0] ?? null);
      }}
    >
      <header className="screen-head">
        <h1>Media</h1>
        <Button look="primary" icon="upload" onClick={() => setIsUploading(true)}>
          Upload
        </Button>
      </header>
      <div className="screen-tools">
        <Tabs
          label="Filter"
          value={filter}
          onChange={setFilter}
          choices={[
            { value: "all", label: "All" },
            { value: "unused", label: `Unused${unused.length > 0 ? ` ${unused.length}` : ""}` },
          ]}
        />
        <input
          type="search"
          aria-label="Search media"
          placeholder="Search media"
          value={q}
          onChange={({ target }) => setQ(target.value)}
        />
      </div>
      {error && <Notice kind="error">{error}</Notice>}
      {!loaded && !error && <Waiting />}
      {loaded && (
        <MediaGrid
          items={shown}
          total={filter === "unused" ? shown.length : (media.data?.total ?? 0)}
          unused={new Set(unused.map(({ path }) => path))}
          onMore={media.loadMore}
          onChoose={({ path }) => navigate(editUrl(path))}
        />
      )}
      {(isUploading || dropped) && (
        <UploadDialog
          page=""
          file={dropped}
          onClose={close}
          onUploaded={({ path }) => {
            close();
            navigate(editUrl(path));
          }}
        />
      )}
    </div>
  );
}
