import './stand-ins.ts'
import { expect, test } from 'vitest'
import { runs } from '../../runs.ts'
import { play } from './play.ts'
import { LIES, type Fate } from './requests.ts'
import { check, erase, house, later, oldStore } from './scenes.ts'
import type { Operation, Place } from './operations.ts'
import { prepare } from './world.ts'

/** Each listing that somebody makes is refused, comes back empty, or lacks something: one at a time. */

prepare()

const PLACES: Place[] = ['messages', 'applications', 'waitlist', 'closed waitlist']
const FATES: Fate[] = ['unheard', 'not found', ...LIES]
/** All of them take minutes (`npm run test:long`). */
const EVERY = runs(40, 1)

const actors: Operation[] = [
  house,
  check,
  { does: 'find', person: 0 },
  { does: 'export', person: 0 },
  erase,
]

test.each(actors)('nobody is told anything wrong, whichever listing is: $does', async (actor) => {
  const store = oldStore(PLACES)
  const { moments } = await play(later(store, actor))
  const listings = moments.filter(({ who, asked }) => who.endsWith(actor.does) && asked.listing)
  expect(listings.length).toBeGreaterThan(3)
  const wrong: string[] = []
  let tried = 0
  for (const [i, { asked }] of listings.entries()) {
    for (const fate of FATES) {
      if (tried++ % EVERY > 0) continue
      await play(later(store, actor, { nth: i + 1, of: 'listing', fate })).catch((error) => {
        wrong.push(`${i + 1}. ${asked.listing} ${asked.key} ${fate}: ${String(error).split('\n')[0]}`)
      })
    }
  }
  expect(wrong).toEqual([])
})
