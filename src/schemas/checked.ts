import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

import type { Loader } from 'astro/loaders'
import type { z } from 'astro/zod'

import { whyInvalid } from './why-invalid.ts'

/**
 * A collection whose wrong files stop the build with a sentence for an editor: the file, the key, what
 * stands there and what is expected. Astro's own words leave out what stands there.
 */
export const checked = <T extends z.ZodType>(loader: Loader, schema: T) => ({
  loader: {
    ...loader,
    load: (context) =>
      loader.load({
        ...context,
        parseData: (entry) => {
          const { error } = schema.safeParse(entry.data)
          if (!error) return context.parseData(entry)
          const file = relative(fileURLToPath(context.config.root), entry.filePath ?? entry.id)
          throw new Error(`${file}: ${whyInvalid(error, entry.data)}.`)
        },
      }),
  } satisfies Loader,
  schema,
})
