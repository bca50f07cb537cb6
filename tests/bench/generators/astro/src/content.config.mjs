import { defineCollection, z } from "astro:content";
import { glob } from "astro/loaders";

const pages = defineCollection({
  loader: glob({ pattern: "s*/p*.md", base: "./content" }),
  schema: z.object({ title: z.string(), description: z.string(), date: z.date(), tags: z.array(z.string()) }),
});

export const collections = { pages };
