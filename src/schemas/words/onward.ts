import { z } from 'astro/zod'

import { group, line, link } from './parts.ts'

const door = link('A door.').extend({ note: line('At the foot of the door.') })

/** The end of a page: two links as doors. */
export const onward = group({
  mark: line('The section’s name on the scale.'),
  doors: z.tuple([door, door], 'must be 2').describe('Two doors, the more likely one first.'),
})
