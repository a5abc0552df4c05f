import { promisify } from 'node:util'
import { crc32, gunzip, gunzipSync, gzip } from 'node:zlib'
import type { Form } from '#forms/form.ts'
import { idsIn, Lines } from './lines.ts'
import type { Row } from './row.ts'

/**
 * Lines as a file: what a search looks in, then the rows, each compressed. Hundreds of thousands of
 * rows may be in memory at once, so they stay as they are until some of them are shown.
 */

/** A file begins with a checksum of all that follows, and the length of its first part. */
const HEAD_BYTES = 8
const CHECKSUM_BYTES = 4

const [compress, expand] = [promisify(gzip), promisify(gunzip)]

/** The file to keep lines as. */
export async function pack(lines: Lines): Promise<ArrayBuffer> {
  const [text, rows] = await Promise.all([
    compress(lines.text),
    compress(JSON.stringify(lines.all())),
  ])
  const file = new Uint8Array(HEAD_BYTES + text.length + rows.length)
  file.set(text, HEAD_BYTES)
  file.set(rows, HEAD_BYTES + text.length)
  const head = new DataView(file.buffer)
  head.setUint32(CHECKSUM_BYTES, text.length, true)
  head.setUint32(0, crc32(file.subarray(CHECKSUM_BYTES)), true)
  return file.buffer
}

/** The lines of a file; null where it is damaged, or none. */
export async function unpack<F extends Form>(file: ArrayBuffer): Promise<Lines<F> | null> {
  if (file.byteLength < HEAD_BYTES) return null
  const head = new DataView(file)
  if (head.getUint32(0, true) !== crc32(new Uint8Array(file, CHECKSUM_BYTES))) return null
  const length = head.getUint32(CHECKSUM_BYTES, true)
  const text = await expand(new Uint8Array(file, HEAD_BYTES, length))
  const packed = new Uint8Array(file, HEAD_BYTES + length)
  let known: WeakRef<Row<F>[]> | undefined
  const rows = () => {
    // Only rows are packed.
    const all = known?.deref() ?? (JSON.parse(gunzipSync(packed).toString()) as Row<F>[])
    known = new WeakRef(all)
    return all
  }
  const bytes = text.length + file.byteLength
  return new Lines({ ids: idsIn(text), rows, text: () => text, bytes })
}
