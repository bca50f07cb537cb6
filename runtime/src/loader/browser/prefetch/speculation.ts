// Prefetches documents by Speculation Rules while new code is deployed, because the next navigation is then a document load.

import { dataBlock } from "../html";
import { prefetchAllowed } from "./link_watch";
import rules from "./speculation_rules.json";

/** Returns whether the content security policy allows `text`. Browsers report an error for a script that it does not allow. */
async function isPermitted(text: string): Promise<boolean> {
  try {
    const { headers } = await fetch(location.pathname, {
      method: "HEAD",
      cache: "no-store",
      credentials: "same-origin",
    });
    const policy = headers.get("content-security-policy");
    return policy === null || policy.includes(await hash(text));
  } catch {
    return false;
  }
}

/** Returns the hash source by which a content security policy allows a text. */
async function hash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`;
}

/** Adds the rules for the site under `base` and returns a function that removes them. Call it when new code is found. */
export function speculate(base: string): () => void {
  let isWanted = prefetchAllowed() && HTMLScriptElement.supports?.("speculationrules") === true;
  const script = document.createElement("script");
  script.type = "speculationrules";
  const text = JSON.stringify(rules).replaceAll('"/*', `"${base}/*`);
  script.text = dataBlock(text);
  if (isWanted)
    void isPermitted(text).then((isAllowed) => {
      if (isAllowed && isWanted) document.head.append(script);
    });
  return () => {
    isWanted = false;
    script.remove();
  };
}
