import React from "react";
import { Base, BaseHead } from "../base";

/** A list of pages or tags. */
export default function List({ pageContext: { title, entries } }) {
  return (
    <Base>
      <h1>{title}</h1>
      <ul>{entries.map((it) => <li key={it.url}><a href={it.url}>{it.title}</a> {it.description}</li>)}</ul>
    </Base>
  );
}

export const Head = ({ pageContext, location }) => <BaseHead title={pageContext.title} description="" path={location.pathname} />;
