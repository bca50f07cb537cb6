// Chooses a picture of the site.

import { useState } from "react";
import type { Item } from "../api/types";
import { Dialog } from "../ui/dialog";
import { MediaGrid, useMedia } from "./media_grid";

/** A dialog with the pictures of the site. */
export function MediaDialog({
  onClose,
  onChoose,
}: {
  readonly onClose: () => void;
  readonly onChoose: (item: Item) => void;
}) {
  const [q, setQ] = useState("");
  const { data, loadMore } = useMedia(q);
  return (
    <Dialog title="Choose a picture" size="wide" onClose={onClose}>
      <input
        type="search"
        aria-label="Search media"
        placeholder="Search"
        value={q}
        onChange={({ target }) => setQ(target.value)}
      />
      {data && <MediaGrid items={data.items} total={data.total} onMore={loadMore} onChoose={onChoose} />}
    </Dialog>
  );
}
