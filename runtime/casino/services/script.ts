// Loads scripts of external services into the document, when they are first needed (A3).

import { createPolicy, unchanged } from "@croupier/loader/browser";

/** Time limit of a script, in milliseconds. After it, the load has failed and can be requested again. */
const TIMEOUT_MS = 15_000;

const loading = new Map<string, Promise<void>>();
/** URLs of scripts are from site.toml only. */
const policy = createPolicy("croupier-script", { createScriptURL: unchanged });

/** Loads a script; rejects if it fails to load or times out. A script that is loaded or loading is not requested again. */
export function loadScript(url: string): Promise<void> {
  const pending = loading.get(url);
  if (pending !== undefined) return pending;

  const script = Object.assign(document.createElement("script"), { src: policy.createScriptURL(url), async: true });
  const loaded = new Promise<void>((resolve, reject) => {
    const onFailure = () => {
      clearTimeout(timer);
      loading.delete(url);
      script.remove();
      reject(new Error(`a script could not be loaded: ${url}`));
    };

    const timer = setTimeout(onFailure, TIMEOUT_MS);
    script.addEventListener("load", () => {
      clearTimeout(timer);
      resolve();
    });
    script.addEventListener("error", onFailure);
  });

  loading.set(url, loaded);
  document.head.append(script);
  return loaded;
}
