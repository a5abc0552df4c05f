import { readFile, rm, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

import { parseAllHeaders } from '@netlify/headers-parser'

import type { FormPages } from '../forms/judging/native-form.ts'
import { frameIn } from '../islands/native/pages.ts'
import { formPagesOf } from '../publication/build-file.ts'
import { afterBuild } from './after-build.ts'
import { wordPlugin } from './content/words.ts'
import { oneFile } from './one-file.ts'

/**
 * After the build: hands functions what they need to answer a form that came without script. One file
 * has the components of forms with React and their words, the page around a form, and the headers of
 * all pages. It needs no package, and a function loads it with the first refused form.
 */
export const formPages = () =>
  afterBuild('form-pages', async ({ dist, root }) => {
    const page = `${dist}/not-sent.html`
    const frame = frameIn(await readFile(page, 'utf8'))
    // Without a form it says nothing.
    await rm(page)
    const file = new URL(formPagesOf(basename(dist)), root)
    await writeFile(file, moduleOf(await renderer(root), frame, await headersIn(dist)))
  })

/** The headers of all pages, as Netlify reads them. */
async function headersIn(dist: string): Promise<FormPages['headers']> {
  const { headers } = await parseAllHeaders({
    headersFiles: [`${dist}/_headers`],
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

const renderer = (root: URL) =>
  oneFile({
    plugins: [wordPlugin(root)],
    // Without it React's code for developers is in the file, too.
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: {
      ssr: fileURLToPath(new URL('src/islands/native/RefusedForm.tsx', root)),
      target: 'node22',
    },
  })
