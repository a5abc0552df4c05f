import { createHash } from 'node:crypto'

/** The address of a file that is kept for a year: it says what is in it. */
export const named = (text: string, kind: 'css' | 'svg') =>
  `/_astro/${createHash('sha256').update(text).digest('hex').slice(0, 8)}.${kind}`
