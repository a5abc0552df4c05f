import type { InboxRecord, Progress } from '#api/admin-contract.ts'
import type { Form } from '#forms/form.ts'
import { forms } from '#forms/index.ts'
import { listRecords } from '../api/lists.ts'
import { keptPages } from '../api/kept-pages.ts'
import { WHOLE } from '../api/patience.ts'
import { $route, replaceRoute } from '../route/route.ts'
import type { Walk } from '../route/walk.ts'

/** Reads what is due next, whatever its form, and the way through it. */

export type Waiting = { form: Form; record: InboxRecord }

/** So many are shown at once. */
export const MOST = 10
/** The way through them goes on. */
const MOST_ON_WAY = 50

const dueAt = (one: Waiting | undefined) => one?.record.state?.dueAt ?? ''

export const stepOf = ({ form, record }: Waiting) => ({ tab: form.name, record: record.id })

/** `unread` is how many lists could not be read. */
export type Next = { next: readonly Waiting[]; unread: number; indexed: Progress }

export const NOTHING: Next = { next: [], unread: 0, indexed: WHOLE }

const pageOf = ({ record }: Waiting) => `next ${record.id}`

/** A write to a record drops its kept page. What became of the record, the next read says. */
export const isUntouched = (one: Waiting) => keptPages.has(pageOf(one))

export const promising = forms.filter(({ replyPromise }) => replyPromise)

/** By its id, what was read of a record last: on the way one stays after it was answered. */
const known = new Map<string, Waiting>()

/**
 * What is due next: ten records, or more on the way through them. Each list begins with what is due
 * first. One that can't be read stays as it was.
 */
export async function readNext({ next } = NOTHING): Promise<Next> {
  const most = $route.get().walk ? MOST_ON_WAY : MOST
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
        keptPages.set(pageOf(one), { ...page, items: [record], isHeld: false })
        return one
      })
    } catch {
      unread++
      return next.filter((one) => one.form === form && isUntouched(one))
    }
  })
  const all = (await Promise.all(lists)).flat().sort((a, b) => dueAt(a).localeCompare(dueAt(b)))
  const shown = all.slice(0, most)
  if (!$route.get().walk) known.clear()
  for (const one of shown) known.set(one.record.id, one)
  return { next: shown, unread, indexed }
}

/** The ten of the way among which the open record is. */
export function linesAround(way: Walk, id: string): Waiting[] {
  const at = Math.max(
    way.findIndex(({ record }) => record === id),
    0,
  )
  const from = at - (at % MOST)
  return way.slice(from, from + MOST).flatMap(({ record }) => known.get(record) ?? [])
}

/** Adds what is due after the open record to the rest of the way, in its order. */
export function goOnWith({ next, indexed }: Next) {
  const route = $route.get()
  const { walk = [], record: open } = route
  const others = next.map(stepOf).filter((step) => walk.every((one) => one.record !== step.record))
  // A part lacks some that are due earlier than others.
  if (!route.walk || others.length === 0 || indexed.done < indexed.of) return
  const at = walk.findIndex(({ record }) => record === open) + 1
  const due = ({ record }: Walk[number]) => dueAt(known.get(record))
  const rest = [...walk.slice(at), ...others].sort((a, b) => due(a).localeCompare(due(b)))
  replaceRoute({ ...route, walk: [...walk.slice(0, at), ...rest] })
}
