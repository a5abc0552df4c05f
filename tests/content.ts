import { loadArticles } from '../src/articles/load.ts'
import { newestFirst } from '../src/articles/order.ts'
import { readContent } from '../src/build/content/read.ts'
import { fillIn } from '../src/text/fill-in.ts'
import type { InlineParts } from '../src/text/inline.ts'

/**
 * What content/ says, with facts filled in. Tests read it here instead of quoting it, because an
 * editor may change every word.
 */
const { isPublished, ...content } = readContent('content')
export const { studio, ventures, roles, questions, apps, words } = content

const loaded = await loadArticles({ articles: 'content/articles', public: 'public' })

/** Newest first. */
export const articles = loaded.articles.filter(isPublished).sort(newestFirst)

type About = Record<string, string | number>

/** A text as a page shows it: without its markup, and with what `{this.…}` stands for. */
export const shown = (text: string | InlineParts, about?: About) =>
  fillIn(typeof text === 'string' ? text : text.map(labelOf).join(''), about ? { this: about } : {})
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))

const labelOf = (part: InlineParts[number]) => (typeof part === 'string' ? part : part.label)
