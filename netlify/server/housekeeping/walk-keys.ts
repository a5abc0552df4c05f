import { StorageDown } from '#server/storage/faults.ts'
import * as kv from '#server/storage/kv.ts'

/** Keys below a beginning that has more than this are found part by part, by their next digit. */
const MOST_KEYS = 1_000
/** The digits of an id's time; behind them keys are told apart by chance. */
const TIME_DIGITS = 13

/**
 * All keys below `root` ("rec/contact-submissions/") that come behind the key `after`, in order, some
 * at a time. However many there are, beginning behind any of them costs a few listings.
 */
export const keysBehind = (root: string, after: string): AsyncGenerator<string[]> =>
  walk(root, '', after)

async function* walk(root: string, digits: string, after: string): AsyncGenerator<string[]> {
  const begin = root + digits
  // All its keys come before the one behind which this begins.
  if (after > begin && !after.startsWith(begin)) return
  const keys = await keysAt(begin, digits.length < TIME_DIGITS)
  if (keys) {
    const behind = keys.filter((key) => key > after)
    if (behind.length > 0) yield behind
    return
  }
  for (let digit = 0; digit < 10; digit++) yield* walk(root, `${digits}${digit}`, after)
}

/** The keys that begin so, in order; null where they are many and can be parted. */
async function keysAt(begin: string, canBeParted: boolean): Promise<string[] | null> {
  const keys: string[] = []
  for await (const page of kv.listPages(begin)) {
    keys.push(...page.map(({ key }) => key))
    if (canBeParted && keys.length >= MOST_KEYS) return null
  }
  return keys.sort()
}

/** In every store that anybody has signed in to, or sent a form to. */
const KNOWN = 'secret/site'

/**
 * Throws unless listings show a key that is certainly there. One that comes back empty is an outage:
 * a backup made of it would look whole and hold nothing.
 */
export async function requireListings(): Promise<void> {
  if (!(await kv.get(KNOWN))) return
  if ((await kv.list(KNOWN)).includes(KNOWN)) return
  throw new StorageDown('A listing lacks a key that is there.')
}
