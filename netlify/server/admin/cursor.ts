import { sealData, unsealData } from 'iron-session'
import { adminConfig } from './admin-config.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Order, Position } from '#server/collections/order.ts'
import { isId } from '#server/storage/record-id.ts'

/**
 * A cursor is the position of the last row of a page, and not a count: whatever is added or removed
 * meanwhile, the next page begins right behind it, even if that row is gone. A text that is sorted by
 * may be an e-mail address, and addresses of pages end up in histories and logs: it is sealed.
 */
export async function cursorFor(order: Order, { text, id }: Position): Promise<string> {
  if (!order.column) return id
  return sealData({ sort: order.sort, text, id }, { password: adminConfig().secrets })
}

/** The position that a cursor of this order stands for; 400 where it is none. */
export async function positionAt(order: Order, cursor: string): Promise<Position> {
  if (!order.column) {
    if (isId(cursor)) return { text: '', id: cursor }
    throw notOurs()
  }
  type Sealed = Position & { sort: string }
  const sealed = await unsealData<Partial<Sealed>>(cursor, { password: adminConfig().secrets })
  const { sort, text, id } = sealed
  if (sort !== order.sort || text === undefined || id === undefined) throw notOurs()
  return { text, id }
}

const notOurs = () => new HttpError(400, 'The cursor is not ours.')
