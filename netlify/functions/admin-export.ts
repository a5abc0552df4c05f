import type { Config } from '@netlify/functions'
import { forms } from '#forms/index.ts'
import { csvHead, csvRows } from '#server/admin/csv-file.ts'
import { cursorFor } from '#server/admin/cursor.ts'
import { listQuery } from '#server/admin/list-query.ts'
import { requireAdmin } from '#server/admin/session.ts'
import { list } from '#server/collections/list.ts'
import { download } from '#server/http/answers.ts'
import { HttpError } from '#server/http/http-error.ts'
import { respond, RETRY_SOON } from '#server/http/respond.ts'
import { requireMethod } from '#server/http/request.ts'
import { collectionsOf } from '#server/submissions/offered.ts'

/** A part of a file stays below what Netlify lets through, in bytes and in time. */
const ROWS_PER_PART = 5_000

/**
 * A part of a collection's file: what its list shows for the same query, in the same order. `Link`
 * (RFC 8288) says where the next part is. The first part begins with the head. Collections of one
 * form follow each other, by their number, unless one of them is asked for.
 */
export default respond('admin-export', async (request, context) => {
  requireMethod(request, 'GET')
  await requireAdmin(request)
  const form = forms.find((one) => `${one.collection}.csv` === context.params['file'])
  if (!form) throw new HttpError(404, 'There is no such collection.')
  const query = new URL(request.url).searchParams
  const asked = await listQuery(form, query)
  const collections = await collectionsOf(form, query.get(form.splitBy ?? '') ?? undefined)
  const part = Number(query.get('part'))
  const collection = collections[part]
  if (!collection) throw new HttpError(404, 'There is no such part.')
  const { rows, next, indexed } = await list(collection, { ...asked, limit: ROWS_PER_PART })
  if (indexed && indexed.done < indexed.of) {
    // A list says how far it has come; whoever keeps a file would never know what is missing.
    throw new HttpError(503, 'Not all records could be read. Please try again.', {
      headers: RETRY_SOON,
      indexed,
    })
  }
  const isFirst = part === 0 && !asked.after
  const body = (isFirst ? csvHead(form, asked) : '') + (await csvRows(form, asked, rows))
  const following = next
    ? { part: String(part), cursor: await cursorFor(asked.order, next) }
    : part + 1 < collections.length && { part: String(part + 1) }
  return download(new TextEncoder().encode(body), {
    name: `${form.collection}.csv`,
    type: 'text/csv; charset=utf-8',
    ...(following && { headers: { link: `<?${withPlace(query, following)}>; rel="next"` } }),
  })
})

/** The same question, from another place on. */
function withPlace(query: URLSearchParams, place: Record<string, string>): URLSearchParams {
  const { part, cursor, ...others } = Object.fromEntries(query)
  return new URLSearchParams({ ...others, ...place })
}

export const config: Config = {
  path: '/api/admin/:file(contact-submissions.csv|investor-submissions.csv|eir-submissions.csv|career-applications.csv|waitlist.csv)',
}
