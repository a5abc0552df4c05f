import type { Progress } from '#api/admin-contract.ts'
import { ApiError } from '../../api/call.ts'
import { queryOf, type ListQuery } from './admin-api.ts'
import { refresh } from './ask.ts'
import type { RecordSource } from './record-source.ts'
import { untilAnswered, type Waiting } from './waiting.ts'

/** One part of a file may take the server this long. */
const TIME_OUT_MS = 60_000

/** Where the next part is, as the answer's Link header says it (RFC 8288); null at the end. */
function nextPart(response: Response): string | null {
  const [, address] = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get('link') ?? '') ?? []
  return address === undefined ? null : new URL(address, response.url).href
}

/** The address of the file's first part. */
export function exportAddress(source: RecordSource, query: ListQuery): string {
  const asked = queryOf(source, query)
  return `/api/admin/${source.form.collection}.csv${asked.size > 0 ? `?${asked}` : ''}`
}

/** A file of the admin API's, once the session is fresh. Throws like its calls. */
export async function fetchFile(address: string): Promise<Response> {
  // A long file takes longer than a session stays fresh.
  await refresh()
  const response = await fetch(address, { signal: AbortSignal.timeout(TIME_OUT_MS) })
  if (response.ok) return response
  const body: unknown = await response.json().catch(() => undefined)
  throw new ApiError(response.status, response.statusText, body, response.headers)
}

/** Which part of a file is being asked for, and whether that one has to be waited for. */
export type ExportStep = { part: number; waiting?: Waiting }

/**
 * The asked records as one CSV file. A long one comes in parts, which are put together here; `onStep`
 * is told how far it is. Throws like the admin API's calls.
 */
export async function exportFile(
  source: RecordSource,
  query: ListQuery,
  onStep: (step: ExportStep) => void,
) {
  const parts: Blob[] = []
  // Whoever leaves the list still wants the file.
  const { signal } = new AbortController()
  let address: string | null = exportAddress(source, query)
  while (address) {
    const [part, asked] = [parts.length + 1, address]
    onStep({ part })
    const onWait = (progress?: Progress) => onStep({ part, waiting: progress ?? 'unknown' })
    const response = await untilAnswered(() => fetchFile(asked), { onWait, signal })
    parts.push(await response.blob())
    address = nextPart(response)
  }
  return new Blob(parts, { type: 'text/csv' })
}
