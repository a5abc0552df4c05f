import { brotliCompressSync, constants } from 'node:zlib'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const ISLAND = /<astro-island[^>]* data-files="([^"]*)" data-name="(\w+)"/g
const IMPORT = /(?:from|import)\s*["'`]\.\/([\w.-]+)["'`]/g
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** What a page loads for one of its islands once it is touched. */
export type IslandBytes = {
  name: string
  files: string[]
  /** Together, on the wire. */
  bytes: number
  /** What the files import and the page does not name: a second round trip. */
  late: string[]
}

/** The islands of a built page. */
export async function islandsOf(dist: string, page: string): Promise<IslandBytes[]> {
  const html = await readFile(join(dist, page), 'utf8')
  const islands = [...html.matchAll(ISLAND)].map(async ([, files = '', name = '']) => {
    const named = files.split(' ')
    const codes = await Promise.all(named.map((file) => readFile(join(dist, file), 'utf8')))
    const sizes = codes.map((code) => brotliCompressSync(code, QUALITY).length)
    const imported = codes.flatMap((code) =>
      [...code.matchAll(IMPORT)].map(([, file]) => `/_astro/${file}`),
    )
    return {
      name,
      files: named,
      bytes: sizes.reduce((sum, size) => sum + size, 0),
      late: imported.filter((file) => !named.includes(file)),
    }
  })
  return Promise.all(islands)
}
