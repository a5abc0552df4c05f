import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { parse } from 'parse5'

import { afterBuild, filesBelow } from './after-build.ts'
import { elements } from './inspect-html.ts'

/**
 * After the build: stops it if a link leads to no page of the site. A link to a place that a page
 * lacks still opens that page, and an article with a mistake is left out: such links are only named.
 */
export const deadLinks = () =>
  afterBuild('dead-links', async ({ dist, logger }) => {
    const found = await deadLinksIn(dist, 'content')
    const named = found.filter((one) => /“(\/blogs\/|.*#)/.test(one))
    for (const one of named) logger.warn(one)
    const others = found.filter((one) => !named.includes(one))
    if (others.length > 0) throw new Error(others.join('\n'))
  })

/** A link of a page, as it is written and as an address. */
type Link = { from: string; href: string; path: string; hash: string }

/**
 * One sentence for each link to a page, file or place that is not in `dist`. It names the file of
 * `content` that has the link, or else the page.
 */
export async function deadLinksIn(dist: string, content: string): Promise<string[]> {
  const files = new Set((await filesBelow(dist)).map((file) => `/${file}`))
  const pages = new Map<string, Set<string>>()
  const links: Link[] = []
  for (const file of files) {
    if (file === GUIDE) links.push(...linksOfGuide(await readFile(join(dist, file), 'utf8')))
    if (!file.endsWith('.html')) continue
    const path = file.replace(/(\/index)?\.html$/, '') || '/'
    const page = readPage(await readFile(join(dist, file), 'utf8'), path)
    pages.set(path, page.ids)
    links.push(...page.links)
  }
  const dead = links.filter(({ path, hash }) => {
    const ids = pages.get(path)
    return ids ? hash !== '' && !ids.has(hash) : !files.has(path)
  })
  const written = await Promise.all(
    (await filesBelow(content)).map(async (file) => {
      const place = `${content}/${file}`
      return { place, hrefs: new Set((await readFile(place, 'utf8')).match(WRITTEN)) }
    }),
  )
  const sentences = dead.flatMap(({ from, href }) => {
    const places = written.filter(({ hrefs }) => hrefs.has(href)).map(({ place }) => place)
    return (places.length > 0 ? places : [`The page ${from}`]).map(
      (place) => `${place}: the link to “${href}” leads to nothing on this site.`,
    )
  })
  return [...new Set(sentences)].sort()
}

/** An address in YAML, or in the markup of a text. */
const WRITTEN = /(?<=\]\(|href: '?)[^\s,'"})]+/g

function readPage(html: string, from: string): { ids: Set<string>; links: Link[] } {
  const ids = new Set<string>()
  const links: Link[] = []
  for (const { tagName, attrs } of elements(parse(html))) {
    for (const { name, value } of attrs) {
      if (name === 'id') ids.add(value)
      if (name !== 'href' || tagName !== 'a') continue
      const link = linkTo(value, from)
      if (link) links.push(link)
    }
  }
  return { ids, links }
}

/** A link to this site, or to nowhere, such as “http://”. Undefined for one to another site. */
function linkTo(href: string, from: string): Link | undefined {
  const address = URL.parse(href, `${HOST}${from}`)
  if (!address) return { from, href, path: href, hash: '' }
  if (address.origin !== HOST) return undefined
  const path = decoded(address.pathname, decodeURI)
  return { from, href, path, hash: decoded(address.hash.slice(1), decodeURIComponent) }
}

/** A part of an address with its letters. One with a wrong code, such as 100%, stays as it is. */
function decoded(part: string, decode: (part: string) => string): string {
  try {
    return decode(part)
  } catch {
    return part
  }
}

/** Names every page, and an app has one by hand: all its links are to this site. */
const GUIDE = '/llms.txt'

const linksOfGuide = (text: string): Link[] =>
  [...text.matchAll(/\]\((https?:[^)\s]+)\)/g)].map(([, address = '']) => {
    const path = decoded(new URL(address).pathname, decodeURI)
    return { from: GUIDE, href: path, path, hash: '' }
  })

const HOST = 'https://site.invalid'
