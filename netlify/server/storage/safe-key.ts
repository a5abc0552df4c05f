import { createHash } from 'node:crypto'

const SAFE = /^(?!\.{1,2}$)[a-z0-9._-]+$/
const MAX_KEY_BYTES = 600

/** The client puts keys into URLs unescaped, so other characters are replaced by a hash. */
export function safeKey(key: string): string {
  const safe = key.split('/').map(safeSegment).join('/')
  if (safe.length > MAX_KEY_BYTES) throw new RangeError('A storage key is longer than 600 bytes.')
  return safe
}

const safeSegment = (segment: string) =>
  SAFE.test(segment) ? segment : createHash('sha256').update(segment).digest('hex')
