const path = require("node:path");

const slug = (tag) => tag.toLowerCase().replaceAll(" ", "-");

/** Makes a page per Markdown file, per section and per tag. */
exports.createPages = async ({ graphql, actions }) => {
  const { data, errors } = await graphql(`{
    allMarkdownRemark(sort: { frontmatter: { date: DESC } }) {
      nodes { id frontmatter { title description tags } parent { ... on File { relativeDirectory name } } }
    }
  }`);
  if (errors) throw errors[0];
  const template = (name) => path.resolve(`src/templates/${name}.js`);
  const sections = new Map();
  const terms = new Map();
  const add = (lists, name, entry) => lists.set(name, [...(lists.get(name) ?? []), entry]);
  for (const { id, frontmatter, parent } of data.allMarkdownRemark.nodes) {
    const url = `/${parent.relativeDirectory}/${parent.name}/`;
    const entry = { url, title: frontmatter.title, description: frontmatter.description };
    actions.createPage({ path: url, component: template("page"), context: { id } });
    add(sections, parent.relativeDirectory, entry);
    for (const tag of new Set(frontmatter.tags)) add(terms, tag, entry);
  }
  for (const [name, entries] of sections) {
    const title = `Section ${Number(name.slice(1))}`;
    actions.createPage({ path: `/${name}/`, component: template("list"), context: { title, entries } });
  }
  for (const [title, entries] of terms) {
    actions.createPage({ path: `/tags/${slug(title)}/`, component: template("list"), context: { title, entries } });
  }
  const entries = [...terms].sort(([a], [b]) => a.localeCompare(b));
  const counts = entries.map(([title, pages]) => ({ url: `/tags/${slug(title)}/`, title, description: String(pages.length) }));
  actions.createPage({ path: "/tags/", component: template("list"), context: { title: "Tags", entries: counts } });
  actions.createPage({ path: "/", component: template("list"), context: { title: "Home", entries: [] } });
};
