import type { Collection } from '#server/collections/collection.ts'
import type { Row } from '#server/collections/rows/row.ts'
import { json } from '#server/http/answers.ts'
import { HttpError } from '#server/http/http-error.ts'
import { tellingsOf } from '#server/notifications/overview.ts'
import { showing } from './shown-record.ts'

/** The answer that shows one record: all of it, and whether the studio was told of it, and when. */
export async function answerRecord(collection: Collection, row: Row): Promise<Response> {
  const [{ whole }, told] = await Promise.all([
    showing(collection.form),
    tellingsOf({ name: collection.name, id: row.id }),
  ])
  return json({ ...whole(row), ...(Object.keys(told).length > 0 && { told }) })
}

/** What is answered about a record that is gone, or never was. */
export const noSuchRecord = ({ form }: Pick<Collection, 'form'>) =>
  new HttpError(404, `There is no such ${form.noun}.`)
