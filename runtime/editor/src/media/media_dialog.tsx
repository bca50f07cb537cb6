// Chooses a picture of the site.

import { useState } from "react";
import type { Item } from "../api/types";
import { Dialog } from "../ui/dialog";
import { Notice } from "../ui/field_frame";
import { Waiting } from "../ui/load";
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
  const { data, error, loadMore } = useMedia(q);

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
      {data && <MediaGrid items={data.items} total={data.total} onMore={loadMore} onChoose={onChoose} />}
    </Dialog>
  );
}
