import { ReadableStream } from 'node:stream/web'
import type { Config } from '@netlify/functions'
import type { Form } from '#forms/form.ts'
import { storedKeys } from '#forms/submission.ts'
import { forms } from '#forms/index.ts'
import { page, type Collection } from '#server/collections/collection.ts'
import { collectionsOf } from '#server/submissions/offered.ts'
import { BYTE_ORDER_MARK, csvRow } from '#server/collections/csv.ts'
import { download } from '#server/http/answers.ts'
import { HttpError } from '#server/http/http-error.ts'
import { respond } from '#server/http/respond.ts'
import { requireMethod } from '#server/http/request.ts'
import { deployContext, withRequestContext } from '#server/http/request-context.ts'
import { requireAdmin } from '#server/admin/session.ts'

/** The file is sent while the next ones are read. */
const RECORDS_AT_ONCE = 200

export default respond(async (request, context) => {
  requireMethod(request, 'GET')
  await requireAdmin(request)
  const form = forms.find((one) => `${one.collection}.csv` === context.params['file'])
  if (!form) throw new HttpError(404, 'There is no such collection.')
  const collections = await collectionsOf(form)
  const file = ReadableStream.from(encoded(rows(form, collections, deployContext())))
  // Node's own name for the same thing.
  return download(file as BodyInit, {
    name: `${form.collection}.csv`,
    type: 'text/csv; charset=utf-8',
  })
})

async function* encoded(texts: AsyncIterable<string>) {
  const encoder = new TextEncoder()
  for await (const text of texts) yield encoder.encode(text)
}

/** A head and a row for every record, newest first in each of the collections. */
async function* rows(
  form: Form,
  collections: readonly Collection[],
  deploy: string,
): AsyncGenerator<string> {
  const columns = ['id', 'createdAt', ...storedKeys(form)]
  yield BYTE_ORDER_MARK + csvRow(columns)
  for (const collection of collections) {
    let next: string | null | undefined
    do {
      const after = next ?? undefined
      // Each batch has the time of a request of its own: a long file takes longer than any answer.
      const read = await withRequestContext(deploy, () => page(collection, RECORDS_AT_ONCE, after))
      const submissions = read.records.map(({ submission }) => submission)
      yield submissions.map((one) => csvRow(columns.map((column) => one[column]))).join('')
      next = read.next
    } while (next)
  }
}

export const config: Config = {
  path: '/api/admin/:file(contact-submissions.csv|investor-submissions.csv|eir-submissions.csv|career-applications.csv|waitlist.csv)',
}
