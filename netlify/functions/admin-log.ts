import type { Config } from '@netlify/functions'
import { adminFunction } from '#server/admin/admin-function.ts'
import { csvPart } from '#server/admin/csv.ts'
import { readLog } from '#server/audit/log.ts'
import { HttpError, json } from '#server/http/answers.ts'
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
  const isFirst = !query.has('cursor')
  const rows = items.map(({ at, who: { id, name }, act, about }) => {
    return [at, name, act, about.collection, about.id, id]
  })
  query.set('cursor', next ?? '')
  const following = next === null ? null : query
  return csvPart('log.csv', rows, { columns: COLUMNS, isFirst, next: following })
}

const COLUMNS = ['time', 'person', 'act', 'collection', 'id', 'person id']

export const config: Config = { path: '/api/admin/:action(log|log.csv)' }
