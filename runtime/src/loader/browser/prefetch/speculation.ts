// While new code waits, the next navigation loads a document: the one under the pointer is fetched ahead by Speculation Rules, where the browser and the site's policy know them.

import { dataBlock } from "../html";
import { prefetchAllowed } from "./link_watch";
import rules from "./speculation_rules.json";

/** Whether pages may hold `text`: browsers report a policy that does not name it as an error. */
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

/** How a content security policy names a text. */
async function hash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`;
}

/** Adds the rules for the site under `base`; the result takes them away again. To be called when new code was found. */
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
