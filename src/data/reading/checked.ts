import type { z } from 'astro/zod'

import { whyInvalid } from '../../schemas/checking/why-invalid.ts'
import { type Facts, fillAll, UnknownFactError } from '../../text/fill-in.ts'

/**
 * What a schema reads of a file, with facts filled in first, so that limits hold for what is printed. Throws
 * one sentence for an editor: the file, the key, the value found and what is expected.
 */
export function checked<T>(file: string, written: unknown, schema: z.ZodType<T>, facts?: Facts): T {
  const filled = facts ? filledIn(file, written, facts) : written
  const { data, error } = schema.safeParse(filled)
  if (error) throw new Error(`${file}: ${whyInvalid(error, filled)}.`)
  return data
}

function filledIn(file: string, written: unknown, facts: Facts): unknown {
  try {
    return fillAll(written, facts)
  } catch (error) {
    if (!(error instanceof UnknownFactError)) throw error
    throw new Error(`${file}: ${error.message}.`, { cause: error })
  }
}
