import { vi } from 'vitest'
import { contact } from '#forms/contact.ts'
import type { Form } from '#forms/form.ts'
import { hintKey } from '#server/collections/keys.ts'
import { forgetAll } from '#server/collections/rows/memory.ts'
import { useTileSize } from '#server/collections/folding/make-tiles.ts'
import { StorageDown } from '#server/storage/faults.ts'
import * as kv from '#server/storage/kv.ts'
import { keyedHash } from '#server/storage/site-secret.ts'
import { useTransport } from '#server/storage/fetch-with-retry.ts'
import { act, clock, MINUTE, type Actor } from './actor.ts'
import { judgeLeftovers, keepHouse } from './after-all.ts'
import { countAnew } from './counted-random.ts'
import { Judge, Wrong } from './judge.ts'
import type { Phase, Task } from './operation.ts'
import { People } from './people.ts'
import { Scheduler, type Choice } from './scheduler.ts'
import { Timeline } from './timeline.ts'

/** What happens: phase after phase, and within each of them in which order. */
export type Schedule = {
  phases: Phase[]
  choices: Choice[]
  isCold: boolean
  /** Whether an actor's requests that are asked for side by side are served the last one first. */
  isLastFirst?: boolean
  form?: Form
  /** Whether such a store was judged already: then it is not judged once more. */
  wasJudged?: (left: string) => boolean
}

/** Clocks of readers that come when nobody else works. */
const SKEWS = [0, -20, 20]

/** How many requests reached the store, and which others might have come in the place of each. */
type Played = Pick<Scheduler, 'step' | 'moments'>

let worlds = 0

/** Plays a schedule in a collection of its own; throws, with all steps, where something is wrong. */
export async function play(
  storage: typeof fetch,
  { phases, choices, isCold, isLastFirst = false, form = contact, wasJudged }: Schedule,
): Promise<Played> {
  const name = `world${worlds++}`
  const timeline = new Timeline()
  const scheduler = new Scheduler(storage, (asked, response) => {
    if (isCold) forgetAll()
    timeline.see(scheduler.step, asked, response)
  })
  const judge = new Judge(timeline, scheduler)
  scheduler.isLastFirst = isLastFirst
  const people = new People({ form, name }, judge, () => scheduler.hasLate)
  judge.collection = people.collection
  const left = choices[Symbol.iterator]()
  useTileSize(3)
  forgetAll()
  countAnew()
  clock.time = Date.UTC(2026, 0, 1)
  const now = vi.spyOn(Date, 'now').mockImplementation(clock.now)
  useTransport(scheduler.transport)
  const failures: unknown[] = []

  const work = async (actor: Actor, { operation, spoils }: Task) => {
    try {
      await act(actor, () => people.do(operation, actor.name, spoils))
    } catch (error) {
      if (!mayFail(error, actor)) failures.push(error)
    }
  }
  const readAll = async () => {
    for (const skew of SKEWS) {
      await act(actorOf('reader', skew, false), async () => {
        await judge.reading(false)
        await judge.reading(true)
        await judge.counting()
      })
    }
  }
  try {
    await kv.list(hintKey(name, ''))
    // Made by whoever needs it first, and then known.
    await keyedHash(name)
    for (const [at, { after, losesHints, isUnread, isPrelude, tasks }] of phases.entries()) {
      clock.time += after * MINUTE
      scheduler.log.push(`--- ${after} minutes later${losesHints ? ', all hints lost' : ''}`)
      if (losesHints) for (const key of await kv.list(hintKey(name, ''))) await kv.remove(key)
      const works = tasks.map((task, i) => {
        const own = `${at}.${i} ${task.operation.does}`
        scheduler.log.push(`    ${own} ${JSON.stringify(task)}`)
        return work(actorOf(own, task.skew, true), task)
      })
      await scheduler.run(works, isPrelude ? [].values() : left)
      await scheduler.settle(left)
      if (failures.length > 0) throw failures[0]
      if (isUnread) continue
      if (
        wasJudged?.(
          `${timeline.left()} ${[...judge.promisedFiles].sort().join()}`.replaceAll(name, ''),
        )
      )
        return scheduler
      await readAll()
    }
    scheduler.log.push('--- quiet')
    forgetAll()
    await keepHouse(people.collection)
    await readAll()
    await judgeLeftovers(people.collection, judge.promisedFiles)
    if (form.unique) people.judgeAddress()
  } catch (error) {
    const what = error instanceof Error ? (error.stack ?? error.message) : String(error)
    throw new Wrong(`${what}\n${scheduler.log.join('\n')}`, { cause: error })
  } finally {
    now.mockRestore()
    useTransport(storage)
  }
  return scheduler
}

const actorOf = (name: string, minutesAhead: number, isScheduled: boolean): Actor => ({
  name,
  skew: minutesAhead * MINUTE,
  hasTrouble: false,
  isDead: false,
  isScheduled,
})

/** A record is added again and removed; the hints are lost once more while their loss is mended. */
const AT_ONCE = /^A (key was refused|listing lacks a key)/

/** What an actor may be told if something is wrong with its requests, or if all changes at once. */
const mayFail = (error: unknown, { hasTrouble }: Actor) =>
  error instanceof StorageDown && (hasTrouble || AT_ONCE.test(error.message))
