// One picture or file: its paths, its URLs and its details.

import { thumbnailUrl, urlOf } from "../api/calls";
import type { Entry } from "../api/types";

const folderOf = (path: string) => path.slice(0, path.lastIndexOf("/") + 1);

/** Returns how a page refers to a picture: by its name if it is in the page's folder, else by its URL. */
export function urlOfMedia(path: string, page: string): string {
  if (path.startsWith("static/")) return path.slice("static".length);
  const folder = folderOf(page);
  return path.startsWith(folder) ? path.slice(folder.length) : `/${path.replace(/^content\//, "")}`;
}

/** Returns the path of the picture that a page refers to. */
export function pathOfUrl(url: string, page: string): string {
  if (url.startsWith("/")) return `static${url}`;
  return /^(static|content)\//.test(url) ? url : folderOf(page) + url.replace(/^\.\//, "");
}

/** Returns the name of a file for its URL: "Été 1.JPG" becomes "ete-1.jpg". */
export function mediaName(name: string): string {
  const dot = name.lastIndexOf(".");
  const stem = dot < 0 ? name : name.slice(0, dot);
  const plain = stem
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return `${plain || "picture"}${dot < 0 ? "" : name.slice(dot).toLowerCase()}`;
}

/** Returns the folders that a new picture can be stored in. */
export function mediaFolders(page: string): readonly { readonly path: string; readonly label: string }[] {
  const own = folderOf(page);
  const isBundle = /\/index(\.[a-z-]+)?\.md$/.test(page);
  const folders = [
    { path: "static/pictures/", label: "Shared pictures (static/pictures)" },
    { path: "static/", label: "Shared files (static)" },
  ];
  if (!own.startsWith("content/")) return folders;
  const ownFolder = { path: own, label: `Folder of this page (${own.replace(/\/$/, "")})` };
  return isBundle ? [ownFolder, ...folders] : [...folders, ownFolder];
}

/** A picture with the ways to refer to it. */
export function MediaDetails({ entry }: { readonly entry: Entry }) {
  const url = urlOfMedia(entry.path, "");
  return (
    <div className="media-details">
      <a href={urlOf("file", { path: entry.path })} target="_blank" rel="noopener">
        <img src={thumbnailUrl(entry.path, 960)} alt={`File ${entry.path}`} />
      </a>
      <dl>
        <dt>Path</dt>
        <dd>{entry.path}</dd>
        <dt>URL</dt>
        <dd>{url}</dd>
        <dt>Markdown</dt>
        <dd>
          <code>![]({url})</code>
        </dd>
      </dl>
    </div>
  );
}
