import { existsSync, globSync } from 'node:fs'
import { parse } from 'node:path'

import type { z } from 'astro/zod'

import { loadArticles, newestFirst } from '../src/articles/load.ts'
import { reader, readStudio } from '../src/build/content/read.ts'
import { type Dates, publicationAt } from '../src/publication/publication.ts'
import { appSchema } from '../src/schemas/app.ts'
import { factsOf } from '../src/schemas/facts.ts'
import { faqSchema } from '../src/schemas/faq.ts'
import { roleSchema } from '../src/schemas/role.ts'
import { featuredVentureSchema, ventureSchema } from '../src/schemas/venture.ts'
import { wordsOf, type Words } from '../src/schemas/words/index.ts'
import { fillIn } from '../src/text/fill-in.ts'
import { inOrder } from '../src/text/in-order.ts'
import type { InlineParts } from '../src/text/inline.ts'

/*
 * What content/ says, as pages show it. Tests read it here instead of quoting it, because an editor
 * may change every word.
 */

const read = reader('content')
const { figures, ...rest } = readStudio(read)
const { isPublished, isClosed } = publicationAt(Date.now(), rest.timeZone)

/** The public entries of a folder in their order. */
function entries<T extends { order: number } & Dates>(folder: string, schema: z.ZodType<T>) {
  const all = globSync(`${folder}/*.yaml`, { cwd: 'content' })
    .map((file) => ({ id: parse(file).name, data: schema.parse(read(file)) }))
    .filter(({ data }) => isPublished(data))
  return inOrder(folder, all).map(({ id, data }) => ({ id, ...data }))
}

export const ventures = entries('ventures', ventureSchema)
export const roles = entries('roles', roleSchema).filter((role) => !isClosed(role))
/** The venture in the spotlight, if one is. */
export const featured = existsSync('content/featured-venture.yaml')
  ? featuredVentureSchema.parse((read('featured-venture.yaml') as { featured: unknown }).featured)
  : undefined
export const questions = entries('faqs', faqSchema)
export const apps = entries('apps', appSchema)
export const studio = { ...rest, figures: { ...figures, ventures: ventures.length } }

const loaded = await loadArticles({ articles: 'content/articles', public: 'public' })

/** Newest first. */
export const articles = loaded.articles.filter(isPublished).sort(newestFirst)

const facts = factsOf(studio, { ventures, roles, questions })

/** The words of a file, such as `pages/home`, with facts filled in. */
export const words = <F extends keyof Words>(file: F) => wordsOf(file, read(`${file}.yaml`), facts)

type About = Record<string, string | number>

/** A text as a page shows it: without its markup, and with what `{this.…}` stands for. */
export const shown = (text: string | InlineParts, about?: About) =>
  fillIn(typeof text === 'string' ? text : text.map(labelOf).join(''), about ? { this: about } : {})
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))

const labelOf = (part: InlineParts[number]) => (typeof part === 'string' ? part : part.label)
