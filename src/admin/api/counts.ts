import { atom } from 'nanostores'
import { forms } from '#forms/index.ts'
import { call } from '../../api/call.ts'
import { listPath, projectQuery, type RecordSource } from './record-source.ts'

/** Of a whole list, whatever was searched or filtered. */
export type Counts = {
  /** Not opened yet. */
  new: number
  /** Promised a reply, and without one. */
  waiting: number
  /** Waiting for longer than was promised. */
  overdue: number
  held: number
}

/** A list's name among the counts. */
export const listName = (source: RecordSource): string =>
  source.project ? `${listPath(source)}/${source.project}` : listPath(source)

/** What else is known of a list, once somebody asked: how many there are, and these of them. */
type Known = Counts & { all?: number; answered?: number; dueToday?: number }

/** The newest counts of each list, by its name: every answer of a list brings them. */
export const $counts = atom<Readonly<Record<string, Known>>>({})

/** Keeps what an answer said of the whole list. */
export function noteCounts(source: RecordSource, counts: Known) {
  const [name, before] = [listName(source), $counts.get()]
  const known = { ...before[name], ...counts }
  if (JSON.stringify(before[name]) === JSON.stringify(known)) return
  $counts.set({ ...before, [name]: known })
}

/** A list in numbers; the project of a list that is split stands under the form's own name for it. */
type Summary = Record<string, unknown> & {
  collection: string
  total: number
  newest: string | null
  counts: Counts & { answered: number; dueToday: number }
  indexed?: { done: number; of: number }
}

/** A list that was looked at, and the id of its newest record. */
export type Look = { source: RecordSource; newest: string | undefined }

/**
 * Asks how many there are, of every list or of one, and what the newest of each is. It renews no
 * session: nobody has done anything. Throws what `call` throws.
 */
export async function lookAtCounts(one?: RecordSource): Promise<Look[]> {
  const asked = one && { collection: one.form.collection, ...projectQuery(one) }
  const query = new URLSearchParams(asked).toString()
  const answer = await call(`/api/admin/counts${query && `?${query}`}`, { method: 'GET' })
  // The functions of this repository answer.
  const { items } = answer as { items: Summary[] }
  return items.flatMap((item) => {
    const form = forms.find(({ collection }) => collection === item.collection)
    if (!form) return []
    const project = form.splitBy && String(item[form.splitBy])
    const source = { form, ...(project && { project }) }
    // What was counted in part is no number to show.
    if (!item.indexed) noteCounts(source, { ...item.counts, all: item.total })
    return [{ source, newest: item.newest ?? undefined }]
  })
}
