import React from "react";
import menu from "../menu.json";

/** The menu and the content of a page. */
export function Base({ children }) {
  return (
    <>
      <nav>{menu.map((it) => <a key={it.path} href={it.path}>{it.label}</a>)}</nav>
      <main>{children}</main>
    </>
  );
}

/** The head of a page. */
export function BaseHead({ title, description, path }) {
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={`https://bench.example${path}`} />
    </>
  );
}
