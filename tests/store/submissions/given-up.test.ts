import { expect, test, vi } from 'vitest'
import { careers } from '#forms/careers.ts'
import type { Answers } from '#forms/submission.ts'
import { collectionOf } from '#server/collections/collection.ts'
import { readFile } from '#server/collections/records.ts'
import { eraseNeverCome } from '#server/collections/change.ts'
import { read } from '#server/collections/current.ts'
import { readHints } from '#server/collections/rows/hints.ts'
import { runHousekeeping } from '#server/housekeeping/run.ts'
import { attemptStatus, storeSubmission } from '#server/submissions/store-submission.ts'
import { requestName } from '../../request-name.ts'
import { clock, HOUR, intercepting, useThings, whileFailing, whileOther } from '../things.ts'
import { mine } from './sending.ts'

/**
 * A file whose record never came is given up after a day. The person may come back in that moment:
 * what is said to be stored then stays stored.
 */

useThings()

const applications = collectionOf(careers, {})
const answers = { fullName: 'Ada', resumeFileName: 'a.pdf' } as unknown as Answers
const file = new TextEncoder().encode('%PDF-1.7').buffer
const received = { answers, digest: 'digest', signals: [], file }
const apply = async () => {
  const prior = await attemptStatus(applications, mine.attempt)
  return storeSubmission(applications, mine.attempt, prior, received)
}
/** An application whose record never came; returns its id. */
async function withoutRecord(): Promise<string> {
  await expect(whileFailing(/^put rec/, apply)).rejects.toThrow()
  // Makes the key that must be there before anything is erased.
  await readHints(applications.name)
  return (await attemptStatus(applications, mine.attempt))?.claim.id ?? ''
}

test.each(['put state', 'put hint', 'put gone'])(
  'an application that comes back before “%s” of its removal is kept',
  async (step) => {
    const own = await withoutRecord()
    clock.now += 25 * HOUR
    let id = ''
    // The first try may be answered 503.
    const person = async () => {
      await apply().catch(() => undefined)
      id = (await apply()).id
    }
    await whileOther(new RegExp(`^${step}/${applications.name}/`), person, () =>
      eraseNeverCome(applications, own),
    )
    expect(id).not.toBe('')
    expect(await read(applications, id)).not.toBeNull()
    expect(await readFile(applications, id)).not.toBeNull()
  },
)

test('an application that is given up while its file is written is not said to be stored', async () => {
  await withoutRecord()
  clock.now += 25 * HOUR
  const tried = await whileOther(/^put file/, runHousekeeping, apply).catch(() => undefined)
  const { id } = tried ?? (await apply())
  expect(await read(applications, id)).not.toBeNull()
  expect(await readFile(applications, id)).not.toBeNull()
})

test('a removal that lands late takes no application that was stored since', async () => {
  const own = await withoutRecord()
  clock.now += 75 * HOUR
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  let late: (() => Promise<unknown>) | undefined
  // No answer to the removal: the run gives up. Its first try lands minutes later.
  await intercepting(
    (storage) => async (input, init) => {
      if (requestName(input, init) !== `put gone/${applications.name}/${own}`)
        return storage(input, init)
      late ??= () => storage(input, { ...init, signal: null })
      throw new TypeError('No answer.')
    },
    runHousekeeping,
  )
  expect(late).toBeDefined()
  await apply().catch(() => undefined)
  const { id } = await apply()
  expect(await read(applications, id)).not.toBeNull()
  await late?.()
  expect(await read(applications, id)).not.toBeNull()
})
