import { PENDING } from './names.ts'
import type { Asked } from './requests.ts'
import type { Meddle, Send } from './scheduler.ts'

/**
 * Breaks the rules of the store, to show that each one is needed. A meddler between the actor and
 * the store does what the rule forbids; the code stays as it is.
 */

const isBy = ({ by }: Asked, ...kinds: string[]) => kinds.includes(by.split(' ').slice(1).join(' '))
const isOf = ({ key, method }: Asked, kind: string, means = 'PUT') =>
  method === means && key.startsWith(kind)
const isManifest = ({ key }: Asked) => key.endsWith('/manifest')
const done = () => Promise.resolve(new Response(null, { status: 200, headers: { etag: '"done"' } }))
const nothing = () => Promise.resolve(new Response(null, { status: 404 }))

/** Answers the matching requests itself and passes all others on. */
const without =
  (isMeant: (asked: Asked) => boolean, answer: (send: Send) => Promise<Response>) =>
  (): Meddle =>
  (asked, send) => (isMeant(asked) ? answer(send) : send())

const isOfHints = ({ key, listing, isFirstPage }: Asked) =>
  listing !== undefined && isFirstPage && key.startsWith('hint/')

/** For each rule, a function that makes a new meddler. */
export const rules = {
  'a hint is written': without((asked) => isOf(asked, 'hint/'), done),
  'what is added late is hinted at': without(
    (asked) => isOf(asked, 'hint/') && isBy(asked, 'send'),
    done,
  ),
  'a hint is written again before each new try': () => {
    const hinted = new Set<string>()
    return (asked, send) => {
      const [id = ''] = asked.key.split('.')
      const own = `${asked.by} ${id}`
      if (!isOf(asked, 'hint/') || hinted.size < hinted.add(own).size) return send()
      return done()
    }
  },
  'a hint comes before the change': () => {
    const hints = new Map<string, Send>()
    const changed = new Set<string>()
    return async (asked, send) => {
      if (isOf(asked, 'hint/') && isBy(asked, 'note', 'remove')) {
        hints.set(asked.by, send)
        return done()
      }
      if (changed.delete(asked.by)) await hints.get(asked.by)?.()
      if (isOf(asked, 'state/') || isOf(asked, 'gone/')) changed.add(asked.by)
      return send()
    }
  },
  'a reader reads hints before the manifest': () => {
    const read = new Map<string, Response>()
    return async (asked, send) => {
      if (asked.method !== 'GET' || !isManifest(asked)) return send()
      // The manifest as any actor read it last.
      const early = read.get(asked.key)
      const now = await send()
      if (now.ok) read.set(asked.key, now.clone())
      return early && isBy(asked, 'read') ? early : now
    }
  },
  'hints go only after a commit of one’s own': () => async (asked, send) => {
    const response = await send()
    return isManifest(asked) && response.status === 412 ? done() : response
  },
  'hints may be missing only where their sentinel is': () => async (asked, send) => {
    const response = await send()
    if (!isOfHints(asked)) return response
    const { blobs, ...rest } = (await response.json()) as { blobs: { key: string }[] }
    const key = `${asked.key.split('/').slice(0, 2).join('/')}/-`
    const others = blobs.filter((blob) => blob.key !== key)
    return Response.json({ ...rest, blobs: [{ key, etag: '"always"' }, ...others] })
  },
  'the manifest is replaced by compare-and-set': without(
    (asked) => isOf(asked, 'rows/') && isManifest(asked),
    (send) => send('if-match'),
  ),
  'a claim is taken over by compare-and-set': without(
    (asked) => isOf(asked, 'claim/'),
    (send) => send('if-match'),
  ),
  'what is to be told is noted beside the record': without(
    (asked) => asked.method === 'PUT' && PENDING.test(asked.key) && isBy(asked, 'send'),
    done,
  ),
  'a file comes before its record': without((asked) => isOf(asked, 'file/'), done),
  'what proves the store is absent where all else is': () => (asked, send) => {
    const isProof = asked.key.endsWith('/-') || isOfHints(asked)
    if (!isBy(asked, 'keep house') || isProof || !asked.key.startsWith('rec/')) return send()
    return asked.listing
      ? Promise.resolve(Response.json({ blobs: [], directories: ['rec/-'] }))
      : nothing()
  },
  'who adds looks for a removal': without(
    (asked) => isOf(asked, 'gone/', 'GET') && isBy(asked, 'send'),
    nothing,
  ),
} satisfies Record<string, () => Meddle>
