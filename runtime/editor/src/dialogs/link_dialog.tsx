// Finds a page and, if wanted, a heading in it.

import { useEffect, useState } from "react";
import { getLinks } from "../api/calls";
import type { LinkTarget } from "../api/types";
import type { Json } from "../model/json";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { useLoaded } from "../ui/state";

/** A chosen link, and the text that it gets without a selection. */
interface ChosenLink {
  readonly link: string;
  readonly text: string;
}

/** Returns whether a text is a URL that needs no page of the site. */
const isUrl = (text: string) => /^(https?:\/\/|mailto:|tel:)\S+$/i.test(text.trim());

interface LinkDialogProps {
  /** The file with the link. */
  readonly file: string | undefined;
  /** What a field can refer to. The default is pages, their headings and URLs of other sites. */
  readonly references?: string | undefined;
  /** The links of a list. With them, several can be chosen, and a chosen one again to remove it. */
  readonly chosen?: readonly Json[] | undefined;
  readonly onClose: () => void;
  readonly onChoose: (link: ChosenLink) => void;
}

/** A dialog with the pages of the site and their headings, or with what a field can refer to. */
export function LinkDialog({ file, references, chosen, onClose, onChoose }: LinkDialogProps) {
  const [q, setQ] = useState("");
  const [opened, setOpened] = useState<string | null>(null);
  const { data, error, isCurrent } = useLoaded(
    (signal) => getLinks(q, file, references, signal),
    [q, file, references],
    80,
  );
  const isAny = references === undefined;
  const label = isAny ? "Search pages, or enter a URL" : "Search";

  const first = data?.items[0];
  const submit = useSubmit(q, isCurrent, () => {
    if (first) onChoose({ link: first.link, text: first.title });
  });
  return (
    <Dialog
      title={isAny ? "Link" : "Choose"}
      onClose={onClose}
      onSubmit={() => {
        if (isAny && isUrl(q)) onChoose({ link: q.trim(), text: q.trim().replace(/^(https?:\/\/|mailto:|tel:)/i, "") });
        else submit();
      }}
      footer={
        chosen && (
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        )
      }
    >
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={q}
        onChange={({ target }) => setQ(target.value)}
      />
      {error && <p className="empty">{error}</p>}
      {isAny && isUrl(q) && (
        <button type="submit" className="result">
          <span>Link to {q.trim()}</span>
        </button>
      )}
      <ul className="results">
        {data?.items.map((item) => (
          <PageResult
            key={item.path}
            item={item}
            hasAnchors={isAny && item.anchors.length > 0}
            isChosen={chosen?.includes(item.link)}
            isOpen={opened === item.path}
            onToggle={() => setOpened(opened === item.path ? null : item.path)}
            onChoose={onChoose}
          />
        ))}
      </ul>
      {data && data.items.length === 0 && !(isAny && isUrl(q)) && (
        <p className="empty">{isAny ? "No page matches." : "Nothing matches."}</p>
      )}
    </Dialog>
  );
}

/** Returns a function for Enter, which chooses the first result of `q`. Until that is loaded, the choice waits; more typing cancels it. */
function useSubmit(q: string, isCurrent: boolean, choose: () => void): () => void {
  const [waitingFor, setWaitingFor] = useState<string | null>(null);

  useEffect(() => {
    if (waitingFor === null || (waitingFor === q && !isCurrent)) return;
    setWaitingFor(null);
    if (waitingFor === q) choose();
  }, [waitingFor, q, isCurrent, choose]);

  return () => setWaitingFor(q);
}

interface PageResultProps {
  readonly item: LinkTarget;
  /** Whether a heading of the page can be chosen. */
  readonly hasAnchors: boolean;
  readonly isChosen: boolean | undefined;
  /** Whether its headings are shown. */
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly onChoose: (link: ChosenLink) => void;
}

/** A page that was found. Its headings open below it. */
function PageResult({ item, hasAnchors, isChosen, isOpen, onToggle, onChoose }: PageResultProps) {
  const { title, route, language, link, anchors } = item;
  return (
    <li>
      <div className="result-line">
        <button
          type="button"
          className="result"
          aria-pressed={isChosen}
          onClick={() => onChoose({ link, text: title })}
        >
          <span>{title || route}</span>
          <span className="muted">
            {route} {language && <span className="language">{language}</span>}
          </span>
        </button>
        {hasAnchors && (
          <button
            type="button"
            className="anchors-toggle"
            aria-expanded={isOpen}
            aria-label={`Headings of ${title || route}`}
            onClick={onToggle}
          >
            #{anchors.length}
          </button>
        )}
      </div>
      {isOpen && (
        <ul className="anchors">
          {anchors.map((anchor) => (
            <li key={anchor.id}>
              <button
                type="button"
                className="result"
                onClick={() => onChoose({ link: `${link}#${anchor.id}`, text: anchor.text })}
              >
                <span># {anchor.text}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
