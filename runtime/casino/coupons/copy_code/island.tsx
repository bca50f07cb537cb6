// A coupon code with a copy button. Without scripts or clipboard permission, a press on the code selects it.

import type { Data } from "croupier:types";
import { useState } from "react";
import { Button } from "../../ui/controls/button";

/** Props; the texts are `copy` of content/data/freespins.toml. */
interface CopyCodeProps {
  readonly code: string;
  readonly texts: Data["freespins"]["copy"];
}

/** Renders the code, the button and the result. */
export function Island({ code, texts }: CopyCodeProps) {
  const [message, setMessage] = useState("");

  async function copy() {
    try {
      await navigator.clipboard.writeText(code);
      setMessage(texts.copied);
    } catch {
      setMessage(texts.by_hand);
    }
  }

  return (
    <>
      <code className="code">{code}</code>
      <Button kind="quiet" onClick={() => void copy()}>
        {texts.copy}
      </Button>
      <span className="code__said" role="status">
        {message}
      </span>
    </>
  );
}
