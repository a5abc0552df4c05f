/** A request to storage as the schedule sees it. */
export type Asked = {
  by: string
  method: string
  /** Of a listing, what its keys begin with. */
  key: string
  listing: 'keys' | 'folders' | undefined
  isFirstPage: boolean
  body: string
}

/** What may go wrong with a request. */
export const TROUBLES = [
  /** It never arrives, however often it is tried; or it arrives, but the answer does not. */
  'unheard',
  'unanswered',
  /** Its actor gives up, and it arrives later. */
  'late',
  /** As before, but its actor tries the same once more. */
  'unheard, tried again',
  'unanswered, tried again',
  'late, tried again',
  /** Its actor dies; what it had asked for may arrive later. */
  'died',
  /** A proxy's answer to a listing. */
  'not found',
  /** It is served, and then minutes go by. */
  'slow',
] as const

/** What becomes of a request. */
export type Fate = 'served' | (typeof TROUBLES)[number] | Lie

/** A listing that is answered with 200, and is not whole. */
export const LIES = ['empty', 'first missing', 'last missing', 'half missing'] as const
type Lie = (typeof LIES)[number]
export const isLie = (fate: Fate): fate is Lie => LIES.some((lie) => lie === fate)

/** What becomes of an actor's first, second, … request, or listing; or of all listings of some keys. */
export type Fault = { fate: Fate } & (
  { of: 'request' | 'listing'; nth: number } | { of: 'listing'; key: string }
)

/** Whether an actor can know that a listing is untrue: there is a key that must be in it. */
export const isNoticeable = (fate: Lie, { listing, key, isFirstPage }: Asked) =>
  isFirstPage &&
  (fate === 'empty' || fate === 'first missing') &&
  (key.startsWith('hint/') || (listing === 'folders' && fate === 'empty'))

/** What the client makes of a request that got no answer after all tries. */
export const noAnswer = () => new Response(null, { status: 418 })

/** Reads what is asked from the address that the client of Netlify Blobs makes. */
export function askedOf(input: Parameters<typeof fetch>[0], init: RequestInit): Omit<Asked, 'by'> {
  const url = new URL(input instanceof Request ? input.url : input)
  const [, key = ''] = /site:studio[^/]*\/?(.*)$/.exec(decodeURIComponent(url.pathname)) ?? []
  const isOfFolders = url.searchParams.get('directories') === 'true'
  return {
    method: (init.method ?? 'GET').toUpperCase(),
    key: key || (url.searchParams.get('prefix') ?? ''),
    listing: key ? undefined : isOfFolders ? 'folders' : 'keys',
    isFirstPage: !url.searchParams.get('cursor'),
    body: textOf(init.body),
  }
}

/** What is written, as text: a chunk's bytes each as a character. */
function textOf(body: RequestInit['body']): string {
  if (typeof body === 'string') return body
  return body instanceof ArrayBuffer ? Buffer.from(body).toString('latin1') : ''
}

type Listing = { blobs: unknown[]; directories: unknown[]; next_cursor?: string }

/** The listing as a lie has it; what is shortened at its end has no next page. */
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
