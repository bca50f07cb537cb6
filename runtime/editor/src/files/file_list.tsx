// The searchable list of all files.

import { useEffect, useState } from "react";
import { getTree, thumbnailUrl } from "../api/calls";
import type { Item, Kind, Tree } from "../api/types";
import { editUrl, navigate } from "../app/route";
import { $site } from "../app/site";
import { NewPageDialog } from "../dialogs/new_page_dialog";
import { Button, type Choice, Link, panelProps, Tabs } from "../ui/button";
import { ErrorCount, Notice } from "../ui/field_frame";
import { useLoaded, useStore, Waiting } from "../ui/state";

type ListKind = Exclude<Kind, "other">;

const KINDS: readonly Choice<ListKind>[] = [
  { value: "page", label: "Pages" },
  { value: "data", label: "Data" },
  { value: "messages", label: "Texts" },
  { value: "media", label: "Media" },
];

interface FileListProps {
  /** Path of the open file. */
  readonly open: string | null;
  /** Called when a file is chosen, so that a small screen shows it. */
  readonly onOpen: () => void;
}

/** The list of files of one kind, in the order of their folders. */
export function FileList({ open, onOpen }: FileListProps) {
  const { version } = useStore($site);
  const [kind, setKind] = useState<ListKind>(() => kindOf(open));
  const [q, setQ] = useState("");
  const [under, setUnder] = useState("");
  const [pages, setPages] = useState(1);
  const [isCreating, setIsCreating] = useState(false);
  const query = { kind, q, under };
  const { data, error } = useLoaded(
    (signal) => loadPages(query, pages, signal),
    [kind, q, under, pages, version],
    q ? 100 : 0,
  );
  const openItem = useOpenItem(open, query, data, version);
  // Another list begins at its first page.
  useEffect(() => setPages(1), [kind, q, under]);

  return (
    <>
      <div className="files-head">
        <Tabs
          label="Kind of file"
          panel="files-list"
          className="kinds"
          value={kind}
          onChange={(next) => {
            setKind(next);
            setUnder("");
          }}
          choices={KINDS.map((choice) => ({ ...choice, count: data?.counts[choice.value] }))}
        />
        <FileTools q={q} onSearch={setQ} onCreate={() => setIsCreating(true)} />
        {under && <FolderChip folder={under} onRemove={() => setUnder("")} />}
      </div>
      <div className="files-list" {...panelProps("files-list", kind)}>
        {error && <Notice kind="error">{error}</Notice>}
        {!data && !error && <Waiting />}
        {data && (
          <Folders
            items={openItem ? [...data.items, openItem] : data.items}
            open={open}
            onOpen={onOpen}
            onFolder={setUnder}
          />
        )}
        {data && data.items.length === 0 && (
          <p className="empty">{q ? `Nothing matches “${q}”.` : "There are no files of this kind."}</p>
        )}
        {data && <MoreButton loaded={data.items.length} total={data.total} onMore={() => setPages(pages + 1)} />}
      </div>
      {isCreating && (
        <NewPageDialog
          under={under.startsWith("content/") ? under : folderOf(open)}
          onClose={() => setIsCreating(false)}
          onCreated={(path) => {
            setIsCreating(false);
            navigate(editUrl(path));
            onOpen();
          }}
        />
      )}
    </>
  );
}

interface FileToolsProps {
  readonly q: string;
  readonly onSearch: (q: string) => void;
  readonly onCreate: () => void;
}

/** The search, and the button that creates a page. */
function FileTools({ q, onSearch, onCreate }: FileToolsProps) {
  return (
    <div className="files-tools">
      <input
        type="search"
        aria-label="Search files"
        placeholder="Search"
        value={q}
        onChange={({ target }) => onSearch(target.value)}
      />
      <Button icon="plus" onClick={onCreate}>
        New page
      </Button>
    </div>
  );
}

/** Names the folder that limits the list, and removes the limit. */
function FolderChip({ folder, onRemove }: { readonly folder: string; readonly onRemove: () => void }) {
  return (
    <button type="button" className="chip" onClick={onRemove} aria-label={`Show all folders instead of ${folder}`}>
      {folder} ✕
    </button>
  );
}

interface MoreButtonProps {
  readonly loaded: number;
  readonly total: number;
  readonly onMore: () => void;
}

/** Loads more files of a long list. */
function MoreButton({ loaded, total, onMore }: MoreButtonProps) {
  if (loaded >= total) return null;
  return (
    <p className="more">
      <Button onClick={onMore}>
        Show more ({loaded} of {total.toLocaleString("en")})
      </Button>
    </p>
  );
}

