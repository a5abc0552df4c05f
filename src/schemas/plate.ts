import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { z } from 'astro/zod'

/** A picture in public/plates. `npm run art` draws one for any name that has none yet. */
export const plate = z
  .string()
  .startsWith('/plates/', 'must be the path of a plate, such as /plates/name.svg')
  .refine((path) => existsSync(join('public', path)), {
    error: ({ input }) =>
      `names public${String(input)}, which is not there; “npm run art” draws it`,
  })
