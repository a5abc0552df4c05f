import { brotliCompressSync, constants } from 'node:zlib'

import { named } from './named.ts'

/**
 * Drawings that take their colours from the page that shows them. They stand in files of their own,
 * but each file is a round trip, which a slow phone makes before it has shown anything.
 */

/** The file, and before the bracket the part of it. */
const USED = /<use href="(\/[^"#]+)#/g
/** What is in a file, without the word about it. */
const DRAWING = /^<svg[^>]*>(?:\s*<!--[^]*?-->)?([^]*)<\/svg>\s*$/
const ID = / id="([^"]+)"/g
/** Where a part is named, or named again in another. */
const NAMED = /(?<=( id="| href="#|url\(#))/g

/** What a network sends before it waits for an answer: ten packets of 1,460 bytes (RFC 6928), less what comes with a page. */
const ONE_WINDOW = 14 * 1024
const onTheWire = (html: string) =>
  brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length

/** The files of the drawings that a page uses, each once. */
export const drawingsIn = (html: string) => [
  ...new Set([...html.matchAll(USED)].map(([, file = '']) => file)),
]

/**
 * The page with its drawings in it, where there is room for them; else with all of them in one file,
 * which is `drawing`: its name and text. Throws where two of them have a part of the same name.
 */
export function withDrawings(
  html: string,
  drawings: ReadonlyMap<string, string>,
): { html: string; drawing?: readonly [string, string] } {
  const files = drawingsIn(html)
  const parts = files.map((file) => partsOf(file, drawings.get(file) ?? '')).join('')
  requireNamedOnce(parts, files)
  const inPage = html
    .replaceAll(USED, '<use href="#_')
    .replace('</body>', `<div hidden><svg>${parts.replaceAll(NAMED, '_')}</svg></div></body>`)
  if (files.length > 0 && onTheWire(inPage) <= ONE_WINDOW) return { html: inPage }
  if (files.length < 2) return { html }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg">${parts}</svg>`
  const file = named(svg, 'svg')
  return { html: html.replaceAll(USED, `<use href="${file}#`), drawing: [file, svg] }
}

function partsOf(file: string, svg: string): string {
  const [, parts] = DRAWING.exec(svg) ?? []
  if (parts === undefined) throw new Error(`${file} is no drawing in parts.`)
  return parts.trim()
}

function requireNamedOnce(parts: string, files: string[]): void {
  const ids = [...parts.matchAll(ID)].map(([, id]) => id)
  const twice = ids.find((id, i) => ids.indexOf(id) < i)
  if (twice) throw new Error(`${files.join(' and ')} both have a part that is called “${twice}”.`)
}
