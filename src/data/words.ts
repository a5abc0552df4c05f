import { getEntry } from 'astro:content'
import type { z } from 'astro/zod'

import { wordSchemas } from '../schemas/words/index.ts'
import { fillIn } from '../text/fill-in.ts'
import { facts } from './facts.ts'

type Files = typeof wordSchemas

/**
 * The words of a file in content/, such as `pages/home`, with the studio's facts filled in. Throws if
 * the file is missing or quotes an unknown fact.
 */
export async function words<F extends keyof Files>(file: F) {
  const entry = await getEntry('words', file)
  if (!entry) throw new Error(`content/${file}.yaml is missing.`)
  const filled = fillAll(entry.data, facts, `content/${file}.yaml`)
  return wordSchemas[file].parse(filled) as z.output<Files[F]>
}

function fillAll(value: unknown, known: Record<string, unknown>, place: string): unknown {
  if (typeof value === 'string') {
    try {
      return fillIn(value, known)
    } catch (cause) {
      throw new Error(`${place}: ${String(cause)}`, { cause })
    }
  }
  if (Array.isArray(value))
    return value.map((one, i) => fillAll(one, known, `${place}, number ${i + 1}`))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, fillAll(one, known, `${place}, “${key}”`)]),
  )
}
