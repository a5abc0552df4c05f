import type { InboxRecord, Progress } from '#api/admin-contract.ts'
import type { Form } from '#forms/form.ts'
import { forms } from '#forms/index.ts'
import { listRecords } from '../api/admin-api.ts'
import { keptPages } from '../api/kept-pages.ts'
import { WHOLE } from '../api/patience.ts'
import { startWalk } from '../route/navigation.ts'
import { $route, replaceRoute } from '../route/route.ts'
import type { Walk } from '../route/walk.ts'

/** Reads what is due next, whatever its form, and the way through it. */

export type Waiting = { form: Form; record: InboxRecord }

const MOST = 10
/** The way through them goes on. */
const MOST_ON_WAY = 50

const dueAt = ({ record }: Waiting) => record.state?.dueAt ?? ''

export const stepOf = ({ form, record }: Waiting) => ({ tab: form.name, record: record.id })

/** `unread` is how many lists could not be read. */
export type Next = { next: readonly Waiting[]; unread: number; indexed: Progress }

export const NOTHING: Next = { next: [], unread: 0, indexed: WHOLE }

const pageOf = ({ record }: Waiting) => `next ${record.id}`

/** A write to a record drops its kept page. What became of the record, the next read says. */
export const isUntouched = (one: Waiting) => keptPages.has(pageOf(one))

export const promising = forms.filter(({ replyPromise }) => replyPromise)

/** Each list begins with what is due first. One that can't be read stays as it was. */
export async function readNext({ next } = NOTHING, most = MOST): Promise<Next> {
  let unread = 0
  const indexed = { ...WHOLE }
  const lists = promising.map(async (form) => {
    try {
      const page = await listRecords({ form }, { status: 'waiting', limit: most })
      const { done, of } = page.indexed ?? WHOLE
      indexed.done += done
      indexed.of += of
      return page.items.map((record) => {
        const one = { form, record }
        // The way through them reads on in the background, and says nothing of the shown lines.
        if (most === MOST) keptPages.set(pageOf(one), { ...page, items: [record], isHeld: false })
        return one
      })
    } catch {
      unread++
      return next.filter((one) => one.form === form && isUntouched(one))
    }
  })
  const all = (await Promise.all(lists)).flat().sort((a, b) => dueAt(a).localeCompare(dueAt(b)))
  return { next: all.slice(0, most), unread, indexed }
}

const AGAIN_MS = 1_000
const MOST_TRIES = 10

/** What is due, read again until it is whole; in the end, what could be read. */
async function readOn(tries = MOST_TRIES): Promise<Next['next']> {
  const { next, unread, indexed } = await readNext(undefined, MOST_ON_WAY)
  const isWhole = unread === 0 && indexed.done === indexed.of
  if (isWhole || tries === 0 || !$route.get().walk) return next
  await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
  return readOn(tries - 1)
}

/** Opens a record; what is due after the shown ones follows them. */
export async function start(walk: Walk, step: Walk[number]) {
  startWalk(walk, step)
  if (walk.length < MOST) return
  const next = await readOn()
  const route = $route.get()
  if (!route.walk) return
  // What has left meanwhile is not new.
  const known = [...walk, ...route.walk].map(({ record }) => record)
  const others = next.map(stepOf).filter(({ record }) => !known.includes(record))
  replaceRoute({ ...route, walk: [...route.walk, ...others] })
}
