import type { Progress } from '#api/admin-contract.ts'
import { ApiError } from '../../api/call.ts'
import { refresh } from './call-admin.ts'
import { type ListQuery, queryOf, type RecordSource } from './lists.ts'
import { untilAnswered } from './patience.ts'

const CSV = 'text/csv'

/** For one part of a file. */
const TIME_OUT_MS = 60_000

/** The address of the next part, from the Link header (RFC 8288); null at the end. */
function nextPart(response: Response): string | null {
  const [, address] = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get('link') ?? '') ?? []
  return address === undefined ? null : new URL(address, response.url).href
}

/** The address of the file's first part; the search is not in it. */
export function exportAddress(source: RecordSource, query: ListQuery): string {
  const asked = queryOf(source, query)
  return `/api/admin/${source.form.collection}.csv${asked.size > 0 ? `?${asked}` : ''}`
}

/** Reads a file of this type, or a part of it; the words of a search go in a body. */
export async function fetchFile(address: string, type: string, search?: string): Promise<Response> {
  // A long file takes longer to read than a session stays fresh.
  await refresh()
  const response = await fetch(address, {
    signal: AbortSignal.timeout(TIME_OUT_MS),
    ...(search && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ search }),
    }),
  })
  // What a proxy answers must not be saved as the file.
  const isFile = response.headers.get('content-type')?.startsWith(type)
  if (response.ok && isFile) return response
  const body: unknown = await response.json().catch(() => undefined)
  throw new ApiError(response.status, response.statusText, body, response.headers)
}

/** The part of a file that is being read, and the progress if the server makes it wait. */
export type ExportStep = { part: number; waiting?: Progress }

/** Reads a file from its first address on. A long one comes in parts, which are joined here. */
export async function joinParts(
  first: string,
  onStep: (step: ExportStep) => void = () => {},
  search?: string,
) {
  const parts: Blob[] = []
  let address: string | null = first
  while (address) {
    const [part, asked] = [parts.length + 1, address]
    onStep({ part })
    const onWait = (waiting: Progress) => onStep({ part, waiting })
    // Without a signal: the export goes on if the user leaves the list.
    const response = await untilAnswered(() => fetchFile(asked, CSV, search), onWait)
    parts.push(await response.blob())
    address = nextPart(response)
  }
  return new Blob(parts, { type: CSV })
}

/** The day of this place as Swedish writes it, and a file's name does: 2026-11-27. */
export const dayInName = () => new Date().toLocaleDateString('sv')

const KEPT_MS = 60_000

export function saveFile(file: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The browser may still be about to read it.
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS)
}
