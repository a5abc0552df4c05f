import { brotliCompressSync, constants } from 'node:zlib'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const ISLAND = /component-url="([^"]*)" component-export="(\w+)" renderer-url="([^"]*)"/g
/** Files that load together with the first two, on a touch or with the page. */
const NAMED = /data-files="([^"]*)"|<link rel="modulepreload" href="([^"]*)"/g
const IMPORT = /(?:from|import)\s*["'`]\.\/([\w.-]+)["'`]/g
/** Files that the code imports when it runs. */
const LATER = /import\(\s*["'`]\.\/([\w.-]+)["'`]\)/g
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** The code that a page loads for one touched island. */
export type IslandBytes = {
  name: string
  files: string[]
  /** Total compressed size. */
  bytes: number
  /** Imported files that the page does not name, which cost a second round trip. */
  late: string[]
  /** Compressed size of the files that load later, when nothing waits for them. */
  later: number
}

const onTheWire = (codes: string[]) =>
  codes.reduce((sum, code) => sum + brotliCompressSync(code, QUALITY).length, 0)

export async function islandsOf(dist: string, page: string): Promise<IslandBytes[]> {
  const html = await readFile(join(dist, page), 'utf8')
  const lists = [...html.matchAll(NAMED)].map(([, files, file]) => (files ?? file ?? '').split(' '))
  const preloaded = lists.filter(({ length }) => length === 1).flat()
  const islands = [...html.matchAll(ISLAND)].map(
    async ([, code = '', name = '', renderer = '']) => {
      const around = lists.find((files) => files.length > 1 && files.includes(code)) ?? preloaded
      const named = [...new Set([code, renderer, ...around])]
      const codesOf = (some: string[]) =>
        Promise.all(some.map((file) => readFile(join(dist, file), 'utf8')))
      const codes = await codesOf(named)
      const asked = (pattern: RegExp) => {
        const found = codes.flatMap((code) => [...code.matchAll(pattern)])
        return found.map(([, file]) => `/_astro/${file}`).filter((file) => !named.includes(file))
      }
      return {
        name,
        files: named,
        bytes: onTheWire(codes),
        late: asked(IMPORT),
        later: onTheWire(await codesOf(asked(LATER))),
      }
    },
  )
  return Promise.all(islands)
}
