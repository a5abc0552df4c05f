import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fromMarkdown } from 'mdast-util-from-markdown'
import type { Nodes } from 'mdast'

/** Finds the names in a document's code and links. */

const ROOTS = ['.github', 'art', 'content', 'docs', 'netlify', 'public', 'scripts', 'src', 'tests']
const SOURCE = /[^/]\.(ts|tsx|astro|mjs|js|css|html|yaml|yml|toml|md|mdx|svg|webp)$/
/** A pattern, or a part for the reader to fill in. */
const PLACEHOLDER = /[<>*{}$…]|NNNN/
/** Build output, which a fresh clone lacks. */
const BUILT = /^dist\/|^\/updated\.js$|\.html$/

const slashes = (path: string) => path.replaceAll('\\', '/')
const below = ROOTS.flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' }).map((path) => join(root, path)),
)
const paths = [...readdirSync('.'), ...below].map(slashes)
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object }

export const documents = [
  'README.md',
  'CONTRIBUTING.md',
  ...paths.filter((path) => /^docs\/.*\.md$/.test(path)),
]

/** All code in a document: inline, in blocks, and HTML. */
function codeIn(node: Nodes): string[] {
  if ('children' in node) return node.children.flatMap(codeIn)
  return 'value' in node && node.type !== 'text' ? [node.value] : []
}

function linksIn(node: Nodes): string[] {
  const inside = 'children' in node ? node.children.flatMap(linksIn) : []
  return 'url' in node ? [node.url, ...inside] : inside
}

const wordsIn = (code: string) =>
  code.split(/[\s'"`()|,;=]+/).map((word) => word.replace(/^(\.{1,2}\/)+|[.:/]+$/g, ''))

const isPath = (word: string) =>
  (SOURCE.test(word) || ROOTS.some((root) => word.startsWith(`${root}/`))) &&
  /^[\w.[\]/-]+$/.test(word)

/** A short name such as `kv.ts` may be the end of any path. */
const isThere = (name: string) => paths.some((path) => path === name || path.endsWith(`/${name}`))

/** The anchors of a document's headings, as GitHub makes them. */
function anchorsIn(file: string): string[] {
  const words = (node: Nodes): string =>
    'children' in node ? node.children.map(words).join('') : 'value' in node ? node.value : ''
  return fromMarkdown(readFileSync(file, 'utf8'))
    .children.filter(({ type }) => type === 'heading')
    .map((heading) =>
      words(heading)
        .toLowerCase()
        .replaceAll(/[^\p{L}\d\s_-]/gu, '')
        .replaceAll(/\s/g, '-'),
    )
}

/** Whether a link leads to a file, and to a heading of it. */
function leadsSomewhere(url: string, document: string): boolean {
  const [path = '', anchor] = url.split('#')
  const file = path === '' ? document : slashes(join(dirname(document), path))
  if (!paths.includes(file)) return false
  return !anchor || !file.endsWith('.md') || anchorsIn(file).includes(anchor)
}

/** The files, folders, links and npm commands that a document names and that do not exist. */
export function missingIn(markdown: string, document = 'README.md'): string[] {
  const tree = fromMarkdown(markdown)
  const code = codeIn(tree)
  const files = code
    .flatMap(wordsIn)
    .filter((word) => isPath(word) && !PLACEHOLDER.test(word) && !BUILT.test(word))
  const links = linksIn(tree).filter((url) => !/^(https?:|mailto:)/.test(url))
  const commands = code.flatMap((one) => one.match(/npm run [\w:]+/g) ?? [])
  return [
    ...files.filter((name) => !isThere(name)),
    ...links.filter((url) => !leadsSomewhere(url, document)),
    ...commands.filter((command) => !Object.hasOwn(scripts, command.slice('npm run '.length))),
  ]
}
