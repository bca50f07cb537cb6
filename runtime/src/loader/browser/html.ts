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

const identity = (text: string) => text;
const rules: Policy = { createHTML: identity, createScript: identity, createScriptURL: identity };
/** The policy that a site's `trusted-types` directive names. */
const policy = window.trustedTypes?.createPolicy("croupier", rules) ?? rules;

/** Number of HTML texts whose nodes are kept. Copying them for a further visit takes a quarter of the time of parsing. */
const max_parsed = 8;
const parsed = new Map<string, DocumentFragment>();

/** Returns HTML of this site's build as nodes. Scripts in it never run, and `noscript` elements are removed. */
export function fragment(html: string): DocumentFragment {
  let nodes = parsed.get(html);
  if (!nodes) {
    const template = document.createElement("template");
    template.innerHTML = policy.createHTML(html);
    nodes = template.content;
    for (const element of nodes.querySelectorAll("noscript")) element.remove();
    if (parsed.size === max_parsed) parsed.clear();
    parsed.set(html, nodes);
  }
  return nodes.cloneNode(true) as DocumentFragment;
}

/** Returns JSON of the runtime's own bundle as the text of a data block. */
export function dataBlock(json: string): string {
  return policy.createScript(json);
}

/** Returns the URL of the site's own worker. */
export function workerUrl(base: string): string {
  return policy.createScriptURL(`${base}/sw.js`);
}
