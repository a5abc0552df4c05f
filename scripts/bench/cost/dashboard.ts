import type { Calls } from './calls.ts'
import { nothing, sum, type Use } from './credits.ts'
import type { Opening } from './pages.ts'

const HOUR_MS = 60 * 60 * 1_000
/** As in src/admin/live/watch.ts. */
const LOOK_MS = 30_000
/** A session is fresh for a quarter of an hour. */
const REFRESH_MS = 15 * 60 * 1_000
const RECORDS_READ = 10
/** Each function of the admin area starts once. */
const STARTED = 6

/**
 * An hour of an open dashboard: a sign-in, what the overview was seen to ask, a look at the counts
 * every half minute, and ten messages that are opened and answered.
 */
export async function dashboardHour(
  calls: Calls,
  opening: Opening['asked'],
  startSeconds: number,
): Promise<Use> {
  const { admin } = calls
  calls.take()
  let cookie = ''
  const ask = async (path: string, method = 'GET', body?: unknown) => {
    const answer = await calls.send(`/api/admin/${path}`, { method, cookie, body })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`)
    const [set] = answer.headers.getSetCookie()
    if (set) cookie = set.split(';')[0] ?? ''
    return answer
  }
  await ask('login', 'POST', admin)
  for (const { method, path } of opening) await ask(path, method)
  const list = await ask('contact-submissions?limit=50')
  const { items } = (await list.json()) as { items: { id: string; email: string }[] }
  for (let ms = 0; ms < HOUR_MS; ms += LOOK_MS) {
    calls.pass(LOOK_MS)
    if (ms % REFRESH_MS === 0) await ask('refresh', 'POST')
    await ask('counts')
    const isTurn = ms % (HOUR_MS / RECORDS_READ) === 0
    const record = isTurn && items[ms / (HOUR_MS / RECORDS_READ)]
    if (!record) continue
    const path = `contact-submissions/${record.id}`
    await ask(path)
    await ask('people', 'POST', { email: record.email })
    await ask(path, 'PATCH', { seen: true })
    await ask(path, 'PATCH', { answered: true })
    await ask('contact-submissions?limit=50')
  }
  return sum([calls.take(), { ...nothing, seconds: startSeconds * STARTED }])
}
