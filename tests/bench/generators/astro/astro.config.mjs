export default {
  site: "https://bench.example",
  markdown: { syntaxHighlight: false },
  build: { format: "directory" },
};
