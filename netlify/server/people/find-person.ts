import { forms } from '#forms/index.ts'
import type { Collection } from '#server/collections/collection.ts'
import { everyCollection } from '#server/collections/every-collection.ts'
import { findAll } from '#server/collections/list.ts'
import { isHidden, type Row } from '#server/collections/rows/row.ts'
import { byId } from '#server/collections/rows/segment.ts'
import { sum } from '#server/collections/status.ts'
import { HttpError } from '#server/http/http-error.ts'
import { RETRY_SOON } from '#server/http/respond.ts'
import { collectionsOf } from '#server/submissions/offered.ts'
import { normalizeEmail } from '#server/submissions/unique-answer.ts'

/** A record of somebody, and where it stands. */
export type PersonRecord = { collection: Collection; row: Row }

/** Where a person's record is, as the admin API's addresses say it. */
export const placeOf = ({ collection: { form }, row }: PersonRecord) => {
  const answers: Readonly<Record<string, unknown>> = row.submission
  const { collection, splitBy } = form
  const part = splitBy && { [splitBy]: answers[splitBy] }
  const { id, createdAt } = answers
  return { collection, ...part, id, createdAt, held: isHidden(row) }
}

/**
 * Every record that was sent with this address, held ones too, the newest first; 503 unless all records
 * could be looked at.
 */
export async function recordsOf(email: string): Promise<PersonRecord[]> {
  const wanted = comparable(email)
  // A search drops accents and parts letters as this comparison does not, but both leave ASCII alone.
  const words = wanted.split(/[^\x21-\x7e]+/).filter((word) => word !== '')
  const lists = await Promise.all(
    (await collections()).map(async (collection) => {
      const { rows, ...looked } = await findAll(collection, words)
      const found = rows.map((row) => ({ collection, row }))
      return { ...looked, found: found.filter((one) => emailsIn(one).includes(wanted)) }
    }),
  )
  if (lists.every(({ isWhole }) => isWhole)) {
    return lists.flatMap(({ found }) => found).sort((a, b) => byId(a.row, b.row))
  }
  throw new HttpError(503, 'Not all records could be looked at yet. Please ask again.', {
    headers: RETRY_SOON,
    indexed: {
      done: sum(lists.map(({ indexed }) => indexed.done)),
      of: sum(lists.map(({ indexed }) => indexed.of)),
    },
  })
}

const emailsIn = ({ collection: { form }, row }: PersonRecord): string[] =>
  Object.entries(form.fields)
    .filter(([, { control }]) => control === 'email')
    .map(([name]) => comparable(String(row.submission[name])))

/** Older records have addresses in other widths, which no form takes any more. */
const comparable = (address: string) =>
  normalizeEmail(address.normalize('NFKC').replace(/\s+/gu, ''))

/** Those that forms have at present, and what else the store has, such as a closed waitlist. */
async function collections(): Promise<Collection[]> {
  const offered = forms.map((form) => collectionsOf(form))
  const all = (await Promise.all([...offered, everyCollection()])).flat()
  return [...new Map(all.map((collection) => [collection.name, collection])).values()]
}
