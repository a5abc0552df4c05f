import type { Config } from '@netlify/functions'
import { storedKeys } from '#forms/submission.ts'
import { forms } from '#forms/index.ts'
import { collectionsOf } from '#server/submissions/offered.ts'
import { BYTE_ORDER_MARK, csvRow } from '#server/collections/csv.ts'
import { list } from '#server/collections/list.ts'
import { orderOf } from '#server/collections/order.ts'
import { shown } from '#server/collections/rows/row.ts'
import { download } from '#server/http/answers.ts'
import { HttpError } from '#server/http/http-error.ts'
import { respond } from '#server/http/respond.ts'
import { requireMethod } from '#server/http/request.ts'
import { positionAt } from '#server/admin/cursor.ts'
import { requireAdmin } from '#server/admin/session.ts'

/** A part of a file stays below what Netlify lets through, in bytes and in time. */
const ROWS_PER_PART = 5_000

/**
 * A part of a collection's file, newest first; `Link` (RFC 8288) says where the next one is. The
 * first part begins with the head. Collections of one form follow each other, by their number.
 */
export default respond('admin-export', async (request, context) => {
  requireMethod(request, 'GET')
  await requireAdmin(request)
  const form = forms.find((one) => `${one.collection}.csv` === context.params['file'])
  if (!form) throw new HttpError(404, 'There is no such collection.')
  const query = new URL(request.url).searchParams
  const [order, cursor, number] = [
    orderOf(form, ''),
    query.get('cursor'),
    Number(query.get('part')),
  ]
  const collections = await collectionsOf(form)
  const collection = collections[number]
  if (!collection) throw new HttpError(404, 'There is no such part.')
  const after = cursor === null ? undefined : await positionAt(order, cursor)
  const { rows, next } = await list(collection, { order, limit: ROWS_PER_PART, after })

  const columns = ['id', 'createdAt', ...storedKeys(form)]
  const head = after || number > 0 ? '' : BYTE_ORDER_MARK + csvRow(columns)
  const submissions = rows.map((row): Readonly<Record<string, unknown>> => shown(row))
  const body = submissions.map((one) => csvRow(columns.map((column) => one[column]))).join('')
  const following = next
    ? { part: String(number), cursor: next.id }
    : number + 1 < collections.length && { part: String(number + 1) }
  return download(new TextEncoder().encode(head + body), {
    name: `${form.collection}.csv`,
    type: 'text/csv; charset=utf-8',
    ...(following && {
      headers: { link: `<?${new URLSearchParams(following)}>; rel="next"` },
    }),
  })
})

export const config: Config = {
  path: '/api/admin/:file(contact-submissions.csv|investor-submissions.csv|eir-submissions.csv|career-applications.csv|waitlist.csv)',
}
