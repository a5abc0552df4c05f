import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import type { Plugin } from 'vite'

import { numberIn } from '../../text/numbers.ts'

const FIGURE = /figure\('([^' ]+) ([^' ]+)(?: (\d))?'\)/g
const STYLE = /\.css($|\?)|[?&]type=style/

/** The studio and the words of all files, as pages have them. */
export type SiteContent = { studio: object; words: ReadonlyMap<string, object> }

/** The files of content that may change a fact: any of them. */
export const filesOfFacts = (root: URL) =>
  globSync('content/**/*.yaml', { cwd: root }).map((file) => fileURLToPath(new URL(file, root)))

/**
 * Lets drawings in styles take their numbers from content: `figure('studio figures.ventures')` is
 * that number of content/studio.yaml, and `figure('studio model.mvpDays 2')` the second number of a
 * text such as “90–120”. `.length` counts a list. A style attribute could not, because the
 * Content-Security-Policy forbids them.
 */
export const figuresInStyles = (root: URL, read: () => SiteContent): Plugin => ({
  name: 'figures',
  // Before a tool reads the style: it knows no such function.
  enforce: 'pre',
  transform(code, id) {
    if (!STYLE.test(id) || !code.includes('figure(')) return undefined
    for (const file of filesOfFacts(root)) this.addWatchFile(file)
    const { studio, words } = read()
    return {
      code: code.replace(FIGURE, (_, name: string, path: string, nth?: string) =>
        String(figureAt(name, name === 'studio' ? studio : words.get(name), path, nth)),
      ),
      map: null,
    }
  },
})

function figureAt(name: string, file: unknown, path: string, nth = '1'): number {
  const found = path
    .split('.')
    .reduce<unknown>((part, key) => (part as Part | undefined)?.[key], file)
  const figure =
    typeof found === 'string' || typeof found === 'number'
      ? numberIn(found, Number(nth))
      : Number.NaN
  if (!Number.isNaN(figure)) return figure
  throw new Error(
    `content/${name}.yaml: a drawing needs a number in “${path}”; it is “${String(found)}”.`,
  )
}

type Part = Record<string, unknown>
