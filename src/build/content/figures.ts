import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { load } from 'js-yaml'
import type { Plugin } from 'vite'

import { numberIn } from '../../text/numbers.ts'

const FIGURE = /figure\('([^' ]+) ([^' ]+)(?: (\d))?'\)/g
const STYLE = /\.css($|\?)|[?&]type=style/

/**
 * Lets drawings in styles take their numbers from content: `figure('studio figures.ventures')` is
 * that number of content/studio.yaml, and `figure('studio model.mvpDays 2')` the second number of a
 * text such as “90–120”. `.length` counts a list. A style attribute could not, because the
 * Content-Security-Policy forbids them.
 */
export const figuresInStyles = (content: URL): Plugin => ({
  name: 'figures',
  // Before a tool reads the style: it knows no such function.
  enforce: 'pre',
  transform(code, id) {
    if (!STYLE.test(id) || !code.includes('figure(')) return undefined
    const read = (name: string) => {
      const path = fileURLToPath(new URL(`${name}.yaml`, content))
      this.addWatchFile(path)
      return load(readFileSync(path, 'utf8'), { filename: path })
    }
    return {
      code: code.replace(FIGURE, (_, name: string, path: string, nth?: string) =>
        String(figureAt(name, read(name), path, nth)),
      ),
      map: null,
    }
  },
})

function figureAt(name: string, file: unknown, path: string, nth = '1'): number {
  // The facts of the studio are below the key “studio”.
  const keys = name === 'studio' ? ['studio', ...path.split('.')] : path.split('.')
  const found = keys.reduce<unknown>((part, key) => (part as Part | undefined)?.[key], file)
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
