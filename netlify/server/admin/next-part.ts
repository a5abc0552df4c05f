import { keyedHash } from '#server/storage/site-secret.ts'

/**
 * A long answer comes in parts, and the first one is the act that is logged. The address of the next
 * part has a proof that the server gave it out: without one, any part is a first one.
 */
export const proofOf = (...part: string[]): Promise<string> => keyedHash('part', ...part)

/** A cursor with its proof. */
export const provenCursor = async (cursor: string): Promise<string> =>
  `${await proofOf(cursor)}.${cursor}`

export async function openCursor(text: string): Promise<{ cursor: string; isNext: boolean }> {
  const [proof = '', ...rest] = text.split('.')
  const cursor = rest.join('.')
  const isNext = proof === (await proofOf(cursor))
  return { cursor: isNext ? cursor : text, isNext }
}
