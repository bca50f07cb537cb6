// The one place where text becomes part of the document, under a Trusted Types policy: pages, slices, rules and the worker of this site.

/** Trusted Types, which TypeScript's library does not know; what a policy makes is taken where a string is. */
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

/** HTML that this site's build made, as nodes. Scripts in it never run, and what stands in for them is left out. */
export function fragment(html: string): DocumentFragment {
  const made = document.createElement("template");
  made.innerHTML = policy.createHTML(html);
  for (const element of made.content.querySelectorAll("noscript")) element.remove();
  return made.content;
}

/** JSON of the runtime's own bundle as the text of a data block. */
export function dataBlock(json: string): string {
  return policy.createScript(json);
}

/** The address of the site's own worker. */
export function workerAddress(base: string): string {
  return policy.createScriptURL(`${base}/sw.js`);
}
