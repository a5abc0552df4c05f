import './stand-ins.ts'
import { expect, test } from 'vitest'
import { runs } from '../../runs.ts'
import type { Operation } from './operations.ts'
import { play } from './play.ts'
import { LIES, type Fate, type Fault } from './requests.ts'
import { check, erase, house, later, oldStore } from './scenes.ts'
import { prepare } from './world.ts'

/** Each listing that somebody makes of an old store is refused, comes back empty, or lacks something. */

prepare()

const FATES: Fate[] = ['unheard', 'not found', ...LIES]
/** All of them take minutes (`npm run test:long`); of them a sample is tried otherwise. */
const EVERY = Number(process.env['EVERY'] ?? runs(90, 1))

const find: Operation = { does: 'find', person: 0 }
const exported: Operation = { does: 'export', person: 0 }

/** After 90 days what is held must go. */
const actors: [string, number, Operation][] = [
  ['keep house', 2, house],
  ['keep house', 91, house],
  ['check', 91, check],
  ['find', 2, find],
  ['export', 2, exported],
  ['erase', 2, erase],
]

test.each(actors)(
  'nobody is told anything wrong, whatever becomes of a listing: %s after %i days',
  async (_, days, actor) => {
    const store = oldStore(['applications', 'closed waitlist'])
    const { moments } = await play(later(store, days, actor))
    const own = moments.filter(({ who }) => who.startsWith(`${store.phases.length}.`))
    const keys = own.flatMap(({ asked }) => (asked.listing ? [asked.key] : []))
    const faults: Fault[] = FATES.flatMap((fate) => [
      ...keys.map((_, i) => ({ of: 'listing' as const, nth: i + 1, fate })),
      ...[...new Set(keys)].map((key) => ({ of: 'listing' as const, key, fate })),
    ])
    const wrong: string[] = []
    for (const fault of faults.filter((_, i) => i % EVERY === 0)) {
      await play(later(store, days, actor, fault)).catch((error: unknown) => {
        wrong.push(`${JSON.stringify(fault)} ${String(error).split('\n')[0]}`)
      })
    }
    expect(wrong).toEqual([])
    expect(keys.length).toBeGreaterThan(5)
  },
)
