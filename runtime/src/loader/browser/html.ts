// Converts strings to HTML, data blocks and worker URLs under one Trusted Types policy. No other code adds markup to the document.

/** A Trusted Types policy, which TypeScript's library does not define. Its results are typed as strings. */
interface Policy {
  createHTML(text: string): string;
  createScript(text: string): string;
  createScriptURL(text: string): string;
}
declare global {
  interface Window {
    readonly trustedTypes?: { createPolicy(name: string, rules: Policy): Policy };
  }
}

const same = (text: string) => text;
const rules: Policy = { createHTML: same, createScript: same, createScriptURL: same };
/** The policy that a site's `trusted-types` directive names. */
const policy = window.trustedTypes?.createPolicy("croupier", rules) ?? rules;

/** Returns HTML of this site's build as nodes. Scripts in it never run, and `noscript` elements are removed. */
export function fragment(html: string): DocumentFragment {
  const made = document.createElement("template");
  made.innerHTML = policy.createHTML(html);
  for (const element of made.content.querySelectorAll("noscript")) element.remove();
  return made.content;
}

/** Returns JSON of the runtime's own bundle as the text of a data block. */
export function dataBlock(json: string): string {
  return policy.createScript(json);
}

/** Returns the URL of the site's own worker. */
export function workerAddress(base: string): string {
  return policy.createScriptURL(`${base}/sw.js`);
}
