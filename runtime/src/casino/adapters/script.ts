// Brings another service's script into the document, when it is first needed and never before (A3).

interface Policy {
  createScriptURL(url: string): string;
}

const loading = new Map<string, Promise<void>>();
let policy: Policy | undefined;

/** The address as a policy that asks for Trusted Types takes it; addresses come from site.toml alone. */
function trusted(url: string): string {
  const { trustedTypes } = globalThis as {
    readonly trustedTypes?: { createPolicy(name: string, rules: Policy): Policy };
  };
  policy ??= trustedTypes?.createPolicy("croupier-script", { createScriptURL: (address) => address });
  return policy?.createScriptURL(url) ?? url;
}

/** Loads a script; rejects when it does not come. One that is there, or on its way, is not asked for again. */
export function loadScript(url: string): Promise<void> {
  const known = loading.get(url);
  if (known !== undefined) return known;
  const script = Object.assign(document.createElement("script"), { src: trusted(url), async: true });
  const loaded = new Promise<void>((resolve, reject) => {
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", () => {
      loading.delete(url);
      script.remove();
      reject(new Error(`a script did not come: ${url}`));
    });
  });
  loading.set(url, loaded);
  document.head.append(script);
  return loaded;
}
