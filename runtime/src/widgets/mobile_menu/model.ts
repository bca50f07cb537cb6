// The menu of small screens without its looks: which list it shows, and when it goes back to the first.

/** Which list is shown. */
export type List = "main" | "legal";

/** The menu shows its main list again so long after it was closed, in milliseconds (row 4.8-02). */
export const RETURN_AFTER = 500;

/** Page links, as the template passes them. */
export interface MenuLink {
  readonly label: string;
  readonly path: string;
}
