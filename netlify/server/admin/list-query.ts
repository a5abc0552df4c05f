import type { Form } from '#forms/form.ts'
import type { ListRequest } from '#server/collections/find.ts'
import { orderOf } from '#server/collections/order.ts'
import { STATUSES } from '#server/collections/status.ts'
import { HttpError } from '#server/http/http-error.ts'
import { positionAt } from './cursor.ts'

/** Longest text that is searched for, in characters. */
const SEARCH_CAP = 254

/** Whether an address means the held ones; 400 where its `state` is none of ours. */
export function asksForHeld(query: URLSearchParams): boolean {
  const state = query.get('state')
  if (state === null || state === 'held') return state === 'held'
  throw new HttpError(400, 'There is no such state.')
}

/**
 * What the address of a list, or of its file, asks for by `search`, `sort`, `status`, `state` and
 * `cursor`. 400 where one of them is not ours, and for a status of held ones: they have none.
 */
export async function listQuery(
  form: Form,
  query: URLSearchParams,
): Promise<Omit<ListRequest, 'limit'>> {
  const text = (query.get('search') ?? '').trim()
  if (text.length > SEARCH_CAP) {
    throw new HttpError(400, `Search for ${SEARCH_CAP} characters at most.`)
  }
  const order = orderOf(form, query.get('sort') ?? '')
  const cursor = query.get('cursor')
  const isHeld = asksForHeld(query)
  const asked = query.get('status')
  const status = STATUSES.find((one) => one === asked)
  if (asked !== null && (!status || isHeld)) throw new HttpError(400, 'There is no such status.')
  const after = cursor === null ? undefined : await positionAt(order, cursor)
  return { isHeld, status, text, order, after }
}
