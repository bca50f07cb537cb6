const byDate = (a, b) => b.date - a.date;
const slug = (tag) => tag.toLowerCase().replaceAll(" ", "-");

/** Groups pages by the names that `names` returns for each of them. */
function groups(pages, names) {
  const found = new Map();
  for (const page of pages) {
    for (const name of new Set(names(page))) {
      if (!found.has(name)) found.set(name, []);
      found.get(name).push(page);
    }
  }
  return [...found].map(([name, pages]) => ({ name, slug: slug(name), pages }));
}

export default function (config) {
  const pages = (api) => api.getFilteredByGlob("content/s*/p*.md").sort(byDate);
  config.addCollection("sections", (api) => groups(pages(api), (page) => [page.filePathStem.split("/")[1]]));
  config.addCollection("terms", (api) => groups(pages(api), (page) => page.data.terms));
  config.addFilter("slug", slug);
  config.addFilter("day", (date) => date.toISOString().slice(0, 10));
  config.addFilter("number", (section) => Number(section.slice(1)));
  config.addPassthroughCopy({ static: "/" });
  return {
    dir: { input: "content", includes: "../_includes", data: "../_data", output: "_site" },
    markdownTemplateEngine: false,
  };
}
