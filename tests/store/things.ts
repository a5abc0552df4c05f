import { afterAll, beforeAll, beforeEach, vi } from 'vitest'
import { contact } from '#forms/contact.ts'
import type { Form } from '#forms/form.ts'
import { startBlobs, type Blobs } from '#local/blobs/start-blobs.ts'
import type { Collection } from '#server/collections/collection.ts'
import { fold } from '#server/collections/rows/fold.ts'
import { add } from '#server/collections/records.ts'
import { type Row, UNTOUCHED, type State } from '#server/collections/row.ts'
import { useTransport } from '#server/storage/fetch-with-retry.ts'
import { createdAtOf, newId } from '#server/storage/record-id.ts'
import { forget } from '../api/rows.ts'
import { requestName } from '../request-name.ts'

/** Collections in a real in-memory store, with a clock that tests can set. */

export const HOUR = 60 * 60 * 1_000
const START = Date.UTC(2026, 0, 31)
export const clock = { now: START }

type Storage = typeof fetch
let blobs: Blobs

/** Opens a store for the test file that calls this. */
export function useThings(): void {
  beforeAll(async () => {
    blobs = await startBlobs({ file: ':memory:' })
    process.env['NETLIFY_BLOBS_CONTEXT'] = blobs.context
    transport = blobs.fetch
    useTransport(transport)
  })
  afterAll(() => blobs.close())
  beforeEach(() => {
    clock.now = START
    vi.spyOn(Date, 'now').mockImplementation(() => clock.now)
    forget()
  })
}

let collections = 0
/** A new, empty collection. */
export const newThings = (form: Form = contact): Collection => ({
  form,
  name: `things-${++collections}`,
})

export const recordOf = (id: string, more: object = {}) => ({
  submission: { id, createdAt: new Date(createdAtOf(id)).toISOString(), ...more },
  attempt: '',
  digest: '',
})

/** Adds a record from some hours ago; returns its id. */
export async function addThing(things: Collection, hoursAgo = 0, more: object = {}) {
  const id = newId(clock.now - hoursAgo * HOUR)
  await add(things, recordOf(id, more))
  return id
}

/** The row of a record from some hours ago. */
export function rowOf(hoursAgo: number, state: Partial<State> = {}, more: object = {}): Row {
  const id = newId(START - hoursAgo * HOUR)
  const { submission } = recordOf(id, more)
  return { id, etag: '', state: { ...UNTOUCHED, ...state }, submission }
}

/** Enough time to fold a few records on a busy machine. */
const LONG_MS = 10_000

/** Folds all records. */
export const foldAll = (things: Collection): Promise<boolean> => fold(things, LONG_MS)

export const SPAM = { signals: ['honeypot'] }

const ANSWERED = { seenAt: '2026-01-31', answeredAt: '2026-01-31' }
/** One row of each kind, the newest first. */
export const oneOfEach = {
  plain: rowOf(1),
  seen: rowOf(2, { seenAt: '2026-01-31' }, { name: 'Bo' }),
  held: rowOf(3, {}, SPAM),
  byHand: rowOf(4, { isHeld: true }),
  released: rowOf(5, { isHeld: false, ...ANSWERED }, SPAM),
}

let transport: Storage

/** Intercepts requests to storage while `act` runs. */
export async function intercepting<Result>(
  intercept: (storage: Storage) => Storage,
  act: () => Promise<Result>,
): Promise<Result> {
  const before = transport
  transport = intercept(before)
  useTransport(transport)
  try {
    return await act()
  } finally {
    transport = before
    useTransport(transport)
  }
}

const REFUSAL = 418

type Asked = Parameters<Storage>

export const isListing = (input: Asked[0]): boolean => requestName(input).includes(' prefix=')

/** The names of the storage requests of `act`. */
export async function askedIn(act: () => Promise<unknown>): Promise<string[]> {
  const asked: string[] = []
  await intercepting(
    (storage) => (input, init) => {
      asked.push(requestName(input, init))
      return storage(input, init)
    },
    act,
  )
  return asked
}

/** Runs `act`, and `other` before each matching request. */
export function whileEachTime<Result>(
  request: RegExp,
  other: () => Promise<unknown>,
  act: () => Promise<Result>,
): Promise<Result> {
  // Requests of `other` are not intercepted.
  let isAlone = true
  return intercepting(
    (storage) => async (input, init) => {
      if (isAlone && request.test(requestName(input, init))) {
        isAlone = false
        await other()
        isAlone = true
      }
      return storage(input, init)
    },
    act,
  )
}

/** Runs `act`, and `other` before the first matching request. */
export function whileOther<Result>(
  request: RegExp,
  other: () => Promise<unknown>,
  act: () => Promise<Result>,
): Promise<Result> {
  let isDone = false
  const once = async () => {
    if (isDone) return
    isDone = true
    await other()
  }
  return whileEachTime(request, once, act)
}

/** Runs `act`. The first matching request succeeds, then `other` runs, but the response is 412. */
export function whileUnheard<Result>(
  request: RegExp,
  other: () => Promise<unknown>,
  act: () => Promise<Result>,
): Promise<Result> {
  let isHeard = false
  return intercepting(
    (storage) => async (input, init) => {
      if (isHeard || !request.test(requestName(input, init))) return storage(input, init)
      isHeard = true
      await storage(input, init)
      await other()
      return new Response(null, { status: 412 })
    },
    act,
  )
}

/** Runs `act`. The first matching request finds nothing, or lists nothing; or each does. */
export function whileForgotten<Result>(
  request: RegExp,
  act: () => Promise<Result>,
  times = 1,
): Promise<Result> {
  let left = times
  return intercepting(
    (storage) => (input, init) => {
      if (left === 0 || !request.test(requestName(input, init))) return storage(input, init)
      left--
      const nothing = { blobs: [], directories: [] }
      return Promise.resolve(
        isListing(input) ? Response.json(nothing) : new Response(null, { status: 404 }),
      )
    },
    act,
  )
}

/** Runs `act` while matching requests fail. */
export const whileFailing = <Result>(request: RegExp, act: () => Promise<Result>) =>
  intercepting(
    (storage) => (input, init) =>
      request.test(requestName(input, init))
        ? Promise.resolve(new Response(null, { status: REFUSAL }))
        : storage(input, init),
    act,
  )
