import { forms } from '#forms/index.ts'
import * as collection from './collection.ts'
import type { Claim } from './claim.ts'
import * as kv from './kv.ts'
import { bornAt } from './record-id.ts'
import { heldIn, type Stored } from './submission.ts'

/**
 * Counts the whole store again and compares it with everything that is derived from the records:
 * tallies, claims, and what a crash can leave behind. With `fix`, derived keys are rebuilt from the
 * records alone and leftovers are swept; records themselves are never touched.
 */

export type Finding = { what: string; keys: string[] }

/** Signed keys and sessions are long over after this many milliseconds. */
const DAY = 24 * 60 * 60 * 1_000

export async function checkStore({ fix }: { fix: boolean }): Promise<Finding[]> {
  const names = forms.flatMap((form) => [form.collection, heldIn(form.collection)])
  const found = [
    ...(await Promise.all(names.map((name) => checkCollection(name, fix)))).flat(),
    await checkClaims(names, fix),
    await sweepExpired('nonce', fix),
    await sweepExpired('session', fix),
    await sweepExpired('window', fix),
  ]
  return found.filter(({ keys }) => keys.length > 0)
}

async function checkCollection(name: string, fix: boolean): Promise<Finding[]> {
  const { added, removed } = await keysOf(name)
  const leftovers = [...added].filter((id) => removed.has(id)).map((id) => `rec/${name}/${id}`)
  if (fix) await Promise.all(leftovers.map(kv.remove))
  const truth = added.size - leftovers.length
  const total = await collection.total(name)
  if (fix && total !== truth) await kv.remove(`counts/${name}`)
  return [
    { what: 'removed, but not erased yet', keys: leftovers },
    { what: `counts ${total} where ${truth} are`, keys: total === truth ? [] : [`counts/${name}`] },
  ]
}

async function keysOf(name: string) {
  const ids = async (kind: string) =>
    new Set((await kv.list(`${kind}/${name}/`)).map((key) => key.slice(key.lastIndexOf('/') + 1)))
  // In this order: what is removed in between shows as removed.
  const added = await ids('rec')
  return { added, removed: await ids('gone') }
}

/** Every record has its claim. A claim without a record is no fault: its next retry takes it over. */
async function checkClaims(names: string[], fix: boolean): Promise<Finding> {
  const records = (await Promise.all(names.map((name) => kv.list(`rec/${name}/`)))).flat()
  const claims = new Set(await kv.list('claim/'))
  const missing: string[] = []
  for (const key of records) {
    const stored = (await kv.get(key))?.value as Stored | undefined
    if (!stored || claims.has(`claim/${stored.attempt}`)) continue
    missing.push(key)
    if (!fix) continue
    const { id, doubts = [] } = stored.submission
    const claim: Claim = { id, digest: stored.digest, doubts }
    await kv.create(`claim/${stored.attempt}`, claim)
  }
  return { what: 'without the claim that makes a retry find it', keys: missing }
}

/** Keys whose last part begins with the moment they are good for, and are good for nothing since. */
async function sweepExpired(kind: string, fix: boolean): Promise<Finding> {
  const keys = await kv.list(`${kind}/`)
  const age = (key: string) => Date.now() - bornAt(key.slice(key.lastIndexOf('/') + 1))
  const expired = keys.filter((key) => age(key) > DAY)
  if (fix) await Promise.all(expired.map(kv.remove))
  return { what: 'expired', keys: expired }
}
