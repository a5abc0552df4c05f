import './stand-ins.ts'
import { expect, test } from 'vitest'
import { runs } from '../../runs.ts'
import type { Operation } from './operations.ts'
import { play } from './play.ts'
import { LIES, type Fate, type Fault } from './requests.ts'
import { check, erase, house, later, oldStore } from './scenes.ts'
import { prepare } from './world.ts'

/** Each listing of an old store fails, is empty or lacks keys. */

prepare()

const FATES: Fate[] = ['unheard', 'not found', ...LIES]
/** `npm run test:long` tries every fault and takes minutes; other runs try a sample. */
const EVERY = Number(process.env['EVERY'] ?? runs(90, 1))

const find: Operation = { does: 'find', person: 0 }
const exported: Operation = { does: 'export', person: 0 }

/** Held records expire after 90 days. */
const actors: [string, number, Operation][] = [
  ['keep house', 2, house],
  ['keep house', 91, house],
  ['check', 91, check],
  ['find', 2, find],
  ['export', 2, exported],
  ['erase', 2, erase],
]

test.each(actors)(
  'a bad listing never causes a wrong answer: %s after %i days',
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
