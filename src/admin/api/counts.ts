import { atom } from 'nanostores'
import type { CountsAnswer, StatusCounts } from '#api/admin-contract.ts'
import { forms } from '#forms/index.ts'
import { peek } from './ask.ts'
import { listPath, projectQuery, type RecordSource } from './record-source.ts'

/** A list's name among the counts. */
export const listName = (source: RecordSource): string =>
  source.project ? `${listPath(source)}/${source.project}` : listPath(source)

/** What else is known of a list, once somebody asked: how many there are, and these of them. */
type Known = StatusCounts & { all?: number; answered?: number; dueToday?: number }

/** The newest counts of each list, by its name: every answer of a list brings them. */
export const $counts = atom<Readonly<Record<string, Known>>>({})

/** Keeps what an answer said of the whole list. */
export function noteCounts(source: RecordSource, counts: Known) {
  const [name, before] = [listName(source), $counts.get()]
  const known = { ...before[name], ...counts }
  if (JSON.stringify(before[name]) === JSON.stringify(known)) return
  $counts.set({ ...before, [name]: known })
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
  const { items } = await peek<CountsAnswer>(`counts${query && `?${query}`}`)
  return items.flatMap((item) => {
    const form = forms.find(({ collection }) => collection === item.collection)
    if (!form) return []
    const source = { form, ...(item.projectSlug && { project: item.projectSlug }) }
    // What was counted in part is no number to show.
    if (!item.indexed) noteCounts(source, { ...item.counts, all: item.total })
    return [{ source, newest: item.newest ?? undefined }]
  })
}
