// A coupon's code with a button that copies it. Without scripts, or where copying is not allowed, a press on the code selects it whole.

import { useState } from "react";
import { Button } from "../../ui/controls/button";

/** Words of content/data/freespins.toml, `copy`. */
interface CopyCodeProps {
  readonly code: string;
  readonly words: { readonly copy: string; readonly copied: string; readonly by_hand: string };
}

/** The code, the button, and whether it worked. */
export function Island({ code, words }: CopyCodeProps) {
  const [said, setSaid] = useState("");

  async function copy() {
    try {
      await navigator.clipboard.writeText(code);
      setSaid(words.copied);
    } catch {
      setSaid(words.by_hand);
    }
  }

  return (
    <>
      <code className="code">{code}</code>
      <Button kind="quiet" onClick={() => void copy()}>
        {words.copy}
      </Button>
      <span className="code__said" role="status">
        {said}
      </span>
    </>
  );
}
