import { lastCheck } from '#server/canary/last-check.ts'
import { everyCollection, type Collection } from '#server/collections/collection.ts'
import { idsWithin } from '#server/collections/counts.ts'
import { idOf, notifyKey } from '#server/collections/keys.ts'
import { entriesIn, type Span } from '#server/collections/spans.ts'
import { logFailure } from '#server/http/log.ts'
import * as kv from '#server/storage/kv.ts'
import { idPrefixAt } from '#server/storage/record-id.ts'
import { selfTest } from '#server/storage/self-test.ts'
import { refAt, refKey } from './outbox/notification.ts'

/** Says on Mondays how the week went, whatever happened: a studio that hears nothing must ask why. */
export async function weekInWords(from: number, to: number): Promise<string> {
  const span = { from: idPrefixAt(to - 1), to: idPrefixAt(from - 1) }
  const [{ came, told }, test, check] = await Promise.all([
    countTold(span),
    selfTest().catch(logFailure),
    lastCheck(),
  ])
  const isWell = told === came && test?.ok === true && check !== null && check.why === null
  const facts = [
    `${came} came`,
    `the studio was told of ${told}`,
    test ? `the self-test ${test.ok ? 'passed' : 'failed'}` : 'the self-test could not be run',
    ...(check ? [] : ['the daily check has never run']),
  ]
  return `${isWell ? 'All is well' : 'Not all is well'}: ${facts.join(', ')}.`
}

/** How many listed records came, and how many of them every channel has delivered. */
async function countTold(span: Span): Promise<{ came: number; told: number }> {
  const open = (await Promise.all(['pending/', 'failed/'].map(kv.list))).flat()
  const untold = new Set(open.map((key) => refKey(refAt(key))))
  const counts = { came: 0, told: 0 }
  for (const collection of await everyCollection()) {
    const ids = await idsWithin(collection, span)
    const tried = await triedWithin(collection, span)
    counts.came += ids.length
    counts.told += ids.filter(
      (id) => tried.has(id) && !untold.has(`${collection.name}/${id}`),
    ).length
  }
  return counts
}

/** The ids of records with at least one try. */
const triedWithin = async ({ name }: Collection, span: Span): Promise<ReadonlySet<string>> =>
  new Set((await entriesIn(notifyKey(name, ''), span)).map(({ key }) => idOf(key)))
