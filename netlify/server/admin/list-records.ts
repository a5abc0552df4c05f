import { sealData, unsealData } from 'iron-session'
import type { InboxRecord, ListPage } from '#api/admin-contract.ts'
import type { Form } from '#forms/form.ts'
import { NO_FILE } from '#forms/resume.ts'
import { isDueFirst, STATUSES } from '#forms/statuses.ts'
import type { Collection } from '#server/collections/collection.ts'
import { list } from '#server/collections/list.ts'
import { orderOf, type Order, type Position } from '#server/collections/find.ts'
import { isHeldRow, shown, type Row } from '#server/collections/row.ts'
import { replyClockOf } from '#server/content/studio.ts'
import { json, HttpError } from '#server/http/answers.ts'
import { readJson } from '#server/http/request.ts'
import { createdAtOf, isId } from '#server/storage/record-id.ts'
import { adminConfig } from './sealed-cookie.ts'

const PAGE_SIZE = { usual: 50, most: 200 }
const SEARCH_CAP_CHARACTERS = 254

export async function listRecords(collection: Collection, query: URLSearchParams) {
  const asked = Math.floor(Number(query.get('limit'))) || PAGE_SIZE.usual
  const limit = Math.min(Math.max(asked, 1), PAGE_SIZE.most)
  const { rows, ...page } = await pageOf(collection, query, limit)
  const items = rows.map(await recordView(collection.form)).map(listItem)
  return json({ items, ...page } satisfies ListPage)
}

function listItem({ state, ...record }: InboxRecord): InboxRecord {
  if (!state) return record
  const { note, ...others } = state
  return { ...record, state: { ...others, hasNote: Boolean(note) } }
}

/**
 * What a request asks for. Browsers and the host keep addresses, so the dashboard sends the words
 * of a search in a body.
 */
export async function queryIn(request: Request): Promise<URLSearchParams> {
  const query = new URL(request.url).searchParams
  if (request.method !== 'POST') return query
  const { search } = await readJson(request)
  if (typeof search !== 'string') throw new HttpError(422, 'A search is a text.')
  query.set('search', search)
  return query
}

/** The page that a query asks for; 400 for an unknown status, sort or cursor. */
export async function pageOf(collection: Collection, query: URLSearchParams, limit: number) {
  const text = (query.get('search') ?? '').trim()
  if (text.length > SEARCH_CAP_CHARACTERS) {
    throw new HttpError(400, `A search can have at most ${SEARCH_CAP_CHARACTERS} characters.`)
  }
  const asked = query.get('status')
  const usual = isDueFirst(asked) ? 'createdAt' : ''
  // '' is the list's own order, the newest first.
  const order = orderOf(collection.form, query.get('sort') ?? usual)
  const isHeld = asksForHeld(query)
  const status = STATUSES.find((one) => one === asked)
  if (asked !== null && (!status || isHeld)) throw new HttpError(400, 'Unknown status.')
  const after = await positionAt(order, query.get('cursor'))
  const { next, ...page } = await list(collection, { isHeld, status, text, order, limit, after })
  return { ...page, next: next && (await cursorOf(order, next)) }
}

/** A cursor is the last row's position. It may hold personal text, so it is sealed against logs. */
async function cursorOf({ column, sort }: Order, { text, id }: Position): Promise<string> {
  return column ? sealData({ sort, text, id }, { password: adminConfig().secrets }) : id
}

async function positionAt(order: Order, cursor: string | null): Promise<Position | undefined> {
  if (cursor === null) return undefined
  const { sort, text, id } = order.column
    ? await unsealData<Partial<Position & Pick<Order, 'sort'>>>(cursor, {
        password: adminConfig().secrets,
      })
    : { sort: order.sort, text: '', id: isId(cursor) ? cursor : undefined }
  if (sort === order.sort && text !== undefined && id !== undefined) return { text, id }
  throw new HttpError(400, 'Unknown cursor.')
}

/** Whether an address asks for what is held: 400 for any other state. */
export function asksForHeld(query: URLSearchParams): boolean {
  const state = query.get('state')
  if (state === null || state === 'held') return state === 'held'
  throw new HttpError(400, 'Unknown state.')
}

/** Makes the view of a record. A held one has no state: it may be no message at all. */
export async function recordView(form: Form) {
  const clock = await replyClockOf(form)
  return (row: Row): InboxRecord => {
    const lacksFile = row.submission.signals?.includes(NO_FILE) && { lacksFile: true as const }
    if (isHeldRow(row)) return { ...shown(row), ...lacksFile }
    const { seenAt = null, answeredAt = null, answeredBy, note = null, version } = row.state
    const dueAt = clock && new Date(clock.dueAt(createdAtOf(row.id))).toISOString()
    const by = answeredAt !== null && answeredBy !== undefined && { answeredBy }
    return {
      ...shown(row),
      ...lacksFile,
      state: { seenAt, answeredAt, ...by, dueAt, note, version },
    }
  }
}
