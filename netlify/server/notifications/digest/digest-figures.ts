import pMap from 'p-map'
import type { Form } from '#forms/form.ts'
import type { Collection } from '#server/collections/collection.ts'
import { countSince } from '#server/collections/counts/count-by-week.ts'
import { everyCollection } from '#server/collections/every-collection.ts'
import { countsAt } from '#server/collections/list.ts'
import * as kv from '#server/storage/kv.ts'

/** What the digest says of the records of one form. */
export type Figures = {
  form: Form
  /** Since the last one was due. */
  new: number
  dueToday: number
  overdue: number
  held: number
}
export type DigestFigures = { forms: Figures[]; failed: number }

const AT_ONCE = 4

/** The figures of all forms that anybody has sent: what came since then, and what is due before `end`. */
export async function figuresSince(since: number, end: number): Promise<DigestFigures> {
  const each = await pMap(await everyCollection(), (one) => figuresOf(one, since, end), {
    concurrency: AT_ONCE,
  })
  const byForm = Map.groupBy(each, ({ form }) => form)
  const failed = (await kv.list('failed/')).length
  return { forms: [...byForm.values()].flatMap((some) => together(some) ?? []), failed }
}

async function figuresOf(collection: Collection, since: number, end: number): Promise<Figures> {
  const [now, tonight, isNew] = await Promise.all([
    countsAt(collection, Date.now()),
    // What is due when the day ends is due today.
    countsAt(collection, end + 1),
    countSince(collection, since),
  ])
  const { overdue, held } = now
  const dueToday = tonight.overdue - overdue
  return { form: collection.form, new: isNew, dueToday, overdue, held }
}

const together = (some: readonly Figures[]): Figures | undefined =>
  some[0] && some.slice(1).reduce(added, some[0])

const added = (one: Figures, other: Figures): Figures => ({
  form: one.form,
  new: one.new + other.new,
  dueToday: one.dueToday + other.dueToday,
  overdue: one.overdue + other.overdue,
  held: one.held + other.held,
})
