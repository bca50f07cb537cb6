// Pictures and files as a grid, and the dialog that chooses one of them.

import { useEffect, useState } from "react";
import { getTree, thumbnailUrl } from "../api/calls";
import type { Item } from "../api/types";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { Notice } from "../ui/field_frame";
import { Icon } from "../ui/icon";
import { useLoaded, Waiting } from "../ui/state";
import { isPicture } from "./media_details";

/** A small version of a picture, or an icon for other files. */
function Thumbnail({ path }: { readonly path: string }) {
  if (!isPicture(path))
    return (
      <span className="thumbnail other">
        <Icon name="page" />
        <span>{path.split(".").at(-1)}</span>
      </span>
    );
  return <img className="thumbnail" src={thumbnailUrl(path)} alt="" loading="lazy" decoding="async" />;
}

/** Loads the media that match a text, page after page. */
export function useMedia(q: string, version = 0) {
  const [pages, setPages] = useState(1);
  // Another text begins at the first page.
  useEffect(() => setPages(1), [q]);

  const loaded = useLoaded(
    async (signal) => {
      const lists = await Promise.all(
        Array.from({ length: pages }, (_, index) => getTree({ kind: "media", q, page: index + 1 }, signal)),
      );
      return { items: lists.flatMap(({ items }) => items), total: lists[0]?.total ?? 0 };
    },
    [q, pages, version],
    120,
  );
  return { ...loaded, loadMore: () => setPages((count) => count + 1) };
}

interface MediaGridProps {
  readonly items: readonly Item[];
  /** Whether there are more of them. */
  readonly hasMore: boolean;
  readonly unused?: ReadonlySet<string>;
  readonly onMore?: () => void;
  readonly onChoose: (item: Item) => void;
}

/** A grid of pictures. Each one is a button. */
export function MediaGrid({ items, hasMore, unused, onMore, onChoose }: MediaGridProps) {
  if (items.length === 0 && !hasMore) return <p className="empty">No media match.</p>;
  return (
    <>
      <ul className="media-grid">
        {items.map((item) => (
          <li key={item.path}>
            <button type="button" className="media-item" onClick={() => onChoose(item)}>
              <Thumbnail path={item.path} />
              <span className="media-name">{item.path.split("/").at(-1)}</span>
              <span className="media-folder">{item.path.split("/").slice(0, -1).join("/")}</span>
              {unused?.has(item.path) && <span className="badge">Unused</span>}
            </button>
          </li>
        ))}
      </ul>
      {onMore && hasMore && (
        <p className="more">
          <Button onClick={onMore}>Show more</Button>
        </p>
      )}
    </>
  );
}

/** A dialog with the media of the site, or with its pictures only. */
export function MediaDialog({
  onlyPictures = false,
  onClose,
  onChoose,
}: {
  readonly onlyPictures?: boolean;
  readonly onClose: () => void;
  readonly onChoose: (item: Item) => void;
}) {
  const [q, setQ] = useState("");
  const { data, error, loadMore } = useMedia(q);
  const items = data?.items.filter(({ path }) => !onlyPictures || isPicture(path)) ?? [];

  return (
    <Dialog title="Choose a picture" size="wide" onClose={onClose}>
      <input
        type="search"
        aria-label="Search media"
        placeholder="Search"
        value={q}
        onChange={({ target }) => setQ(target.value)}
      />
      {error && <Notice kind="error">{error}</Notice>}
      {!data && !error && <Waiting />}
      {data && (
        <MediaGrid items={items} hasMore={data.items.length < data.total} onMore={loadMore} onChoose={onChoose} />
      )}
    </Dialog>
  );
}
