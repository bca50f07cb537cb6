// Reads the privacy preference that the visitor's browser sends to every site.

/** Whether the browser requests that no data is shared: Global Privacy Control (A78, A135). */
export function asksForPrivacy(): boolean {
  return (navigator as { readonly globalPrivacyControl?: boolean }).globalPrivacyControl === true;
}
