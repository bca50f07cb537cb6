// What needs attention: problems, scheduled pages, drafts, and saves that can be undone.

import { useState } from "react";
import { getAttention, getUndo, messageOf, undo } from "../api/calls";
import type { Attention, Problem } from "../api/types";
import { editUrl } from "../app/route";
import { $site, refreshSite } from "../app/site";
import { dateText, plural, zonedDateText } from "../model/text";
import { Button, Link } from "../ui/button";
import { Notice } from "../ui/field_frame";
import { Icon } from "../ui/icon";
import { useLoaded, useStore, Waiting } from "../ui/state";
import { AttentionSection, LinkRow } from "./attention_section";

/** All lists. `isShort` shows the first entries of each, as on the start screen. */
export function AttentionScreen({ isShort = false }: { readonly isShort?: boolean }) {
  const { version } = useStore($site);
  const { data, error } = useLoaded(getAttention, [version]);

  return (
    <div className="screen">
      <header className="screen-head">
        <div>
          <h1>{isShort ? "Your site" : "Needs attention"}</h1>
          {data && <p className="muted">{summaryOf(data)}</p>}
        </div>
      </header>
      {error && <Notice kind="error">{error}</Notice>}
      {!data && !error && <Waiting />}
      {data && <AttentionLists attention={data} limit={isShort ? 5 : Number.MAX_SAFE_INTEGER} />}
      <RecentSaves version={version} />
    </div>
  );
}

/** A draft without files only shows pages in the preview. */
const unsavedOf = ({ unsaved }: Attention) => unsaved.filter(({ paths }) => paths.length > 0);

function summaryOf(attention: Attention): string {
  const { problems } = attention;
  const unsaved = unsavedOf(attention);
  const errors = problems.filter(({ severity }) => severity === "error").length;
  const parts = [
    errors > 0 ? plural(errors, "error") : "",
    problems.length > errors ? plural(problems.length - errors, "warning") : "",
    unsaved.length > 0 ? plural(unsaved.length, "unsaved draft") : "",
  ].filter(Boolean);
  return parts.length === 0 ? "Everything is in order." : parts.join(", ");
}

function AttentionLists({ attention, limit }: { readonly attention: Attention; readonly limit: number }) {
  const { problems, scheduled, drafts, unused_media: unused } = attention;
  const unsaved = unsavedOf(attention);

  return (
    <div className="attention">
      <AttentionSection
        title="Problems"
        icon="warning"
        entries={problems}
        limit={limit}
        empty="No errors and no warnings."
      >
        {(it) => <ProblemRow key={`${it.file}${it.line}${it.code}${it.message}`} problem={it} />}
      </AttentionSection>
      <AttentionSection title="Unsaved drafts" icon="edit" entries={unsaved} limit={limit} empty="No unsaved changes.">
        {({ id, paths, saved_at }) => (
          <LinkRow key={id} href={editUrl(paths[0] ?? "")} title={paths.join(", ")} note={dateText(saved_at)} />
        )}
      </AttentionSection>
      <AttentionSection title="Scheduled" icon="clock" entries={scheduled} limit={limit} empty="Nothing is scheduled.">
        {({ path, title, at, what }) => (
          <LinkRow key={path + what} href={editUrl(path)} title={title || path} note={`${what} ${zonedDateText(at)}`} />
        )}
      </AttentionSection>
      <AttentionSection
        title="Draft pages"
        icon="page"
        entries={drafts}
        limit={limit}
        empty="No page is marked as a draft."
      >
        {({ path, title }) => <LinkRow key={path} href={editUrl(path)} title={title || path} note={path} />}
      </AttentionSection>
      <AttentionSection
        title="Unused pictures"
        icon="media"
        entries={unused}
        limit={limit}
        empty="Every picture is used."
      >
        {({ path }) => <LinkRow key={path} href={editUrl(path)} title={path.split("/").at(-1) ?? path} note={path} />}
      </AttentionSection>
    </div>
  );
}

function ProblemRow({ problem }: { readonly problem: Problem }) {
  const { file, line, message, severity, pointer, range } = problem;
  const focus = { ...(pointer === null ? {} : { pointer }), ...(range ? { offset: range.start } : {}) };

  const row = (
    <>
      <span className={`severity ${severity}`}>
        <Icon name={severity} />
      </span>
      <span className="attention-text">
        <span>{message}</span>
        <span className="muted">
          {file}:{line}
        </span>
      </span>
    </>
  );
  // Templates and settings are the work of developers.
  const isEditable = /^(content|static|i18n)\//.test(file) && !file.endsWith(".schema.json");

  return (
    <li>
      {isEditable ? (
        <Link className="attention-row" href={editUrl(file)} focus={focus}>
          {row}
        </Link>
      ) : (
        <div className="attention-row" title="A developer has to change this file.">
          {row}
        </div>
      )}
    </li>
  );
}

/** The last saves, each with a button that reverts it. */
function RecentSaves({ version }: { readonly version: number }) {
  const { data } = useLoaded(getUndo, [version]);
  const [error, setError] = useState("");
  const revert = async (id: string) => {
    try {
      await undo(id);
      setError("");
      refreshSite();
    } catch (problem) {
      setError(messageOf(problem));
    }
  };
  if (!data || data.items.length === 0) return null;

  return (
    <section className="card" aria-labelledby="recent-saves">
      <h2 id="recent-saves">
        <Icon name="history" /> Recent saves
      </h2>
      {error && <Notice kind="error">{error}</Notice>}
      <ul className="attention-list">
        {data.items.map((item) => (
          <li key={item.undo} className="attention-row">
            <span className="attention-text">
              <span>{item.title}</span>
              <span className="muted">{dateText(item.at)}</span>
            </span>
            <Button icon="undo" aria-label={`Undo ${item.title}`} onClick={() => void revert(item.undo)}>
              Undo
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
