import { readFile, rm, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

import { parseAllHeaders } from '@netlify/headers-parser'
import type { AstroIntegration } from 'astro'
import { build } from 'vite'

import type { FormPages } from '../forms/judging/refused.ts'
import { frameIn } from '../islands/native/pages.ts'
import { formPagesOf } from '../publication/build-file.ts'
import { wordPlugin } from './content/words.ts'

/**
 * After the build: hands functions what they need to answer a form that came without script. One file
 * has the components of forms with React and their words, the page around a form, and the headers of
 * all pages. It needs no package, and a function loads it with the first refused form.
 */
export const formPages = (): AstroIntegration => {
  let root: URL
  return {
    name: 'form-pages',
    hooks: {
      'astro:config:done': ({ config }) => void (root = config.root),
      'astro:build:done': async ({ dir }) => {
        const page = new URL('not-sent.html', dir)
        const frame = frameIn(await readFile(page, 'utf8'))
        // Without a form it says nothing.
        await rm(page)
        const file = new URL(formPagesOf(basename(fileURLToPath(dir))), root)
        await writeFile(file, moduleOf(await renderer(root), frame, await headersIn(dir)))
      },
    },
  }
}

/** The headers of all pages, as Netlify reads them. */
async function headersIn(dist: URL): Promise<FormPages['headers']> {
  const files = [fileURLToPath(new URL('_headers', dist))]
  const { headers } = await parseAllHeaders({
    headersFiles: files,
    configHeaders: [],
    minimal: true,
  })
  const ofAll = headers.find((rule) => rule.for === '/*')
  if (ofAll) return ofAll.values
  throw new Error('_headers has no rule for all pages.')
}

const moduleOf = (code: string, frame: readonly string[], headers: FormPages['headers']) =>
  `${code}
export const frame = async () => ${JSON.stringify(frame)}
export const headers = ${JSON.stringify(headers)}
`

async function renderer(root: URL): Promise<string> {
  const entry = fileURLToPath(new URL('src/islands/native/render.tsx', root))
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [wordPlugin(root)],
    // Without it React's code for developers is in the file, too.
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: { write: false, ssr: entry, target: 'node22', minify: true },
  })
  const output = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
  const [chunk, ...others] = output.filter((one) => one.type === 'chunk')
  if (chunk && others.length === 0) return chunk.code
  throw new Error('The pages of refused forms are not one file.')
}
