import ts from 'typescript'

/** Finds texts in code that read like sentences. */

/** In code and in attributes, fewer words are mostly names. */
const FEW_WORDS = 3
/** Between tags and in styles, each word is read. */
const A_WORD = /\p{L}{2}/u
const NOT_READ = /^(class|class:list|className|style|d|sizes|srcset|media|transform|set:html)$/
/** A word with what may stand around it. In names and paths, other signs do. */
const WORD = /^[–—“”‘’"'(]*\p{L}[\p{L}’'–—-]*[–—“”‘’"',.;:!?)…]*$/u
/** What a substitution leaves behind counts as a word. */
const GAP = '…'

export function textsIn(file: string, source: string): string[] {
  if (!file.endsWith('.astro')) return textsInCode(source, file.endsWith('x'))
  const [, code = '', markup = ''] = /^(?:---\n(.*?)\n?---\n)?(.*)$/s.exec(source) ?? []
  const inside = (tag: string) =>
    [...markup.matchAll(new RegExp(`<${tag}\\b[^>]*>(.*?)</${tag}>`, 'gs'))].map(([, one]) => one)
  const read = markup
    .replace(/<(style|script)\b[^>]*>.*?<\/\1>/gs, '')
    .replace(/<!doctype html>|<!--.*?-->/gis, '')
  return [
    ...textsInCode(code, false),
    ...textsInCode(`<>${read}</>`, true),
    ...inside('script').flatMap((one = '') => textsInCode(one, false)),
    ...inside('style').flatMap((one = '') => wordsInStyle(one)),
  ]
}

/** The words that a style prints: `content: 'Page ' counter(page)`. */
export const wordsInStyle = (source: string): string[] =>
  [...source.matchAll(/\bcontent:([^;}]*)/g)]
    .flatMap(([, value = '']) => value.match(/(["'])(.*?)\1/g) ?? [])
    .map((text) =>
      text
        .slice(1, -1)
        .replace(/\\[\da-f]+ ?|\\A/gi, ' ')
        .trim(),
    )
    .filter((text) => A_WORD.test(text))

function textsInCode(source: string, hasTags: boolean): string[] {
  const found: string[] = []
  const visit = (node: ts.Node) => {
    if (ts.isImportDeclaration(node) || isOfAnError(node)) return
    if (ts.isJsxAttribute(node) && NOT_READ.test(node.name.getText())) return
    const text = textOf(node)
    if (text !== undefined) found.push(...(isRead(node, text) ? [text] : []))
    // What was put together was read as a whole.
    if (text === undefined || !isRead(node, text)) ts.forEachChild(node, visit)
  }
  const kind = hasTags ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  visit(ts.createSourceFile(hasTags ? 'a.tsx' : 'a.ts', source, ts.ScriptTarget.Latest, true, kind))
  return found
}

const isRead = (node: ts.Node, text: string) =>
  ts.isJsxText(node) ? A_WORD.test(text) : A_WORD.test(text) && wordsIn(text).length > FEW_WORDS

const wordsIn = (text: string) => text.split(' ').filter((one) => one === GAP || WORD.test(one))

/** A reader of the log reads messages of errors, not a visitor. */
const isOfAnError = (node: ts.Node): boolean =>
  ts.isNewExpression(node) && node.expression.getText().endsWith('Error')

/** The text of an expression, with its gaps, or nothing if it is none. */
function textOf(node: ts.Node): string | undefined {
  const text = written(node)
  return text
    ?.replace(/&(?:#?\w+);/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

function written(node: ts.Node): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isJsxText(node))
    return node.text
  if (ts.isTemplateExpression(node))
    return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join(GAP)
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const parts = [written(node.left), written(node.right)]
    return parts.every((part) => part === undefined)
      ? undefined
      : parts.map((part) => part ?? GAP).join('')
  }
  if (isJoinedList(node))
    return node.expression.expression.elements.map((one) => written(one) ?? GAP).join(' ')
  return undefined
}

type JoinedList = ts.CallExpression & {
  expression: ts.PropertyAccessExpression & { expression: ts.ArrayLiteralExpression }
}

const isJoinedList = (node: ts.Node): node is JoinedList =>
  ts.isCallExpression(node) &&
  ts.isPropertyAccessExpression(node.expression) &&
  node.expression.name.text === 'join' &&
  ts.isArrayLiteralExpression(node.expression.expression)
