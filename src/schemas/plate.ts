import { statSync } from 'node:fs'
import { join } from 'node:path'

import { z } from 'astro/zod'

/** A page shows up to eight plates, also on slow phones. */
const MAX_BYTES = 40 * 1_024

/** A file's size in bytes, or undefined if there is no file. */
const sizeOf = (path: string) => statSync(join('public', path), { throwIfNoEntry: false })?.size

/** A picture in public/plates. `npm run art` draws one for a name that has none. */
export const plate = z
  .string()
  .startsWith('/plates/', 'must be the path of a plate, such as /plates/name.svg')
  .refine((path) => sizeOf(path) !== undefined, {
    abort: true,
    error: ({ input }) =>
      `names public${String(input)}, which is not there; “npm run art” draws it`,
  })
  .refine((path) => Number(sizeOf(path)) <= MAX_BYTES, {
    error: ({ input }) =>
      `names a picture of ${Math.ceil(Number(sizeOf(String(input))) / 1_024)} KB; at most ${MAX_BYTES / 1_024} KB are sent`,
  })
