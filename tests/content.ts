import { loadArticles, newestFirst } from '../src/articles/load.ts'
import { type Entry, siteIn } from '../src/data/reading/site.ts'
import type { Words } from '../src/schemas/words/index.ts'
import { fillIn } from '../src/text/fill-in.ts'
import { inOrder } from '../src/text/in-order.ts'
import type { InlineParts } from '../src/text/inline.ts'

/*
 * What content/ says, as pages show it. Tests read it here instead of quoting it, because an editor
 * may change every word.
 */

const site = siteIn('.', { at: Date.now(), showsUnpublished: false })

/** The public entries of a folder in their order. */
const ordered = <T extends { order: number }>(entries: Entry<T>[]) =>
  inOrder(entries).map(({ id, data }) => ({ id, ...data }))

export const { studio } = site
export const ventures = ordered(site.ventures())
export const roles = ordered(site.roles()).filter((role) => !site.isClosed(role))
/** The venture in the spotlight, if one is. */
export const featured = site.featured()[0]?.data
export const questions = ordered(site.faqs())
export const apps = ordered(site.apps())

const folders = { articles: 'content/articles', public: 'public' }
const loaded = await loadArticles(folders, site.facts)

/** Newest first. */
export const articles = loaded.articles.filter(site.isPublished).sort(newestFirst)

const written = new Map<string, unknown>(site.words().map(({ id, data }) => [id, data]))

/** The words of a file, such as `pages/home`, with facts filled in. */
export const words = <F extends keyof Words>(file: F) => written.get(file) as Words[F]

type About = Record<string, string | number>

/** A text as a page shows it: without its markup, and with what `{this.…}` stands for. */
export const shown = (text: string | InlineParts, about?: About) =>
  fillIn(typeof text === 'string' ? text : text.map(labelOf).join(''), about ? { this: about } : {})
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))

const labelOf = (part: InlineParts[number]) => (typeof part === 'string' ? part : part.label)
