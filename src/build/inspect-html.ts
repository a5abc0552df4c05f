import { createHash } from 'node:crypto'

import { type DefaultTreeAdapterMap, defaultTreeAdapter as tree, parse } from 'parse5'

type PageNode = DefaultTreeAdapterMap['node']
type PageElement = DefaultTreeAdapterMap['element']

/** The parts of a page that the policy is about. */
type Inspection = {
  /** `'sha256-…'` of each inline script that runs. */
  scripts: string[]
  /** `'sha256-…'` of each inline stylesheet. */
  styles: string[]
  /** What the policy would block, one sentence each. */
  faults: string[]
}

/** Scripts of other types are data; a policy ignores them. */
const RUNS = /^$|^module$|^importmap$|^speculationrules$|^(text|application)\/(java|ecma)script$/i

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Reads a page as a browser does, templates and drawings included. */
export function inspectHtml(html: string): Inspection {
  const inspection: Inspection = { scripts: [], styles: [], faults: [] }
  for (const element of elements(parse(html))) inspect(element, inspection)
  return inspection
}

/** All elements of a page, in templates too. */
export function* elements(node: PageNode): Generator<PageElement> {
  if (tree.isElementNode(node)) yield node
  if ('content' in node) yield* elements(node.content)
  if ('childNodes' in node) for (const child of node.childNodes) yield* elements(child)
}

function inspect(element: PageElement, { scripts, styles, faults }: Inspection) {
  const { tagName } = element
  const attributes = new Map(element.attrs.map(({ name, value }) => [name, value]))
  const text = element.childNodes.map((node) => ('value' in node ? node.value : '')).join('')

  for (const [name, value] of attributes) {
    if (name === 'style') faults.push(`<${tagName}> has the attribute style="${value}"`)
    if (name.startsWith('on')) faults.push(`<${tagName}> has the event handler ${name}="${value}"`)
    if (/^\s*javascript:/i.test(value)) faults.push(`<${tagName}> has a javascript: address`)
  }
  if (tagName === 'meta' && /^content-security-policy$/i.test(attributes.get('http-equiv') ?? '')) {
    faults.push('a <meta> sets a second Content-Security-Policy')
  }
  if (tagName === 'style') styles.push(hash(text))
  if (tagName === 'script' && !attributes.has('src') && RUNS.test(attributes.get('type') ?? '')) {
    scripts.push(hash(text))
  }
}
