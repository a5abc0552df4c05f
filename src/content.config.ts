import { defineCollection } from 'astro:content'
import { z } from 'astro/zod'

import { articles, legalTexts, ofSite } from './data/reading/loader.ts'
import { appSchema } from './schemas/app.ts'
import { articleSchema } from './schemas/article.ts'
import { faqSchema } from './schemas/faq.ts'
import { legalSchema } from './schemas/legal.ts'
import { roleSchema } from './schemas/role.ts'
import { studioSchema } from './schemas/studio.ts'
import { featuredVentureSchema, ventureSchema } from './schemas/venture.ts'

/**
 * Everything an editor may change. A file that breaks its schema stops the build and says why. The
 * loaders have checked each entry: here, schemas only give the types.
 */
export const collections = {
  /** One entry, `studio`: name, contact, and the figures and promises that several pages quote. */
  studio: defineCollection({
    loader: ofSite(({ studio }) => [{ id: 'studio', data: studio }]),
    schema: studioSchema,
  }),
  /** The words of pages and forms. src/data/words.ts knows the type of each file. */
  words: defineCollection({
    loader: ofSite((site) => site.words()),
    schema: z.record(z.string(), z.unknown()),
  }),
  /** One file per open role: a file added is a role advertised, a file deleted a role filled. */
  roles: defineCollection({ loader: ofSite((site) => site.roles()), schema: roleSchema }),
  /** One file per venture; its name is the venture's id. */
  ventures: defineCollection({ loader: ofSite((site) => site.ventures()), schema: ventureSchema }),
  articles: defineCollection({ loader: articles(), schema: articleSchema }),
  /** One entry, `featured`: the venture in the portfolio's spotlight. The file may be missing. */
  featuredVenture: defineCollection({
    loader: ofSite((site) => site.featured()),
    schema: featuredVentureSchema,
  }),
  /** One file per app; its name is the path of the app's page. There may be none. */
  apps: defineCollection({ loader: ofSite((site) => site.apps()), schema: appSchema }),
  /** The legal texts; a file's name is its address. Only apps need the app policy. */
  legal: defineCollection({ loader: legalTexts(), schema: legalSchema }),
  /** One file per question of the questions page; its name is the answer's address there. */
  faqs: defineCollection({ loader: ofSite((site) => site.faqs()), schema: faqSchema }),
}