const folderOf = (path: string | null) =>
  path?.startsWith("content/") && path.endsWith(".md") ? path.slice(0, path.lastIndexOf("/") + 1) : "content/";

/** Returns the list that has a file, from its path. */
function kindOf(path: string | null): ListKind {
  if (path?.startsWith("i18n/")) return "messages";
  if (path?.startsWith("static/")) return "media";
  if (path && !/\.(md|html)$/.test(path)) return /\.(toml|ya?ml|json|csv)$/.test(path) ? "data" : "media";
  return "page";
}

/** Returns the open file if it is in the list, but not on its loaded pages. */
function useOpenItem(
  open: string | null,
  { kind, q, under }: { readonly kind: string; readonly q: string; readonly under: string },
  list: Tree | undefined,
  version: number,
): Item | undefined {
  const isLeftOut =
    list !== undefined && list.items.length < list.total && !list.items.some(({ path }) => path === open);
  const path = isLeftOut && q === "" && open?.startsWith(under) ? open : null;
  const { data } = useLoaded(
    async (signal) => (path === null ? undefined : (await getTree({ kind, q: path, under, page: 1 }, signal)).items),
    [kind, path, under, version],
  );
  return path === null ? undefined : data?.find((item) => item.path === path);
}

async function loadPages(
  query: { kind: string; q: string; under: string },
  pages: number,
  signal: AbortSignal,
): Promise<Tree> {
  const lists = await Promise.all(
    Array.from({ length: pages }, (_, index) => getTree({ ...query, page: index + 1 }, signal)),
  );

  const [first] = lists;
  if (!first) throw new Error("The list is empty.");
  return { ...first, items: lists.flatMap(({ items }) => items) };
}

interface FoldersProps {
  readonly items: readonly Item[];
  readonly open: string | null;
  readonly onOpen: () => void;
  readonly onFolder: (folder: string) => void;
}

function Folders({ items, open, onOpen, onFolder }: FoldersProps) {
  const folders = new Map<string, Item[]>();
  for (const item of items) {
    const folder = item.path.slice(0, item.path.lastIndexOf("/") + 1);
    folders.set(folder, [...(folders.get(folder) ?? []), item]);
  }
  const suffix = commonSuffix(items.map(({ title }) => title));

  return [...folders].map(([folder, files]) => (
    <section key={folder} aria-label={folder}>
      <button type="button" className="folder" title={`Show only ${folder}`} onClick={() => onFolder(folder)}>
        {folder.replace(/\/$/, "")}
      </button>
      <ul>
        {files.map((item) => (
          <li key={item.path}>
            <FileLink item={item} suffix={suffix} isOpen={item.path === open} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </section>
  ));
}

/** Returns the name of the site that most titles end with: " | Paper Lantern Casino". A list is easier to read without it. */
function commonSuffix(titles: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const title of titles) {
    const suffix = /\s[|–—-]\s[^|–—]+$/.exec(title)?.[0];
    if (suffix) counts.set(suffix, (counts.get(suffix) ?? 0) + 1);
  }
  const [best] = [...counts].toSorted(([, left], [, right]) => right - left);
  return best && best[1] > titles.length / 2 ? best[0] : "";
}

function FileLink({
  item,
  suffix,
  isOpen,
  onOpen,
}: {
  readonly item: Item;
  readonly suffix: string;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}) {
  const name = item.path.split("/").at(-1) ?? item.path;
  const title = suffix && item.title.endsWith(suffix) ? item.title.slice(0, -suffix.length) : item.title;

  return (
    <Link className="file" href={editUrl(item.path)} onFollow={onOpen} aria-current={isOpen ? "page" : undefined}>
      {item.kind === "media" && <img src={thumbnailUrl(item.path, 64)} alt="" width={32} height={32} loading="lazy" />}
      <span className="file-text">
        <span className="file-title">{title || name}</span>
        {title && title !== name && <span className="file-name">{name}</span>}
      </span>
      {item.has_draft && <span className="dot" role="img" aria-label="Unsaved changes" title="Unsaved changes" />}
      <ErrorCount count={item.errors} />
      {item.status !== null && item.status !== "published" && (
        <span className={`badge ${item.status}`}>{item.status}</span>
      )}
      {item.language && <span className="language">{item.language}</span>}
    </Link>
  );
}
