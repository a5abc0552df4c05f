import { globSync, readFileSync } from 'node:fs'

import ts from 'typescript'
import { expect, test } from 'vitest'

/** Words that a visitor reads stand in content/; the admin area's are code. */
const FOLDERS = 'src/{pages,components,islands,layouts,boundary,data}/**/*.{astro,ts,tsx}'
/** The bot check's messages are read in the console, and its trap by machines. */
const NOT_FOR_VISITORS = /\.test\.ts$|src\/pages\/admin|src\/islands\/bot-check|Honeypot/
/** In code and in attributes, fewer words are mostly names. */
const FOUR_WORDS = /(?:\p{L}[\p{L}’'-]*[,.;:!?]? ){3}\p{L}/u
/** Between tags, each word is read. */
const A_WORD = /\p{L}{2}/u
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

function textsIn(source: string): string[] {
  const found: string[] = []
  const visit = (node: ts.Node) => {
    if (ts.isImportDeclaration(node) || isOfAnError(node)) return
    if (ts.isJsxAttribute(node) && NOT_READ.test(node.name.getText())) return
    const text = textOf(node)?.replace(/\s+/g, ' ')
    const isRead = ts.isJsxText(node) ? A_WORD : FOUR_WORDS
    if (text && isRead.test(text)) found.push(text.trim())
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile('a.tsx', source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX))
  return found
}

test('a text of four words is found in code, and any word between tags', () => {
  const source = `const a = 'The first is this.'; const b = <p title="Another one is here">Now { a } and this.</p>`
  expect(textsIn(source)).toEqual(['The first is this.', 'Another one is here', 'Now', 'and this.'])
  expect(textsIn(`throw new TypeError('Nobody but engineers read this.')`)).toEqual([])
})

test('no text that a visitor reads stands in the code of the pages', () => {
  const files = globSync(FOLDERS).filter((file) => !NOT_FOR_VISITORS.test(file))
  expect(files.length).toBeGreaterThan(150)
  const found = files.flatMap((file) =>
    sourcesOf(file).flatMap((source) => textsIn(source).map((text) => `${file}: ${text}`)),
  )
  expect(found).toEqual([])
})
