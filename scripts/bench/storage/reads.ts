import { contact } from '#forms/contact.ts'
import { type List, list } from '#server/collections/list.ts'
import { total } from '#server/collections/counts.ts'
import { orderOf } from '#server/collections/find.ts'
import { laterWork, withRequestContext } from '#server/storage/request-context.ts'
import { HttpError } from '#server/http/answers.ts'
import { recordsOf } from '#server/people/person.ts'
import type { BenchStore } from '../stage/store.ts'
import {
  besidesWaiting,
  fewRequests,
  fewRounds,
  within,
  type StoreKind,
  type Target,
} from '../figure.ts'

/** Measures pages, totals, searches and sorts in a new instance, and then again in the same one. */

const NEWEST = [fewRequests(8), fewRounds(4)]
const COLD_SEARCH = [within(2_500)]
const WARM_SEARCH = [besidesWaiting(100)]
/** Where the deep page begins. */
const DEEP = 0.7
const PAGE = 50
const MOST_ANSWERS = 10

/** `id` is the record before the page. */
type Query = { text?: string; sort?: string; id?: string | undefined }

export async function measureReads(store: BenchStore, kind: StoreKind, delayMs: number) {
  const both = async (
    what: string,
    act: () => Promise<string>,
    { cold, warm }: { cold?: Target[]; warm?: Target[] } = {},
  ) => {
    const subject = { store: kind, what }
    await store.measure(delayMs, { ...subject, memory: 'cold', targets: cold ?? [] }, act)
    await store.measure(delayMs, { ...subject, memory: 'warm', targets: warm ?? [] }, act)
  }
  const searched = { cold: COLD_SEARCH, warm: WARM_SEARCH }
  const deep = store.ids[Math.floor(store.ids.length * DEEP)]
  await both('newest 50 with total', () => newest(store), { cold: NEWEST, warm: NEWEST })
  await both('deep page', () => pageOf(store, { id: deep }))
  await both('search of two words', () => pageOf(store, { text: 'ada lovelace' }), searched)
  await both('search, nothing found', () => pageOf(store, { text: 'nobody at all' }), searched)
  await both('one person', () => personOf(store), { cold: COLD_SEARCH })
  await both('sort by company', () => pageOf(store, { sort: 'company' }))
  await both('total', async () => noteOn(store, await totalOf(store)))
}

/** Reads the newest page; returns a note if it is wrong. */
export async function newest(store: BenchStore): Promise<string> {
  const page = await ask(store, {})
  const rows = page.rows.length === PAGE ? '' : `WRONG: ${page.rows.length} rows; `
  const { indexed } = page
  return rows + (indexed ? `counted ${indexed.done} so far` : noteOn(store, page.total))
}

/**
 * Finds a person with one record in each list; one of the two may be deleted. A 503 is asked again,
 * as the dashboard does: one answer reads only so much.
 */
async function personOf({ ids }: BenchStore): Promise<string> {
  const email = `person-${Math.floor(ids.length / 2)}@example.com`
  for (let answers = 1; ; answers++) {
    try {
      const found = await withRequestContext('dev', () => recordsOf(email))
      if (![1, 2].includes(found.length)) return `WRONG: ${found.length} records`
      return answers > 1 ? `in ${answers} answers` : ''
    } catch (error) {
      if (!(error instanceof HttpError && error.status === 503) || answers === MOST_ANSWERS)
        throw error
    }
  }
}

/** Reads the total, and does the work that an instance does after its response. */
export async function totalOf({ messages }: BenchStore): Promise<number> {
  const { shown, later } = await withRequestContext('dev', async () => ({
    ...(await total(messages)),
    later: [...laterWork().values()],
  }))
  for (const work of later) await withRequestContext('dev', work)
  return shown.rows
}

const noteOn = ({ alive }: BenchStore, rows: number) =>
  rows === alive.count ? '' : `WRONG: ${rows} in total, not ${alive.count}`

async function pageOf(store: BenchStore, query: Query): Promise<string> {
  const { indexed } = await ask(store, query)
  const isWhole = !indexed || indexed.done === indexed.of
  return isWhole ? '' : `looked at ${indexed.done} of ${indexed.of} only`
}

function ask({ messages }: BenchStore, query: Query): Promise<List> {
  const { text = '', sort = '', id } = query
  const after = id === undefined ? undefined : { text: '', id }
  const order = orderOf(contact, sort)
  return withRequestContext('dev', () => list(messages, { text, order, limit: PAGE, after }))
}
