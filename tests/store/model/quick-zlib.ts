/**
 * What the chunks need of node:zlib, without threads: those answer when they like, and a schedule
 * must be the same each time. It stands in the place of the module, so it must not import it.
 */
const { gunzipSync, gzipSync } = process.getBuiltinModule('node:zlib')

type Done = (error: Error | null, result?: Buffer) => void

const QUICK = { level: 1 }

export function gzip(bytes: Uint8Array, done: Done) {
  done(null, gzipSync(bytes, QUICK))
}

export function gunzip(bytes: ArrayBuffer, done: Done) {
  let plain: Buffer
  try {
    plain = gunzipSync(bytes)
  } catch (error) {
    done(error as Error)
    return
  }
  done(null, plain)
}
