import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** A secret of 256 bits that is shown once; the store has its hash. */

const digestOf = (secret: string) => hash('sha256', secret)

export function newSecret() {
  const secret = randomBytes(32).toString('base64url')
  return { secret, digest: digestOf(secret) }
}

/** Compares in constant time. */
export const isSecret = (secret: string, digest: string): boolean =>
  timingSafeEqual(Buffer.from(digestOf(secret)), Buffer.from(digest))
