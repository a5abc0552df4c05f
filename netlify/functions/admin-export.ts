import type { Config } from '@netlify/functions'
import { forms } from '#forms/index.ts'
import { storedKeys } from '#forms/submission.ts'
import { adminFunction } from '#server/admin/admin-function.ts'
import { asksForHeld, pageOf, queryIn, recordView } from '#server/admin/list-records.ts'
import { actorOf, type LiveSession } from '#server/admin/session.ts'
import { log } from '#server/audit/log.ts'
import { csvPart } from '#server/admin/csv.ts'
import { HttpError } from '#server/http/answers.ts'
import { collectionsOf } from '#server/collections/collection.ts'
import { keyedHash } from '#server/storage/site-secret.ts'

/** Keeps a part below Netlify's limits of size and time. */
const ROWS_PER_PART = 5_000
const STATE = ['seenAt', 'answeredAt', 'dueAt', 'note'] as const

/** A part of a form's CSV file, one list after the other. */
export default adminFunction('admin-export', { all: { GET: part, POST: part } })

async function part(
  request: Request,
  params: Record<string, string>,
  session: LiveSession,
): Promise<Response> {
  const form = forms.find((one) => `${one.collection}.csv` === params['file'])
  if (!form) throw new HttpError(404, 'There is no such collection.')
  const query = await queryIn(request)
  const collections = await collectionsOf(form, query.get(form.splitBy ?? '') ?? undefined)
  const number = Number(query.get('part'))
  const collection = collections[number]
  if (!collection) throw new HttpError(404, 'There is no such part.')
  const { rows, next, indexed } = await pageOf(collection, query, ROWS_PER_PART)
  if (indexed && indexed.done < indexed.of) {
    // A list can show its progress, but a file can't say what it lacks.
    throw new HttpError(503, 'Not all records could be read. Please try again.', {
      indexed,
    })
  }
  const reasons = asksForHeld(query) ? ['signals'] : []
  const columns = ['id', 'createdAt', ...storedKeys(form), ...STATE, ...reasons]
  const isFirst = number === 0 && !query.has('cursor')
  const proof = query.get('proof')
  query.delete('proof')
  query.sort()
  const isNext = proof === (await proofOf(form.collection, query))
  const values = rows.map(await recordView(form)).map(({ state, ...record }) => {
    const known: Readonly<Record<string, unknown>> = { ...record, ...state }
    return columns.map((column) => known[column])
  })
  if (!isNext) await log(actorOf(session), 'exported', { collection: form.collection })
  const isLast = !next && number + 1 === collections.length
  query.set('part', String(next ? number : number + 1))
  query.delete('cursor')
  if (next) query.set('cursor', next)
  query.sort()
  query.set('proof', await proofOf(form.collection, query))
  // It is in the body of the next request too.
  if (request.method === 'POST') query.delete('search')
  const following = isLast ? null : query
  return csvPart(`${form.collection}.csv`, values, { columns, isFirst, next: following })
}

/**
 * The first part is the act that is logged. The address of the next part has a proof that the server
 * gave it out: without one, any part is a first one.
 */
const proofOf = (name: string, query: URLSearchParams): Promise<string> =>
  keyedHash('part', name, query.toString())

export const config: Config = {
  path: '/api/admin/:file(contact-submissions.csv|investor-submissions.csv|eir-submissions.csv|career-applications.csv|waitlist.csv)',
}
