import { getEntry } from 'astro:content'

import { type Words, wordsOf } from '../schemas/words/index.ts'
import { facts } from './facts.ts'

/**
 * The words of a file in content/, such as `pages/home`, with the studio's facts filled in. Throws if
 * the file is missing or quotes an unknown fact.
 */
export async function words<F extends keyof Words>(file: F): Promise<Words[F]> {
  const entry = await getEntry('words', file)
  if (!entry) throw new Error(`content/${file}.yaml is missing.`)
  return wordsOf(file, entry.data, facts)
}
