// One picture or file.

import { thumbnailUrl } from "../api/calls";
import { urlOf } from "../api/client";
import type { Entry } from "../api/types";
import { urlOfMedia } from "./paths";

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
