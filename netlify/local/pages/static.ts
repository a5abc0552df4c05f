import { cp, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { basename, extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import sirv from 'sirv'

type StaticFiles = {
  /** Answers from the folder, or calls `otherwise`. */
  serve: (request: IncomingMessage, response: ServerResponse, otherwise: () => void) => void
  close: () => Promise<void>
}

/** Netlify's configuration, which it doesn't serve. */
const CONFIGURATION = new Set(['_headers', '_redirects'])
const TEXT = new Set('.html .css .js .mjs .json .svg .xml .txt .webmanifest .map'.split(' '))
const COMPRESSED = /\.(br|gz)$/
/** A smaller file fits into one packet uncompressed. */
const WORTH_COMPRESSING_BYTES = 1_024

/**
 * Serves a copy of the folder, so that a new build doesn't change what is served. Each text file
 * also exists compressed with brotli and gzip, as on Netlify.
 */
export async function loadStatic(dist: string): Promise<StaticFiles> {
  const folder = await mkdtemp(join(tmpdir(), 'site-'))
  const filter = (file: string) => !CONFIGURATION.has(basename(file))
  await cp(dist, folder, { recursive: true, preserveTimestamps: true, filter })
  const files = await readdir(folder, { recursive: true })
  const texts = files.filter((file) => TEXT.has(extname(file)))
  await Promise.all(texts.map((file) => compress(join(folder, file))))
  const send = sirv(folder, { brotli: true, gzip: true, etag: true, extensions: ['html'] })
  return {
    serve(request, response, otherwise) {
      // The whole file is a correct response to a Range.
      delete request.headers.range
      // Compressed files have no address of their own.
      if (COMPRESSED.test(request.url ?? '')) otherwise()
      else send(request, response, otherwise)
    },
    close: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Servers that compress on the fly use about this quality. The highest takes seconds for a site. */
const BROTLI_QUALITY = 5

const brotli = (text: Buffer) =>
  promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })

async function compress(file: string): Promise<void> {
  const { size, atime, mtime } = await stat(file)
  if (size < WORTH_COMPRESSING_BYTES) return
  const text = await readFile(file)
  const compressed = { br: await brotli(text), gz: await promisify(gzip)(text) }
  for (const [extension, bytes] of Object.entries(compressed)) {
    await writeFile(`${file}.${extension}`, bytes)
    // The etag is made of size and time, so it stays the same after a restart.
    await utimes(`${file}.${extension}`, atime, mtime)
  }
}
