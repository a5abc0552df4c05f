import { unseal } from '#server/storage/seal.ts'

/** A request to storage. */
export type Asked = {
  by: string
  method: string
  /** The key; for a listing, its prefix. */
  key: string
  listing: 'keys' | 'folders' | undefined
  isFirstPage: boolean
  body: string
}

/** Faults of a request. */
export const TROUBLES = [
  /** No try of the request arrives; or the request arrives, but not its response. */
  'unheard',
  'unanswered',
  /** The actor gives up, and the request arrives later. */
  'late',
  /** The same faults, but the actor tries once more. */
  'unheard, tried again',
  'unanswered, tried again',
  'late, tried again',
  /** The actor dies; its requests may arrive later. */
  'died',
  /** A proxy answers a listing with 404. */
  'not found',
  /** The request is served, and then minutes pass. */
  'slow',
] as const

export type Fate = 'served' | (typeof TROUBLES)[number] | Lie

/** Faults of a listing with status 200 and missing keys. */
export const LIES = ['empty', 'first missing', 'last missing', 'half missing'] as const
type Lie = (typeof LIES)[number]
export const isLie = (fate: Fate): fate is Lie => LIES.some((lie) => lie === fate)

/** The fate of an actor's n-th request or listing, or of all its listings of a prefix. */
export type Fault = { fate: Fate } & (
  { of: 'request' | 'listing'; nth: number } | { of: 'listing'; key: string }
)

/** True if an actor can notice the lie, because the listing lacks a key that always exists. */
export const isNoticeable = (fate: Lie, { listing, key, isFirstPage }: Asked) =>
  isFirstPage &&
  (fate === 'empty' || fate === 'first missing') &&
  (key.startsWith('hint/') || (listing === 'folders' && fate === 'empty'))

/** The response to a request that failed in all tries. */
export const noAnswer = () => new Response(null, { status: 418 })

/** Reads a request of the Netlify Blobs client. */
export function askedOf(input: Parameters<typeof fetch>[0], init: RequestInit): Omit<Asked, 'by'> {
  const url = new URL(input instanceof Request ? input.url : input)
  const [, key = ''] = /site:studio[^/]*\/?(.*)$/.exec(decodeURIComponent(url.pathname)) ?? []
  const isOfFolders = url.searchParams.get('directories') === 'true'
  return {
    method: (init.method ?? 'GET').toUpperCase(),
    key: key || (url.searchParams.get('prefix') ?? ''),
    listing: key ? undefined : isOfFolders ? 'folders' : 'keys',
    isFirstPage: !url.searchParams.get('cursor'),
    body: textOf(key, init.body),
  }
}

/** The written text, opened if it is sealed; each byte of a chunk becomes one character. */
function textOf(key: string, body: RequestInit['body']): string {
  if (!(body instanceof ArrayBuffer)) return typeof body === 'string' ? body : ''
  const bytes = Buffer.from(unseal(key, body))
  return bytes.toString(bytes.toString('latin1', 0, 1) === '{' ? 'utf8' : 'latin1')
}

type Listing = { blobs: unknown[]; directories: unknown[]; next_cursor?: string }

/** Makes a listing untrue. A listing that is cut at its end has no next page. */
export async function untrue(response: Response, lie: Lie): Promise<Response> {
  const { next_cursor, ...listing } = (await response.json()) as Listing
  const cut = <T>(all: T[]): T[] =>
    ({
      empty: [],
      'first missing': all.slice(1),
      'last missing': all.slice(0, -1),
      'half missing': all.slice(0, Math.floor(all.length / 2)),
    })[lie]
  const { blobs, directories } = listing
  return Response.json({
    blobs: cut(blobs),
    directories: cut(directories),
    ...(lie === 'first missing' && { next_cursor }),
  })
}
