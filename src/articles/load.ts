import { existsSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join, parse } from 'node:path'

import type { Loader, LoaderContext } from 'astro/loaders'

import { type Article, articleSchema } from '../schemas/article.ts'
import { whyInvalid } from '../schemas/checking/why-invalid.ts'
import { whyUnfit } from '../schemas/words/search-result.ts'
import { fillAll, UnknownFactError } from '../text/fill-in.ts'
import { isObject, readArticle, UnreadableArticleError } from './read.ts'

/** Two folders, as paths from the project's root. */
type ArticleFolders = {
  articles: string
  public: string
}

type LoadedArticles = {
  articles: Article[]
  /** A sentence for each file that is left out, each block that is not shown, and each bad length. */
  remarks: string[]
}

/**
 * Reads every article. An invalid article is left out with a remark, so that a mistake in one file
 * does not affect the others. The files are read one by one: thousands at once would exhaust open
 * files.
 */
export async function loadArticles(
  folders: ArticleFolders,
  facts: { name: string },
): Promise<LoadedArticles> {
  const articles = new Map<string, Article>()
  const files = new Map<string, string>()
  const remarks: string[] = []

  for (const { file, found } of await foundIn(folders, facts)) {
    const takenBy = typeof found === 'string' ? undefined : files.get(found.slug)
    if (typeof found === 'string') remarks.push(`${file} is skipped: ${found}.`)
    else if (takenBy)
      remarks.push(`${file} is skipped: “slug” ${found.slug} is taken by ${takenBy}.`)
    else {
      articles.set(found.slug, found)
      files.set(found.slug, file)
      remarks.push(...notShown(found).map((what) => `${file}: ${what} is not shown.`))
      const page = { title: found.title, description: found.excerpt }
      const unfit = whyUnfit(page, facts.name)?.replace('“description”', '“excerpt”')
      if (unfit) remarks.push(`${file}: ${unfit}.`)
    }
  }
  return { articles: [...articles.values()], remarks }
}

/** What each file holds. One that is named like its address comes first: no other takes that from it. */
async function foundIn(folders: ArticleFolders, facts: { name: string }) {
  const all: { file: string; found: Article | string; isNamed: boolean }[] = []
  for (const name of await articleFiles(folders.articles)) {
    const file = join(folders.articles, name)
    const found = await loadArticle(file, folders.public, facts)
    const isNamed = typeof found !== 'string' && found.slug === slugFrom(parse(name).name)
    all.push({ file, found, isNamed })
  }
  return all.sort((a, b) => Number(b.isNamed) - Number(a.isNamed))
}

/** What the loader must know of the site. */
type Site = { facts: { name: string }; isShown: (article: Article) => boolean }

/** Loads articles into Astro's content layer. A build logs what it leaves out; `npm run dev` shows it. */
export const articleLoader = (
  folders: ArticleFolders,
  siteOf: (context: LoaderContext) => Site,
): Loader => ({
  name: 'articles',
  async load(context) {
    const { store, logger, watcher } = context
    const { facts, isShown } = siteOf(context)
    const { articles, remarks } = await loadArticles(folders, facts)
    store.clear()
    for (const article of articles.filter(isShown)) store.set({ id: article.slug, data: article })
    if (watcher && remarks.length > 0) throw new Error(remarks.join('\n'))
    for (const remark of remarks) logger.warn(remark)
  },
})

/** Without the last article, git keeps no folder. Hidden files and those with `_` are no articles. */
async function articleFiles(folder: string) {
  const names = existsSync(folder) ? await readdir(folder) : []
  return names.filter((name) => /^[^._]/.test(name)).sort()
}

/** The article, or a sentence that says why it is invalid. */
async function loadArticle(
  file: string,
  publicFolder: string,
  facts: object,
): Promise<Article | string> {
  if (!/\.(md|json)$/.test(file)) return 'its name must end in .md or .json'
  try {
    const parsed = readArticle(file, await readFile(file, 'utf8'))
    const slug = slugFrom(parse(file).name)
    const filled = fillAll(parsed, { ...facts, this: {} })
    const known = isObject(filled) ? { slug, ...withoutBlanks(filled) } : filled
    const { data, error } = articleSchema.safeParse(known)
    if (!data) return whyInvalid(error, known)
    const picture = await stat(join(publicFolder, data.image)).catch(() => undefined)
    return picture?.isFile() ? data : `“image” names ${data.image}, which is not in ${publicFolder}`
  } catch (error) {
    if (error instanceof UnreadableArticleError || error instanceof UnknownFactError)
      return error.message
    throw error
  }
}

/** A key without a value counts as missing. */
const withoutBlanks = (parsed: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(parsed).filter(([, value]) => value !== null && value !== ''))

/** `Ninety Days.md` is at /blogs/ninety-days. */
const slugFrom = (name: string) =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    .replaceAll(/^-|-$/g, '')

const notShown = ({ content }: Article) =>
  content.flatMap((block, index) =>
    block.type === 'unknown' ? [`block ${index + 1}, “${block.name}”,`] : [],
  )

type Dated = { date: string; slug: string }

/** Newest day first. Articles of one day are sorted by address, so that the order is stable. */
export const newestFirst = (one: Dated, other: Dated) =>
  compare(other.date, one.date) || compare(one.slug, other.slug)

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other))
