import { graphql } from "gatsby";
import React from "react";
import { Base, BaseHead } from "../base";

const slug = (tag) => tag.toLowerCase().replaceAll(" ", "-");

/** A page of Markdown. */
export default function Page({ data: { markdownRemark: { html, frontmatter } } }) {
  return (
    <Base>
      <article>
        <h1>{frontmatter.title}</h1>
        <p>{frontmatter.date}</p>
        <div dangerouslySetInnerHTML={{ __html: html }} />
        <p>{frontmatter.tags.map((tag) => <a key={tag} href={`/tags/${slug(tag)}/`}>{tag}</a>)}</p>
      </article>
    </Base>
  );
}

export const Head = ({ data, location }) => <BaseHead {...data.markdownRemark.frontmatter} path={location.pathname} />;

export const query = graphql`
  query ($id: String!) {
    markdownRemark(id: { eq: $id }) {
      html
      frontmatter { title description tags date(formatString: "YYYY-MM-DD") }
    }
  }
`;
