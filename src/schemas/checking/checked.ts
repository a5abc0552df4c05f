import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

import type { Loader } from 'astro/loaders'
import { z } from 'astro/zod'

import { watched } from './watched.ts'
import { whyInvalid } from './why-invalid.ts'

/**
 * A collection whose invalid files stop the build with a sentence for an editor: the file, the key,
 * the value found and what is expected. Astro's own message leaves out the value.
 */
export const checked = <T extends z.ZodType>(loader: Loader, schema: T) => ({
  loader: watched(checkedLoader(loader, () => schema)),
  schema,
})

/** Checks each file against its own schema. A schema’s key is its file’s path without the ending. */
export const checkedEach = (loader: Loader, schemas: Record<string, z.ZodType>) => ({
  loader: watched(
    checkedLoader(loader, (id) => {
      const schema = schemas[id]
      if (schema) return schema
      throw new Error(`content/${id}.yaml is no file that the site reads.`)
    }),
  ),
  schema: z.record(z.string(), z.unknown()),
})

const checkedLoader = (loader: Loader, schemaOf: (id: string) => z.ZodType): Loader => ({
  ...loader,
  load: (context) => {
    const nameOf = (path: string) => relative(fileURLToPath(context.config.root), path)
    const reading = loader.load({
      ...context,
      parseData: (entry) => {
        const { error } = schemaOf(entry.id).safeParse(entry.data)
        if (!error) return context.parseData(entry)
        throw new Error(`${nameOf(entry.filePath ?? entry.id)}: ${whyInvalid(error, entry.data)}.`)
      },
    })
    return reading.catch((error: unknown) => {
      throw reword(error, nameOf)
    })
  },
})

/** Rewords Astro's error for a file that is no YAML, to match yaml-file.ts. */
function reword(error: unknown, nameOf: (path: string) => string): unknown {
  if (!(error instanceof Error) || error.name !== 'DataCollectionEntryParseError') return error
  // All errors of Astro with a position have this shape.
  const { file = '', line = 0 } = (error as { loc?: { file?: string; line?: number } }).loc ?? {}
  const reason = error.message.replace(/^.*failed to parse: /s, '')
  return new Error(`${nameOf(file)}: line ${line} is no YAML: ${reason}.`, { cause: error })
}
