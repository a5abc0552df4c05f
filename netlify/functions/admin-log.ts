import type { Config } from '@netlify/functions'
import { adminFunction } from '#server/admin/admin-function.ts'
import { BYTE_ORDER_MARK, csvRow } from '#server/admin/csv.ts'
import { readLog } from '#server/audit/log.ts'
import { download, HttpError, json } from '#server/http/answers.ts'
import { isId } from '#server/storage/record-id.ts'

/** The log, the newest first, as JSON or as a part of a CSV file; of one person with `person`. */
export default adminFunction('admin-log', {
  log: { GET: async (request) => json(await asked(request)) },
  'log.csv': { GET: asFile },
})

function asked({ url }: Request) {
  const query = new URL(url).searchParams
  const cursor = query.get('cursor') ?? ''
  if (cursor && !isId(cursor)) throw new HttpError(400, 'Unknown cursor.')
  return readLog(cursor, query.get('person'))
}

async function asFile(request: Request): Promise<Response> {
  const { items, next } = await asked(request)
  const query = new URL(request.url).searchParams
  const head = query.has('cursor') ? '' : BYTE_ORDER_MARK + csvRow(COLUMNS)
  const rows = items.map(({ at, who, act, about }) =>
    csvRow([at, who.name, act, about.collection, about.id, who.id]),
  )
  query.set('cursor', next ?? '')
  return download(new TextEncoder().encode(head + rows.join('')), {
    name: 'log.csv',
    type: 'text/csv; charset=utf-8',
    next: next === null ? null : query,
  })
}

const COLUMNS = ['time', 'person', 'act', 'collection', 'id', 'person id']

export const config: Config = { path: '/api/admin/:action(log|log.csv)' }
