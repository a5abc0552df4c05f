import { ReadableStream } from 'node:stream/web'
import type { Config } from '@netlify/functions'
import type { Form } from '#forms/form.ts'
import { storedKeys } from '#forms/submission.ts'
import { forms } from '#forms/index.ts'
import * as collection from '#server/collections/collection.ts'
import { collectionsOf } from '#server/submissions/offered.ts'
import { BYTE_ORDER_MARK, csvRow } from '#server/collections/csv.ts'
import { HttpError, download, respond } from '#server/http/respond.ts'
import { requireMethod } from '#server/http/request.ts'
import { deployContext, withinScope } from '#server/http/request-context.ts'
import { requireAdmin } from '#server/admin/session.ts'
import type { Stored } from '#server/submissions/submission.ts'

/** Records read at once: the file is sent while the next ones are read. */
const BATCH = 200

export default respond(async (request, context) => {
  requireMethod(request, 'GET')
  await requireAdmin(request)
  const form = forms.find((one) => `${one.collection}.csv` === context.params['file'])
  if (!form) throw new HttpError(404, 'There is no such collection.')
  const names = await collectionsOf(form)
  const file = ReadableStream.from(encoded(rows(form, names, deployContext())))
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
async function* rows(form: Form, names: string[], deploy: string): AsyncGenerator<string> {
  const columns = ['id', 'createdAt', ...storedKeys(form)]
  yield BYTE_ORDER_MARK + csvRow(columns)
  for (const name of names) {
    let next: string | null | undefined
    do {
      const after = next ?? undefined
      // Each batch has the time of a request of its own: a long file takes longer than any answer.
      const page = await withinScope(deploy, () => collection.page(name, BATCH, after))
      const records = page.items.map((stored) => (stored as Stored).submission)
      yield records.map((record) => csvRow(columns.map((column) => record[column]))).join('')
      next = page.next
    } while (next)
  }
}

export const config: Config = {
  path: '/api/admin/:file(contact-submissions.csv|investor-submissions.csv|eir-submissions.csv|career-applications.csv|waitlist.csv)',
}
