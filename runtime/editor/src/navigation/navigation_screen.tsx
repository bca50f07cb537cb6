// The menus and the redirects of the site, with links to the fields that change them.

import { useState } from "react";
import { getNavigation } from "../api/calls";
import type { RedirectItem } from "../api/types";
import { editUrl } from "../app/route";
import { $site } from "../app/site";
import { AttentionSection, LinkRow } from "../attention/attention_section";
import { Notice } from "../ui/field_frame";
import { useLoaded, useStore, Waiting } from "../ui/state";

/** How many redirects are listed before a search. */
const MAX_REDIRECTS = 200;

/** Both lists. */
export function NavigationScreen() {
  const { version } = useStore($site);
  const [q, setQ] = useState("");
  const { data, error } = useLoaded(getNavigation, [version]);
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  const found = (data?.redirects ?? []).filter(({ from, to }) =>
    words.every((word) => `${from} ${to}`.toLowerCase().includes(word)),
  );

  return (
    <div className="screen">
      <header className="screen-head">
        <h1>Menus and redirects</h1>
        <input
          type="search"
          aria-label="Search redirects"
          placeholder="Search redirects"
          value={q}
          onChange={({ target }) => setQ(target.value)}
        />
      </header>
      {error && <Notice kind="error">{error}</Notice>}
      {!data && !error && <Waiting />}
      {data && (
        <div className="attention">
          <AttentionSection title="Menus" icon="list" entries={data.menus} empty="No file is a menu.">
            {({ path, writable }) => (
              <PlaceRow key={path} path={path} title={path.split("/").at(-1) ?? path} writable={writable} />
            )}
          </AttentionSection>
          <AttentionSection
            title="Redirects"
            icon="link"
            entries={found.slice(0, MAX_REDIRECTS)}
            count={found.length}
            empty={q === "" ? "The site has no redirects." : "No redirect matches."}
          >
            {(it) => <RedirectRow key={`${it.path}${it.pointer}${it.offset}${it.from}`} redirect={it} />}
          </AttentionSection>
          {found.length > MAX_REDIRECTS && <p className="muted">Search to see the others.</p>}
        </div>
      )}
    </div>
  );
}

function RedirectRow({ redirect: { path, from, to, pointer, offset, writable } }: { readonly redirect: RedirectItem }) {
  const focus = { ...(pointer ? { pointer } : {}), ...(offset === undefined ? {} : { offset }) };
  return <PlaceRow path={path} title={`${from} → ${to}`} writable={writable} focus={focus} />;
}

/** An entry with its file. Developers change site.toml, so it has no link. */
function PlaceRow({
  path,
  title,
  writable,
  focus,
}: {
  readonly path: string;
  readonly title: string;
  readonly writable: boolean;
  readonly focus?: { readonly pointer?: string; readonly offset?: number };
}) {
  if (writable) return <LinkRow href={editUrl(path)} title={title} note={path} focus={focus} />;
  return (
    <li>
      <span className="attention-row">
        <span className="attention-text">
          <span>{title}</span>
          <span className="muted">{path}, which developers change</span>
        </span>
      </span>
    </li>
  );
}
