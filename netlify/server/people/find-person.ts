import type { Form } from '#forms/form.ts'
import { forms } from '#forms/index.ts'
import type { Submission } from '#forms/submission.ts'
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
  const { id, createdAt, ...answers } = row.submission as Submission
  return {
    collection: form.collection,
    ...(form.splitBy && { [form.splitBy]: (answers as Record<string, unknown>)[form.splitBy] }),
    id,
    createdAt,
    held: isHidden(row),
  }
}

/**
 * Every record that was sent with this address, from all forms, waitlists and held ones, the newest
 * first. Whoever asks may answer for it: where some records could not be looked at, nothing is said
 * but 503.
 */
export async function recordsOf(email: string): Promise<PersonRecord[]> {
  const wanted = comparable(email)
  const lists = await Promise.all(
    (await collections()).map(async (collection) => {
      const { rows, ...looked } = await findAll(collection, unbrokenParts(wanted))
      const fields = emailFields(collection.form)
      const isTheirs = ({ submission }: Row) =>
        fields.some((field) => comparable(String(submission[field])) === wanted)
      return { ...looked, found: rows.filter(isTheirs).map((row) => ({ collection, row })) }
    }),
  )
  if (!lists.every(({ isWhole }) => isWhole)) {
    throw new HttpError(503, 'Not all records could be looked at yet. Please ask again.', {
      headers: RETRY_SOON,
      indexed: {
        done: sum(lists.map(({ indexed }) => indexed.done)),
        of: sum(lists.map(({ indexed }) => indexed.of)),
      },
    })
  }
  return lists.flatMap(({ found }) => found).sort((a, b) => byId(a.row, b.row))
}

/** Older records have addresses in other widths, which no form takes any more: they are found too. */
const comparable = (address: string) =>
  normalizeEmail(address.normalize('NFKC').replace(/\s+/gu, ''))

/**
 * What a search finds in every spelling of an address: it drops accents and parts letters as this
 * comparison does not, but both leave ASCII alone.
 */
const unbrokenParts = (address: string): string[] =>
  address.split(/[^\x21-\x7e]+/).filter((part) => part !== '')

const emailFields = ({ fields }: Form): string[] =>
  Object.keys(fields).filter((name) => fields[name]?.control === 'email')

/** Those that forms have at present, and whatever else the store has: an app's list that was closed. */
async function collections(): Promise<Collection[]> {
  const [offered, stored] = await Promise.all([
    Promise.all(forms.map((form) => collectionsOf(form))),
    everyCollection(),
  ])
  const all = [...offered.flat(), ...stored]
  return [...new Map(all.map((collection) => [collection.name, collection])).values()]
}
