import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { type DefaultTreeAdapterMap, defaultTreeAdapter as tree, parse } from 'parse5'

type Element = DefaultTreeAdapterMap['element']

/** The folder of the build: these tests check what the site serves. */
export const dist = 'dist'
if (!existsSync(`${dist}/index.html`))
  throw new Error('There is no build to look at: npm run build')

export type Built = {
  /** The path in a visitor's address: `/about`. */
  path: string
  html: string
  elements: Element[]
}

/** Every built page except the admin's. */
export const pages: Built[] = readdirSync(dist, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.html') && !file.startsWith('admin'))
  .sort()
  .map((file) => {
    const html = readFileSync(`${dist}/${file}`, 'utf8')
    const path = `/${file.replaceAll('\\', '/').replace(/\.html$/, '')}`
    return { path: path === '/index' ? '/' : path, html, elements: [...elementsIn(parse(html))] }
  })

function* elementsIn(node: DefaultTreeAdapterMap['node']): Generator<Element> {
  if (tree.isElementNode(node)) yield node
  if ('content' in node) yield* elementsIn(node.content)
  if ('childNodes' in node) for (const child of node.childNodes) yield* elementsIn(child)
}

export const attribute = (element: Element, name: string) =>
  element.attrs.find((one) => one.name === name)?.value

export const all = (page: Built, tagName: string) =>
  page.elements.filter((element) => element.tagName === tagName)

export const text = (element: Element): string =>
  element.childNodes
    .map((node) => ('value' in node ? node.value : 'tagName' in node ? text(node) : ''))
    .join('')

/** The content of <meta name> or <meta property>. */
export function meta(page: Built, name: string): string | undefined {
  const found = all(page, 'meta').find(
    (element) => attribute(element, 'name') === name || attribute(element, 'property') === name,
  )
  return found && attribute(found, 'content')
}

/** Pages that search engines may list, as in the sitemap. */
export const listed = pages.filter((page) => !meta(page, 'robots')?.includes('noindex'))
