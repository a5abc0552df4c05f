import * as kv from './kv.ts'

/** Keys below a beginning that has more than this are found part by part, by their next digit. */
const MOST_KEYS = 1_000
/** The digits of an id's time; what comes after them is random. */
const TIME_DIGITS = 13

/** All keys below `root` after the key `after`, in order, some at a time; to begin costs a few listings. */
export const keysAfter = (root: string, after: string): AsyncGenerator<string[]> =>
  walk(root, '', after)

async function* walk(root: string, digits: string, after: string): AsyncGenerator<string[]> {
  const begin = root + digits
  // All its keys come before `after`.
  if (after > begin && !after.startsWith(begin)) return
  const keys = await keysAt(begin, digits.length < TIME_DIGITS)
  if (keys) {
    const later = keys.filter((key) => key > after)
    if (later.length > 0) yield later
    return
  }
  for (let digit = 0; digit < 10; digit++) yield* walk(root, `${digits}${digit}`, after)
}

/** The keys that begin so, in order; null where they are many and can be split. */
async function keysAt(begin: string, canBeSplit: boolean): Promise<string[] | null> {
  const keys: string[] = []
  for await (const page of kv.listPages(begin)) {
    keys.push(...page.map(({ key }) => key))
    if (canBeSplit && keys.length >= MOST_KEYS) return null
  }
  return keys.sort()
}
