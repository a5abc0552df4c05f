import { referenceOf } from '#server/storage/record-id.ts'
import type { Crew } from './crew.ts'
import type { Ledger } from './ledger.ts'
import { placesOf, type Life, type Place } from './life.ts'
import { check, isReadable, readAll, search } from './reader.ts'
import { allLists } from './visit.ts'

/** All disagreements between the store and the answers, each with the story of its address. */
export type Verdict = Record<'missing' | 'ghosts' | 'doubled' | 'misplaced' | 'wrong', string[]>

/** The number of records to search for. */
const SAMPLE = 20

/** Compares the content of the store with the answers. */
export async function judge(crew: Crew, ledger: Ledger): Promise<Verdict> {
  const verdict: Verdict = { missing: [], ghosts: [], doubled: [], misplaced: [], wrong: [] }
  const { places, entries } = await look(crew, verdict)
  for (const [email, number] of entries) {
    if (number > 1) verdict.doubled.push(ledger.storyOf(email))
  }
  for (const email of ledger.listed()) {
    if (!entries.has(email)) verdict.missing.push(`address: ${ledger.storyOf(email)}`)
  }
  const settled: { life: Life; place: Place }[] = []
  for (const life of ledger.lives) {
    const may = placesOf(life)
    const place = places.get(life.id) ?? 'gone'
    if (!may.has(place))
      verdict[kindOf(place, may)].push(`${place}: ${ledger.storyOf(life.visit.email)}`)
    else if (may.size === 1) settled.push({ life, place })
  }
  await askSingly(crew, settled, verdict)
  for (const finding of await check(crew)) verdict.wrong.push(JSON.stringify(finding))
  return verdict
}

const kindOf = (place: Place, may: ReadonlySet<Place>) =>
  place === 'gone' ? 'missing' : [...may].join() === 'gone' ? 'ghosts' : 'misplaced'

/** The place of each record, and the number of entries of each address that may have only one. */
async function look(crew: Crew, { doubled, wrong }: Verdict) {
  const places = new Map<string, Place>()
  const entries = new Map<string, number>()
  for (const list of await allLists()) {
    for (const isHeld of [false, true]) {
      const { rows, total } = await readAll(crew, list, isHeld)
      const name = `${list.path}?${list.query}: ${isHeld ? 'held' : 'shown'}`
      if (total !== rows.length) wrong.push(`${name}: a total of ${total}, ${rows.length} rows`)
      for (const { id, email } of rows) {
        if (places.has(id)) doubled.push(`${name}: ${id}`)
        places.set(id, isHeld ? 'held' : 'shown')
        // Several held records may have the same address.
        if (!list.isWaitlist || !isHeld) entries.set(email, (entries.get(email) ?? 0) + 1)
      }
    }
  }
  return { places, entries }
}

/** Searches for some references, and tries to open removed records. */
async function askSingly(
  crew: Crew,
  settled: readonly { life: Life; place: Place }[],
  { missing, ghosts }: Verdict,
) {
  for (const { life, place } of settled.filter(({ place }) => place !== 'gone').slice(-SAMPLE)) {
    const found = await search(crew, life.visit.list, place === 'held', referenceOf(life.id))
    if (found.join() !== life.id) missing.push(`search for ${life.id}: ${found.join()}`)
  }
  for (const { life } of settled.filter(({ place }) => place === 'gone')) {
    if (await isReadable(crew, life.visit.list, life.id)) ghosts.push(`readable: ${life.id}`)
  }
}
