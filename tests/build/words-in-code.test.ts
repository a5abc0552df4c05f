import { globSync, readFileSync } from 'node:fs'

import ts from 'typescript'
import { expect, test } from 'vitest'

/** Words that a visitor reads stand in content/; the admin area's are code. */
const FOLDERS = 'src/{pages,components,islands,layouts,data}/**/*.{astro,ts,tsx}'
/** The bot check's messages are read in the console. */
const NOT_FOR_VISITORS = /\.test\.ts$|src\/pages\/admin|src\/islands\/bot-check/
const FOUR_WORDS = /(?:\p{L}[\p{L}’'-]*[,.;:!?]? ){3}\p{L}/u
const NOT_READ = /^(class|class:list|className|style|d|sizes|srcset|media|transform)$/

/** The markup and code of a file, as TypeScript reads it. */
function sourcesOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  if (!file.endsWith('.astro')) return [text]
  const [, code = '', markup = ''] = /^(?:---\n(.*?)\n---\n)?(.*)$/s.exec(text) ?? []
  const read = markup
    .replace(/<(style|script)\b.*?<\/\1>/gs, '')
    .replace(/<!doctype html>|<!--.*?-->/gis, '')
  return [code, `<>${read}</>`]
}

/** A reader of the log reads messages of errors, not a visitor. */
const isOfAnError = (node: ts.Node): boolean =>
  ts.isNewExpression(node) && node.expression.getText().endsWith('Error')

function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isJsxText(node))
    return node.text
  if (!ts.isTemplateExpression(node)) return undefined
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…')
}

function longTexts(source: string): string[] {
  const found: string[] = []
  const visit = (node: ts.Node) => {
    if (ts.isImportDeclaration(node) || isOfAnError(node)) return
    if (ts.isJsxAttribute(node) && NOT_READ.test(node.name.getText())) return
    const text = textOf(node)?.replace(/\s+/g, ' ')
    if (text && FOUR_WORDS.test(text)) found.push(text.trim())
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile('a.tsx', source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX))
  return found
}

test('a text of four words is found, in markup, attributes and code', () => {
  const source = `const a = 'The first is this.'; const b = <p title="Another one is here">Now { a } and these four too.</p>`
  expect(longTexts(source)).toEqual([
    'The first is this.',
    'Another one is here',
    'and these four too.',
  ])
  expect(longTexts(`throw new TypeError('Nobody but engineers read this.')`)).toEqual([])
})

test('no text that a visitor reads stands in the code of the pages', () => {
  const files = globSync(FOLDERS).filter((file) => !NOT_FOR_VISITORS.test(file))
  expect(files.length).toBeGreaterThan(150)
  const found = files.flatMap((file) =>
    sourcesOf(file).flatMap((source) => longTexts(source).map((text) => `${file}: ${text}`)),
  )
  expect(found).toEqual([])
})
