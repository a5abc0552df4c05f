import type { z } from 'astro/zod'

import { formSchemas } from './forms.ts'
import { home } from './pages/home.ts'

/** The files that hold the site’s words, by their path in content/ without the ending. */
export const wordSchemas = {
  ...formSchemas,
  'pages/home': home,
}

/** What is read of each file. */
export type Words = { [F in keyof typeof wordSchemas]: z.output<(typeof wordSchemas)[F]> }
