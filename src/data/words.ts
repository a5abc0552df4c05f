import { getEntry } from 'astro:content'

import type { Words } from '../schemas/words/index.ts'

/** The words of a file in content/, such as `pages/home`. Throws if the file is missing. */
export async function words<F extends keyof Words>(file: F): Promise<Words[F]> {
  const entry = await getEntry('words', file)
  if (!entry) throw new Error(`content/${file}.yaml is missing.`)
  // The loader has read it with the schema of this file.
  return entry.data as Words[F]
}
