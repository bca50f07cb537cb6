// What a translator has to know: how the original changed since the translation.

import { useState } from "react";
import type { Stale } from "../api/types";
import { editUrl } from "../app/route";
import type { Session } from "../drafts/session";
import { Button, Link } from "../ui/button";
import { UnifiedDiff } from "../ui/diff_view";
import { Notice } from "../ui/field_frame";

interface OriginalChangesProps {
  readonly session: Session;
  readonly stale: Stale;
  /** Whether the translation has unsaved changes, which may still be discarded. */
  readonly isChanged: boolean;
}

/** The changes of the original, and the button that accepts the translation for them. */
export function OriginalChanges({ session, stale, isChanged }: OriginalChangesProps) {
  const [error, setError] = useState("");
  const { original, parts, diff } = stale;

  return (
    <section className="original-changes" aria-label="Changes of the original">
      <Notice
        kind="warning"
        actions={
          <Button disabled={isChanged} onClick={() => void session.acceptTranslation().then(setError)}>
            Accept
          </Button>
        }
      >
        <p>
          <strong>The original changed since this translation</strong>: {parts.join(", ")} in{" "}
          <Link href={editUrl(original)}>{original}</Link>
        </p>
        <p>Change the translation and save it. Accept it when it matches the original.</p>
        {error && <p role="alert">{error}</p>}
      </Notice>
      {diff ? (
        <details open>
          <summary>The change</summary>
          <UnifiedDiff text={diff} />
        </details>
      ) : (
        <p className="hint">Git does not have the text that was translated.</p>
      )}
    </section>
  );
}
