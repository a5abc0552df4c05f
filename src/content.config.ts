import { defineCollection } from 'astro:content'
import { glob } from 'astro/loaders'

import { articleLoader } from './articles/load.ts'
import { publishedOnly } from './data/published-only.ts'
import { appSchema } from './schemas/app.ts'
import { articleSchema } from './schemas/article.ts'
import { checked, checkedEach } from './schemas/checking/checked.ts'
import { faqSchema } from './schemas/faq.ts'
import { roleSchema } from './schemas/role.ts'
import { legalSchema } from './schemas/legal.ts'
import { studioSchema } from './schemas/studio.ts'
import { featuredVentureSchema, ventureSchema } from './schemas/venture.ts'
import { wordSchemas } from './schemas/words/index.ts'
import { watched } from './schemas/checking/watched.ts'
import { yamlFile } from './schemas/checking/yaml-file.ts'

const WORDS = ['pages/*.yaml', 'forms/*.yaml', 'navigation.yaml', 'venture.yaml', 'words.yaml']

/** Everything an editor may change. A file that breaks its schema stops the build and says why. */
export const collections = {
  /** One entry, `studio`: name, contact, and the figures and promises that several pages quote. */
  studio: defineCollection(checked(yamlFile('content/studio.yaml'), studioSchema)),
  /** The words of pages and forms. src/data/words.ts fills in the figures. */
  words: defineCollection(checkedEach(glob({ pattern: WORDS, base: 'content' }), wordSchemas)),
  /** One file per open role: a file added is a role advertised, a file deleted a role filled. */
  roles: defineCollection(
    checked(publishedOnly(glob({ pattern: '*.yaml', base: 'content/roles' })), roleSchema),
  ),
  /** One file per venture; its name is the venture's id. */
  ventures: defineCollection(
    checked(publishedOnly(glob({ pattern: '*.yaml', base: 'content/ventures' })), ventureSchema),
  ),
  /** One file per article. The exception: a wrong one is skipped, and the build says which and why. */
  articles: defineCollection({
    loader: watched(
      publishedOnly(articleLoader({ articles: 'content/articles', public: 'public' })),
    ),
    schema: articleSchema,
  }),
  /** One entry, `featured`: the venture in the portfolio's spotlight. The file may be missing. */
  featuredVenture: defineCollection(
    checked(yamlFile('content/featured-venture.yaml'), featuredVentureSchema),
  ),
  /** One file per app; its name is the path of the app's page. There may be none. */
  apps: defineCollection(checked(glob({ pattern: '*.yaml', base: 'content/apps' }), appSchema)),
  /** The legal texts; a file's name is its address. Only apps need the app policy. */
  legal: defineCollection(checked(glob({ pattern: '*.mdx', base: 'content/legal' }), legalSchema)),
  /** One file per question of the questions page; its name is the answer's address there. */
  faqs: defineCollection(
    checked(publishedOnly(glob({ pattern: '*.yaml', base: 'content/faqs' })), faqSchema),
  ),
}
