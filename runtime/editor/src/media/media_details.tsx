// One picture or file: its paths, its URLs and its details.

import { thumbnailUrl, urlOf } from "../api/calls";
import type { Entry } from "../api/types";
import { escapeLabel, escapeTarget } from "../model/text";

const folderOf = (path: string) => path.slice(0, path.lastIndexOf("/") + 1);

/** Returns how a page refers to a picture: by its name if it is in the page's folder, else by its URL. */
export function urlOfMedia(path: string, page: string): string {
  if (path.startsWith("static/")) return path.slice("static".length);
  const folder = folderOf(page);
  return folder !== "" && path.startsWith(folder) ? path.slice(folder.length) : `/${path.replace(/^content\//, "")}`;
}

/** Returns the paths that the picture of a page can have. Files of both folders have URLs that begin with a slash. */
export function pathsOfUrl(url: string, page: string): readonly string[] {
  if (url.startsWith("/")) return [`static${url}`, `content${url}`];
  return [/^(static|content)\//.test(url) ? url : folderOf(page) + url.replace(/^\.\//, "")];
}

export const isPicture = (path: string) => /\.(png|jpe?g|gif|webp|avif|svg)$/i.test(path);

const encodedUrl = (path: string, page: string) => urlOfMedia(path, page).split("/").map(encodeURIComponent).join("/");

/** Returns the Markdown that shows a picture with its alternative text on a page, or that links to another file. */
export function markdownOf(path: string, page: string, text = ""): string {
  const target = escapeTarget(encodedUrl(path, page));
  return isPicture(path)
    ? `![${escapeLabel(text)}](${target})`
    : `[${escapeLabel(path.split("/").at(-1) ?? path)}](${target})`;
}

/**
 * Returns the Markdown of an uploaded file whose text was asked for. A picture without one is a decoration, which only HTML can say: Markdown has
 * the same form for a text that is missing.
 */
export const uploadedMarkdown = (path: string, page: string, text: string) =>
  isPicture(path) && text === "" ? `<img src="${encodedUrl(path, page)}" alt="">` : markdownOf(path, page, text);

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

/** Returns a name that no file has: "image.png" becomes "image-2.png". */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  const dot = name.lastIndexOf(".");
  const [stem, end] = dot < 0 ? [name, ""] : [name.slice(0, dot), name.slice(dot)];
  let free = name;
  for (let number = 2; taken.has(free); number++) free = `${stem}-${number}${end}`;
  return free;
}

/** Returns the folders that a new picture can be stored in. Pictures next to data are not published. */
export function mediaFolders(page: string): readonly { readonly path: string; readonly label: string }[] {
  const own = folderOf(page);
  const isBundle = /\/index(\.[a-z-]+)?\.md$/.test(page);
  const folders = [
    { path: "static/pictures/", label: "Shared pictures (static/pictures)" },
    { path: "static/", label: "Shared files (static)" },
  ];
  if (!own.startsWith("content/") || own.startsWith("content/data/")) return folders;
  const ownFolder = { path: own, label: `Folder of this page (${own.replace(/\/$/, "")})` };
  return isBundle ? [ownFolder, ...folders] : [...folders, ownFolder];
}

/** A picture with the ways to refer to it. */
export function MediaDetails({ entry }: { readonly entry: Entry }) {
  return (
    <div className="media-details">
      <a href={urlOf("file", { path: entry.path })} target="_blank" rel="noopener">
        {isPicture(entry.path) ? (
          <img src={thumbnailUrl(entry.path, 960)} alt={`File ${entry.path}`} />
        ) : (
          "Open the file"
        )}
      </a>
      <dl>
        <dt>Path</dt>
        <dd>{entry.path}</dd>
        <dt>URL</dt>
        <dd>{encodedUrl(entry.path, "")}</dd>
        <dt>Markdown</dt>
        <dd>
          <code>{markdownOf(entry.path, "")}</code>
        </dd>
      </dl>
    </div>
  );
}
