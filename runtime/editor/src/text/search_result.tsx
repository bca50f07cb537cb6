// How a page looks in the results of a search engine.

import type { JsonObject } from "../model/json";

/** Lengths that search engines show in full, in characters. */
const TITLE_LENGTH = 60;
const DESCRIPTION_LENGTH = 160;

const cut = (text: string, length: number) =>
  text.length <= length ? text : `${text.slice(0, length - 1).trimEnd()}…`;

/** The title and the description as a result, with their lengths. */
export function SearchResult({ values, route }: { readonly values: JsonObject; readonly route: string }) {
  const title = typeof values.title === "string" ? values.title : "";
  const description = typeof values.description === "string" ? values.description : "";
  const isLong = description.length > DESCRIPTION_LENGTH;

  return (
    <section className="group" aria-labelledby="search-result">
      <h2 id="search-result">In search results</h2>
      <div className="search-result">
        <p className="search-url">{route}</p>
        <p className="search-title">{cut(title, TITLE_LENGTH) || "(no title)"}</p>
        <p className="search-description">
          {cut(description, DESCRIPTION_LENGTH) || "No description. Search engines then show a part of the text."}
        </p>
      </div>
      <p className={isLong ? "hint over" : "hint"}>
        Description: {description.length} of {DESCRIPTION_LENGTH} characters
      </p>
    </section>
  );
}
