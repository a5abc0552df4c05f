import { globSync, existsSync, readFileSync, statSync } from 'node:fs'
import { HtmlValidate } from 'html-validate'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { deadLinksIn } from '../../src/build/dead-links.ts'
import { studio, words } from '../content.ts'
import { all, attribute, dist, listed, meta, pages, text, type Built } from './built-pages.ts'

const KIB = 1024

test('no link leads to nothing, not even to a missing part of a page', async () => {
  expect(await deadLinksIn(dist, 'content')).toEqual([])
})

describe.each(pages.map((page) => [page.path, page] as const))('%s', (_, page) => {
  test('is valid HTML', async () => {
    const validator = new HtmlValidate({
      extends: ['html-validate:recommended', 'html-validate:document'],
      // React's attributes and empty elements are valid, but not in the tool's style.
      rules: {
        'attribute-boolean-style': 'off',
        'attr-case': 'off',
        'void-style': 'off',
        // Our own files need no integrity hash.
        'require-sri': ['error', { target: 'crossorigin' }],
        // The checkboxes of one question share its name, which HTML allows.
        'form-dup-name': ['error', { shared: ['radio', 'button', 'reset', 'submit', 'checkbox'] }],
      },
    })
    const report = await validator.validateString(page.html)
    const said = report.results.flatMap(({ messages }) =>
      messages.map(
        ({ ruleId, message, line, column }) => `${ruleId}: ${message} (${line}:${column})`,
      ),
    )
    expect(said).toEqual([])
  })

  test('has no link with a meaningless text', () => {
    const words = all(page, 'a').map((link) => text(link).trim().toLowerCase())
    expect(
      words.filter((said) => /^(read more|learn more|more|here|click here)$/.test(said)),
    ).toEqual([])
  })

  test('has an existing file and a size for each image, and a small first one', () => {
    for (const image of all(page, 'img')) {
      // The part after # is a parameter for the picture.
      const src = (attribute(image, 'src') ?? '').replace(/#.*/, '')
      expect(existsSync(dist + src), src).toBe(true)
      expect(attribute(image, 'width'), src).toMatch(/^\d+$/)
      expect(attribute(image, 'height'), src).toMatch(/^\d+$/)
      expect(attribute(image, 'alt'), src).toBeDefined()
      const isEager = attribute(image, 'loading') !== 'lazy'
      if (isEager) expect(statSync(dist + src).size, src).toBeLessThanOrEqual(40 * KIB)
    }
  })

  test('has one first heading and skips no level', () => {
    const levels = page.elements.flatMap(({ tagName }) =>
      /^h[1-6]$/.test(tagName) ? [Number(tagName.slice(1))] : [],
    )
    expect(levels.filter((level) => level === 1)).toHaveLength(1)
    const jumps = levels.filter((level, i) => i > 0 && level > (levels[i - 1] ?? 0) + 1)
    expect(jumps).toEqual([])
  })

  test('has a title, a description and a picture for link previews', async () => {
    expect(meta(page, 'description')?.length).toBeGreaterThan(20)
    expect(meta(page, 'description')?.length).toBeLessThanOrEqual(160)
    const keys = ['og:title', 'og:description', 'og:type', 'og:locale', 'twitter:card']
    for (const key of keys) expect(meta(page, key), key).toBeTruthy()
    // A page that must not be indexed has no canonical address.
    const canonical = all(page, 'link').filter((link) => attribute(link, 'rel') === 'canonical')
    const addresses = canonical.map((link) => attribute(link, 'href'))
    expect(addresses).toEqual(listed.includes(page) ? [expect.stringMatching(/^https:/)] : [])
    expect(meta(page, 'og:url') !== undefined).toBe(listed.includes(page))
    for (const key of ['og:image:alt', 'twitter:image:alt'])
      expect(meta(page, key), key).toBe(meta(page, 'og:title'))
    const image = dist + new URL(meta(page, 'og:image') ?? '').pathname
    const { width, height } = await sharp(image).metadata()
    expect([width, height]).toEqual([1_200, 630])
    const said = ['og:image:width', 'og:image:height'].map((key) => meta(page, key))
    expect(said).toEqual(['1200', '630'])
  })

  test('has well-formed structured data', () => {
    const blocks = all(page, 'script')
      .filter((script) => attribute(script, 'type') === 'application/ld+json')
      .map((script) => JSON.parse(text(script)) as { '@context': string; '@graph': object[] })
    expect(blocks).toHaveLength(1)
    expect(blocks[0]?.['@context']).toBe('https://schema.org')
    for (const thing of blocks[0]?.['@graph'] ?? []) expect(thing).toHaveProperty('@type')
  })
})

test.each(listed.map((page) => [page.path, page] as const))(
  '%s has keywords, and a title and a description that fit into a search result',
  (_, page) => {
    const [title = ''] = all(page, 'title').map(text)
    expect(title.length).toBeLessThanOrEqual(60)
    expect(title.length).toBeGreaterThanOrEqual(20)
    expect(meta(page, 'description')?.length).toBeLessThanOrEqual(155)
    expect(meta(page, 'description')?.length).toBeGreaterThanOrEqual(110)
    expect(meta(page, 'keywords')).toBeTruthy()
  },
)

/** `{figures.ventures in words}`; a key of JSON would be in quotation marks. */
const PLACEHOLDER = /\{[a-z][^{}"\n]*\}/i

test('no placeholder is left in a page, a feed or a list of links', () => {
  const read = (page: Built) =>
    page.elements
      .filter((element) => element.tagName !== 'style' && !isCode(element))
      .flatMap((element) => [
        ...element.attrs.map(({ value }) => value),
        ...element.childNodes.map((node) => ('value' in node ? node.value : '')),
      ])
  const inPages = pages.flatMap((page) => read(page).map((one) => [page.path, one] as const))
  const others = ['llms.txt', 'rss.xml', 'site.webmanifest'].map(
    (file) => [file, readFileSync(`${dist}/${file}`, 'utf8')] as const,
  )
  const left = [...inPages, ...others].filter(([, one]) => PLACEHOLDER.test(one))
  expect(left).toEqual([])
  expect(PLACEHOLDER.test('within {promises.contactReply}')).toBe(true)
})

/** A script that is no data. */
const isCode = (element: Built['elements'][number]) =>
  element.tagName === 'script' && attribute(element, 'type') !== 'application/ld+json'

test('the home page’s headline has no other text', () => {
  const home = pages.find(({ path }) => path === '/')
  const [headline] = home ? all(home, 'h1').map(text) : []
  const { before, from, to } = words('pages/home').hero
  expect(headline?.replaceAll(/\s+/g, ' ').trim()).toBe(`${before} ${from} ${to}`)
})

test('no two pages have the same title or description', () => {
  const titles = pages.flatMap((page) => all(page, 'title').map(text).slice(0, 1))
  const descriptions = listed.map((page) => meta(page, 'description'))
  expect(new Set(titles).size).toBe(titles.length)
  expect(new Set(descriptions).size).toBe(descriptions.length)
})

test('security.txt names the mailbox, and until when', () => {
  const { host, email, security } = studio
  expect(readFileSync(`${dist}/.well-known/security.txt`, 'utf8').split('\n')).toEqual([
    `Contact: mailto:${email}`,
    `Expires: ${new Date(security.reportsUntil).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${host}/.well-known/security.txt`,
    '',
  ])
})

test('the sitemap lists exactly the pages for search engines, by canonical address', () => {
  const sitemap = readFileSync(`${dist}/sitemap-0.xml`, 'utf8')
  const inSitemap = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url)
  const canonical = listed
    .filter((page) => page.path !== '/404')
    .map((page) => {
      const link = all(page, 'link').find((one) => attribute(one, 'rel') === 'canonical')
      return link && attribute(link, 'href')
    })
  expect(inSitemap.toSorted()).toEqual(canonical.toSorted())
  expect(readFileSync(`${dist}/robots.txt`, 'utf8')).toMatch(
    /^Sitemap: https:.*sitemap-index\.xml$/m,
  )
})

test('the sitemap says when each article was changed, and nothing of other pages', () => {
  const sitemap = readFileSync(`${dist}/sitemap-0.xml`, 'utf8')
  const said = [...sitemap.matchAll(/<loc>([^<]+)<\/loc><lastmod>([\d-]+)T/g)]
  const changed = listed.flatMap((page) => {
    const day = meta(page, 'article:modified_time')
    return day ? [[meta(page, 'og:url'), day.slice(0, 10)]] : []
  })
  expect(changed.length).toBeGreaterThan(0)
  expect(said.map(([, url, day]) => [url, day]).toSorted()).toEqual(changed.toSorted())
})

test('the fonts stay below 50 KB, and those of rarer letters below 24', () => {
  const css = globSync(`${dist}/_astro/*.css`)
    .map((file) => readFileSync(file, 'utf8'))
    .join('')
  const fonts = new Set(
    [...css.matchAll(/url\("?(\/fonts\/[^")]+\.woff2)/g)].map(([, url = '']) => url),
  )
  const [letters = [], others = []] = [true, false].map((isLetters) =>
    [...fonts].filter((url) => url.endsWith('-letters.woff2') === isLetters),
  )
  const bytes = (urls: string[]) =>
    urls.reduce((sum, url) => sum + statSync(`${dist}${url}`).size, 0)
  expect(others).toHaveLength(5)
  expect(bytes(others)).toBeLessThanOrEqual(50 * KIB)
  expect(letters).toHaveLength(2)
  expect(bytes(letters)).toBeLessThanOrEqual(24 * KIB)
})
