import type { Config } from '@netlify/functions'
import { forms } from '#forms/index.ts'
import { asPdfName, beginsAsPdf } from '#forms/resume.ts'
import { adminFunction, type AdminActions } from '#server/admin/admin-function.ts'
import { listRecords, queryIn } from '#server/admin/list-records.ts'
import { changeRecord } from '#server/admin/change-record.ts'
import { moving, noSuchRecord, removeRecord, showRecord } from '#server/admin/record.ts'
import type { RecordHandler } from '#server/admin/record.ts'
import { actorOf } from '#server/admin/session.ts'
import { read } from '#server/collections/current.ts'
import { readFile } from '#server/collections/records.ts'
import { download, framed, HttpError } from '#server/http/answers.ts'
import { collectionOf, collectionsOf, type Collection } from '#server/collections/collection.ts'
import { hold, release } from '#server/submissions/release.ts'

const list = about(async (request, collection) => listRecords(collection, await queryIn(request)))

/** `all`: the list, at an address without an id. `one`: it has an id and no action. */
export default adminFunction('admin-records', {
  all: { GET: list, POST: list },
  one: { GET: about(showRecord), PATCH: about(changeRecord), DELETE: about(removeRecord) },
  hold: { POST: about(moving(hold, 'held')) },
  release: { POST: about(moving(release, 'released')) },
  resume: { GET: about(resume) },
})

function about(action: RecordHandler): AdminActions[string][string] {
  return async (request, { collection, id = '' }, session) =>
    action(request, await collectionAt(request, collection, id), id, actorOf(session))
}

async function collectionAt({ url }: Request, name = '', id = ''): Promise<Collection> {
  const form = forms.find(({ collection }) => collection === name)
  if (!form) throw new HttpError(404, 'There is no such collection.')
  if (!form.splitBy) return collectionOf(form, {})
  const slug = new URL(url).searchParams.get(form.splitBy)
  const lists = await collectionsOf(form, slug ?? undefined)
  if (slug !== null && lists[0]) return lists[0]
  if (slug !== null || !id) throw new HttpError(404, 'There is no such waitlist.')
  // The id of an entry does not name its waitlist.
  const rows = await Promise.all(lists.map((one) => read(one, id)))
  const collection = lists[rows.findIndex((row) => row !== null)]
  if (collection) return collection
  throw noSuchRecord({ form })
}

async function resume({ headers }: Request, collection: Collection, id: string): Promise<Response> {
  const record = await read(collection, id)
  if (!record) throw noSuchRecord(collection)
  const bytes = await readFile(collection, id)
  if (!bytes) throw new HttpError(404, 'The resume of this record is not there.')
  if (!beginsAsPdf(new Uint8Array(bytes))) {
    throw new HttpError(403, 'This file is not a PDF: it is not given out.')
  }
  const name = asPdfName(String(record.submission['resumeFileName']))
  // Browsers set these headers, and scripts cannot (Fetch Metadata).
  const isForOwnFrame =
    headers.get('sec-fetch-dest') === 'iframe' && headers.get('sec-fetch-site') === 'same-origin'
  return (isForOwnFrame ? framed : download)(bytes, { name, type: 'application/pdf' })
}

export const config: Config = {
  path: [
    '/api/admin/:collection(contact-submissions|investor-submissions|eir-submissions|career-applications){/:id}?{/:action(release|hold)}?',
    '/api/admin/:collection(career-applications)/:id/:action(resume)',
    '/api/admin/:collection(waitlist)/entries{/:id}?{/:action(release|hold)}?',
  ],
}
