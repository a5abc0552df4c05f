import { randomBytes } from 'node:crypto'
import type { SelfTest } from '#api/admin-contract.ts'
import * as kv from './kv.ts'
import { withBudget } from './request-context.ts'
import { Contended, SealFault } from './faults.ts'
import { newId } from './record-id.ts'

/** Tests what this site needs of the store. Housekeeping sweeps what a run leaves. */

type Check = {
  name: string
  /** Runs with a budget, under keys that `keyOf` makes; returns what was wrong, or undefined. */
  look: (keyOf: (part: string) => string) => Promise<string | undefined>
}

const WRITERS = 10
const CHANGES_EACH = 2
const LISTED = 12
const FILE_BYTES = 64 * 1_024
const DIFFERS = 'Its bytes differ.'

const many = <T>(count: number, make: (number: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, number) => make(number)))

async function oneWinner(keyOf: (part: string) => string): Promise<string | undefined> {
  const key = keyOf('new')
  const outcomes = await many(WRITERS, (writer) => kv.create(key, writer))
  const winners = outcomes.flatMap((one, writer) => (one === 'created' ? [writer] : []))
  if (winners.length !== 1) {
    return `${winners.length} of ${WRITERS} writers were told that the key is theirs.`
  }
  const stands = (await kv.get(key))?.value
  return stands === winners[0] ? undefined : 'What stands there is not what the winner wrote.'
}

async function noLostChange(keyOf: (part: string) => string): Promise<string | undefined> {
  const key = keyOf('counter')
  const addOne = () => withBudget(() => kv.change(key, (count) => Number(count ?? 0) + 1))
  try {
    await many(WRITERS, async () => {
      for (let changes = 0; changes < CHANGES_EACH; changes++) await addOne()
    })
  } catch (error) {
    if (error instanceof Contended) return 'A change was refused, however often it was tried.'
    throw error
  }
  const confirmed = WRITERS * CHANGES_EACH
  const counted = Number((await withBudget(() => kv.get(key)))?.value)
  if (counted === confirmed) return undefined
  return `${confirmed} changes were confirmed, ${counted} are there.`
}

async function listingIsTrue(keyOf: (part: string) => string): Promise<string | undefined> {
  const root = keyOf('listed')
  const keys = await many(LISTED, async (number) => {
    const key = keyOf(`listed/${String(number).padStart(2, '0')}`)
    await kv.create(key, null)
    return key
  })
  const gone = keys.filter((_, number) => number % 4 === 0)
  await Promise.all(gone.map(kv.remove))
  const listed = await kv.list(`${root}/`)
  const lacking = keys.filter((key) => !gone.includes(key) && !listed.includes(key)).length
  const tooMany = listed.filter((key) => gone.includes(key)).length
  if (lacking + tooMany === 0) return undefined
  return `It lacks ${lacking} keys that are there and shows ${tooMany} that are gone.`
}

async function removalIsFinal(keyOf: (part: string) => string): Promise<string | undefined> {
  const key = keyOf('removed')
  await kv.create(key, 'here')
  await kv.remove(key)
  if (await kv.get(key)) return 'A read after the removal found it.'
  if ((await kv.create(key, 'again')) !== 'created') return 'The key was not free again.'
  return undefined
}

async function fileIsWhole(keyOf: (part: string) => string): Promise<string | undefined> {
  const key = keyOf('file')
  const bytes = Uint8Array.from(randomBytes(FILE_BYTES))
  await kv.putFile(key, bytes.buffer)
  try {
    const found = await kv.getFile(key)
    if (!found) return 'The file was not found.'
    return Buffer.compare(bytes, new Uint8Array(found)) === 0 ? undefined : DIFFERS
  } catch (error) {
    if (error instanceof SealFault) return DIFFERS
    throw error
  }
}

export const checks: readonly Check[] = [
  { name: 'of ten writers of a new key, one must win', look: oneWinner },
  { name: 'ten writers at once must lose no change', look: noLostChange },
  { name: 'a listing must show what is there, and nothing else', look: listingIsTrue },
  { name: 'what is removed must be gone', look: removalIsFinal },
  { name: 'a file must come back byte for byte', look: fileIsWhole },
]

const LAST = 'self-test/last'

export const lastSelfTest = async (): Promise<SelfTest | null> =>
  // Only a run writes there.
  ((await kv.get(LAST))?.value ?? null) as SelfTest | null

/** Runs every check. Throws StorageDown if the store does not answer. */
export async function selfTest(): Promise<SelfTest> {
  const run = `self-test/${newId()}/`
  const used = new Set<string>()
  const outcomes = await Promise.allSettled(
    checks.map(async ({ name, look }, number): Promise<SelfTest['checks'][number]> => {
      const keyOf = (part: string) => {
        const key = `${run}${number}/${part}`
        used.add(key)
        return key
      }
      const note = await withBudget(() => look(keyOf))
      return note === undefined ? { name, ok: true } : { name, ok: false, note }
    }),
  )
  await withBudget(() => Promise.all([...used].map(kv.remove)))
  const results = outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason
    return outcome.value
  })
  const ok = results.every((one) => one.ok)
  const ranAt = new Date().toISOString()
  return withBudget(async () => {
    const passedAt = ok ? ranAt : ((await lastSelfTest())?.passedAt ?? null)
    const result = { ok, ranAt, passedAt, checks: results }
    await kv.put(LAST, result)
    return result
  })
}
