module.exports = {
  siteMetadata: { siteUrl: "https://bench.example" },
  plugins: [
    { resolve: "gatsby-source-filesystem", options: { name: "pages", path: `${__dirname}/content` } },
    "gatsby-transformer-remark",
  ],
};
