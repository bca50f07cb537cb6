// What the visitor's browser asks of every site.

/** Whether it asks that nothing is passed on: Global Privacy Control (A78, A135). */
export function asksForPrivacy(): boolean {
  return (navigator as { readonly globalPrivacyControl?: boolean }).globalPrivacyControl === true;
}
