// While new code waits, the next navigation loads a document: the one under the pointer is fetched ahead by Speculation Rules, where the browser and the site's policy know them.

import { prefetchAllowed } from "./prefetching";
import rules from "./speculation_rules.json";

/** How a content security policy names the rules; written in by the bundle. */
declare const RULES_HASH: string;

/** Whether pages may hold the rules: browsers report a policy that does not name them as an error. */
async function isPermitted(): Promise<boolean> {
  try {
    const { headers } = await fetch(location.pathname, { method: "HEAD", cache: "no-store", credentials: "omit" });
    const policy = headers.get("content-security-policy");
    return policy === null || policy.includes(RULES_HASH);
  } catch {
    return false;
  }
}

/** Adds the rules; the result takes them away again. To be called when new code was found. */
export function speculate(): () => void {
  let isWanted = prefetchAllowed() && HTMLScriptElement.supports?.("speculationrules") === true;
  const script = document.createElement("script");
  script.type = "speculationrules";
  script.text = JSON.stringify(rules);
  if (isWanted)
    void isPermitted().then((isAllowed) => {
      if (isAllowed && isWanted) document.head.append(script);
    });
  return () => {
    isWanted = false;
    script.remove();
  };
}
