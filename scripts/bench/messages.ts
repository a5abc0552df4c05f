import { add, type Collection } from '#server/collections/collection.ts'
import { bornAt, newId } from '#server/storage/record-id.ts'

const FIRST = ['Ada', 'Zoë', 'Łukasz', 'Priya', 'Mei', 'José', 'Ngozi', 'Åsa']
const LAST = ['Lovelace', 'Iyer', 'Smith', 'Okafor', 'Öberg', 'Chen', 'García']
const YEAR_MS = 365 * 24 * 60 * 60 * 1_000

/** Stores `size` records in this collection, spread over a year; gives their ids, newest first. */
export async function fill(collection: Collection, size: number): Promise<string[]> {
  const ids: string[] = []
  for (let i = 0; i < size; i += 1_000) {
    const batch = Array.from({ length: Math.min(1_000, size - i) }, (_, j) =>
      newId(Date.now() - ((i + j) / size) * YEAR_MS),
    )
    await Promise.all(
      batch.map((id, j) =>
        add(collection, { submission: messageOf(id, i + j), attempt: id, digest: '' }),
      ),
    )
    ids.push(...batch)
  }
  return ids
}

const messageOf = (id: string, number: number) => ({
  id,
  createdAt: new Date(bornAt(id)).toISOString(),
  name: `${FIRST[number % FIRST.length]} ${LAST[number % LAST.length]} ${number}`,
  email: `person-${number}@example.com`,
  company: `Company ${number % 997}`,
  subject: 'General Inquiry',
  message: 'I would like to talk about building a company with you. '.repeat(8),
})
