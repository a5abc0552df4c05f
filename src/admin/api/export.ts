import type { Form } from '#forms/form.ts'
import { ApiError } from '../../api/call.ts'
import { refresh } from './admin-api.ts'

/** One part of a file may take the server this long. */
const TIME_OUT_MS = 60_000

/** Where the next part is, as the answer's Link header says it (RFC 8288); null at the end. */
function nextPart(response: Response): string | null {
  const [, address] = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get('link') ?? '') ?? []
  return address === undefined ? null : new URL(address, response.url).href
}

/**
 * All records of a form as one CSV file. A long one comes in parts, which are put together here;
 * `onPart` is told the number of the part that is being asked for. Throws like the admin API's calls.
 */
export async function exportFile({ collection }: Form, onPart: (part: number) => void) {
  const parts: Blob[] = []
  let address: string | null = `/api/admin/${collection}.csv`
  while (address) {
    onPart(parts.length + 1)
    // A long file takes longer than a session stays fresh.
    await refresh()
    const response = await fetch(address, { signal: AbortSignal.timeout(TIME_OUT_MS) })
    if (!response.ok) throw new ApiError(response.status, response.statusText)
    parts.push(await response.blob())
    address = nextPart(response)
  }
  return new Blob(parts, { type: 'text/csv' })
}
