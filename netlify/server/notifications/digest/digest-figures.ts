import pMap from 'p-map'
import type { Form } from '#forms/form.ts'
import { countSince } from '#server/collections/counts/count-by-week.ts'
import { everyCollection } from '#server/collections/every-collection.ts'
import { countsAt } from '#server/collections/list.ts'
import { sum } from '#server/collections/status.ts'
import * as kv from '#server/storage/kv.ts'

const KINDS = ['new', 'dueToday', 'overdue', 'held'] as const

/** What the digest says of the records of one form. */
type Figures = { form: Form } & Record<(typeof KINDS)[number], number>
export type DigestFigures = { forms: Figures[]; failed: number }

const AT_ONCE = 4

/** The figures of all forms: what came since then, and what is due before `end`. */
export async function figuresSince(since: number, end: number): Promise<DigestFigures> {
  const each = await pMap(
    await everyCollection(),
    async (collection): Promise<Figures> => {
      const [{ overdue, held }, tonight, isNew] = await Promise.all([
        countsAt(collection, Date.now()),
        // What is due when the day ends is due today.
        countsAt(collection, end + 1),
        countSince(collection, since),
      ])
      const dueToday = tonight.overdue - overdue
      return { form: collection.form, new: isNew, dueToday, overdue, held }
    },
    { concurrency: AT_ONCE },
  )
  const forms = [...Map.groupBy(each, ({ form }) => form)].map(([form, some]) => {
    const sumOf = (kind: (typeof KINDS)[number]) => sum(some.map((one) => one[kind]))
    const [dueToday, overdue, held] = [sumOf('dueToday'), sumOf('overdue'), sumOf('held')]
    return { form, new: sumOf('new'), dueToday, overdue, held }
  })
  return { forms, failed: (await kv.list('failed/')).length }
}
