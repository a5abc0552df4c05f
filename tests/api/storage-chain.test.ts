import { expect, test, vi } from 'vitest'
import pMap from 'p-map'
import { eir } from '#forms/eir.ts'
import type { Form } from '#forms/form.ts'
import { investor } from '#forms/investor.ts'
import { collectionOf } from '#server/collections/collection.ts'
import { fold } from '#server/collections/rows/fold.ts'
import { recordKey } from '#server/collections/keys.ts'
import { writeRecentFile } from '#server/collections/rows/recent.ts'
import * as kv from '#server/storage/kv.ts'
import { newId } from '#server/storage/record-id.ts'
import { join } from './entries.ts'
import type { InboxPage } from './inbox.ts'
import { forget } from './rows.ts'
import {
  askRecords,
  interceptStorage,
  message,
  sendMessage,
  signIn,
  token,
  useStudio,
} from './studio.ts'

useStudio()

const RECORDS = 3_000

/** Counts the requests to storage, and the longest chain of sequential ones. */
async function costOf(operation: () => Promise<unknown>) {
  let requests = 0
  let chain = 0
  const putBack = interceptStorage((storage) => async (input, init) => {
    const depth = chain + 1
    requests++
    // The delay lets parallel requests all begin before the first one ends.
    await new Promise((resolve) => setTimeout(resolve, 50))
    const answer = await storage(input, init)
    chain = Math.max(chain, depth)
    return answer
  })
  await operation()
  putBack()
  return { requests, chain }
}

test.each([
  ['untold', ''],
  ['that the studio is to be told of', 'team@studio.test'],
])(
  'a message and a sign-up %s wait for at most four storage answers in sequence',
  async (_, to) => {
    vi.stubEnv('NOTIFY_TO', to)
    vi.stubEnv('OUTBOX_DIR', to && '/nowhere')
    const captchaToken = await token()
    const sending = () => sendMessage({ ...message, captchaToken })
    expect((await costOf(sending)).chain).toBeLessThanOrEqual(4)
    const other = await token('waitlist_form')
    const joining = () => join(`chain${to.length}@engine.test`, { captchaToken: other })
    expect((await costOf(joining)).chain).toBeLessThanOrEqual(4)
  },
)

/** Adds records of the last month with their rows, as housekeeping leaves them. */
async function fill(form: Form): Promise<void> {
  const things = collectionOf(form, {})
  const ids = Array.from({ length: RECORDS }, (_, i) => newId(Date.now() - i * 15 * 60_000))
  // `add` would leave a hint for each record.
  const store = (id: string) =>
    kv.create(recordKey(things.name, id), { submission: { id }, attempt: '', digest: '' })
  await pMap(ids, store, { concurrency: 100 })
  await fold(things, 60_000)
  await writeRecentFile(things)
}

test.each([eir, investor])(
  'the newest 50 of $plural, their total and counts take few storage answers',
  async (form) => {
    await fill(form)
    const headers = await signIn()
    for (const memory of ['cold', 'warm']) {
      if (memory === 'cold') forget()
      const { requests, chain } = await costOf(async () => {
        const answer = await askRecords(form.collection, { headers })
        const { items, counts, total } = (await answer.json()) as InboxPage
        expect([items.length, total, counts.waiting]).toEqual([50, RECORDS, RECORDS])
        // Two or five business days are at most nine days.
        expect(counts.overdue).toBeGreaterThan(RECORDS - 9 * 24 * 4)
        expect(counts.overdue).toBeLessThan(RECORDS)
      })
      // The session takes two more parallel requests.
      expect(requests - 2, memory).toBeLessThanOrEqual(8)
      expect(chain - 1, memory).toBeLessThanOrEqual(4)
    }
  },
)
