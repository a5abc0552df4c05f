import type { Finding } from '#server/housekeeping/check.ts'
import type { Report } from '#server/housekeeping/run.ts'
import type { Crew } from './crew.ts'
import type { Answer, Task } from './tasks.ts'
import type { List } from './visit.ts'

/** Reads the store through the admin API while no other process works. */

export type Row = { id: string; email: string }
type Page = {
  items: Row[]
  total: number
  next: string | null
  indexed?: { done: number; of: number }
}

/** Each request for a list indexes more of it. This number is enough for every list. */
const MOST_ASKED = 500
const MOST_HOUSEKEEPING = 20

/** Retries on 503, because storage can exceed a request's time on a busy machine. */
async function ask(crew: Crew, task: Task): Promise<Answer> {
  for (let asked = 0; asked < MOST_ASKED; asked++) {
    const answer = await crew.do(task)
    if (answer.status !== 503) return answer
  }
  throw new Error(`Storage never answers: ${JSON.stringify(task)}`)
}

async function get(crew: Crew, path: string) {
  const answer = await ask(crew, { does: 'ask', method: 'GET', path })
  return { ...answer, page: answer.body as Page }
}

/** Asks for a page until its list is completely indexed. */
async function wholePage(crew: Crew, path: string): Promise<Page> {
  for (let asked = 0; asked < MOST_ASKED; asked++) {
    const { status, page } = await get(crew, path)
    if (status !== 200) throw new Error(`${path} answers ${status}.`)
    if (!page.indexed || page.indexed.done === page.indexed.of) return page
  }
  throw new Error(`${path} is never whole.`)
}

const stateOf = (isHeld: boolean) => (isHeld ? 'state=held&' : '')

/** All rows of a list, and the total from its first page. */
export async function readAll(crew: Crew, { path, query }: List, isHeld: boolean) {
  const address = `${path}?${query}${stateOf(isHeld)}limit=200`
  const first = await wholePage(crew, address)
  const rows = [...first.items]
  for (let { next } = first; next !== null;) {
    const page = await wholePage(crew, `${address}&cursor=${encodeURIComponent(next)}`)
    rows.push(...page.items)
    next = page.next
  }
  return { rows, total: first.total }
}

/** The ids that a search finds. */
export async function search(crew: Crew, { path, query }: List, isHeld: boolean, words: string) {
  const page = await wholePage(crew, `${path}?${query}${stateOf(isHeld)}search=${words}`)
  return page.items.map(({ id }) => id)
}

/** True if the admin can open the record on either list. */
export async function isReadable(crew: Crew, { path, query }: List, id: string): Promise<boolean> {
  const answers = await Promise.all(
    [false, true].map((isHeld) => get(crew, `${path}/${id}?${query}${stateOf(isHeld)}`)),
  )
  return answers.some(({ status }) => status !== 404)
}

/** Runs housekeeping until nothing is left to do. */
export async function keepHouse(crew: Crew): Promise<void> {
  for (let runs = 0; runs < MOST_HOUSEKEEPING; runs++) {
    const { body } = await crew.do({ does: 'keep house' })
    const { left, mended, swept, failed } = body as Report
    if (left + mended + swept + failed === 0) return
  }
  throw new Error('Housekeeping never comes to an end.')
}

/** The findings of the store check. */
export async function check(crew: Crew): Promise<Finding[]> {
  const { status, body, log } = await ask(crew, { does: 'check' })
  if (status !== 200) throw new Error(`The check ended in ${status}: ${log ?? ''}`)
  return body as Finding[]
}
