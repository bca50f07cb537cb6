// Converts strings to HTML, data blocks and worker URLs under one Trusted Types policy. No other code adds markup to the document.

import { createPolicy, unchanged } from "../../platform/browser";

const policy = createPolicy("croupier", {
  createHTML: unchanged,
  createScript: unchanged,
  createScriptURL: unchanged,
});

/** Returns HTML of this site's build as nodes. Scripts in it never run, and `noscript` elements are removed. */
export function fragment(html: string): DocumentFragment {
  const template = document.createElement("template");
  template.innerHTML = policy.createHTML(html);
  for (const element of template.content.querySelectorAll("noscript")) element.remove();
  return template.content;
}

/** Returns JSON of the runtime's own bundle as the text of a data block. */
export function dataBlock(json: string): string {
  return policy.createScript(json);
}

/** Returns the URL of the site's own worker. */
export function workerUrl(base: string): string {
  return policy.createScriptURL(`${base}/sw.js`);
}
