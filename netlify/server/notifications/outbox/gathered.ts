import pMap from 'p-map'
import { goneKey, idOf, recordKey, stateKey } from '#server/collections/keys.ts'
import { isHidden } from '#server/collections/rows/row.ts'
import { entriesIn } from '#server/collections/spans.ts'
import { look, rowOf } from '#server/collections/truth.ts'
import * as kv from '#server/storage/kv.ts'
import { through } from '../channels.ts'
import { collectionOfDebt } from './deliver.ts'
import { changeHour, isTimeToGather, type Hour } from './hour.ts'
import { listMail, MOST_NAMED } from '../mail/list-mail.ts'
import { recordMail } from '../mail/record-mail.ts'
import { sendMail } from '../mail/send-mail.ts'
import { noticeOf, type Notice } from '../notice.ts'
import type { Outcome } from '../outcome.ts'
import { changeOwed, isTaken, take, type Debt, type Owed, type Progress } from './owed.ts'
import { isDue } from './retries.ts'
import type { NotifySettings } from '../settings.ts'
import { isOver, settle } from './told.ts'

/**
 * A gathered mail stands for many debts. It is made once, by the moment since which mails were
 * gathered, and then made known in the hour: from then on nobody mails one of its records singly.
 */
export type Gathered = { at: number; debts: Debt[] } & Progress

const AT_ONCE = 64
const nameOf = (since: number) => String(since)
const gatheredKey = (name: string) => `gathered/${name}`

/** A gathered mail, or null where it is over. */
export const readGathered = async (name: string): Promise<Gathered | null> =>
  // Only this file writes there.
  ((await kv.get(gatheredKey(name)))?.value ?? null) as Gathered | null

/** Gathers what is owed by mail and nobody is about to send, where it is time; changes the hour. */
export async function gather(hour: Hour, debts: readonly Debt[]): Promise<void> {
  const { gatheringSince: since } = hour
  if (since === null || !isTimeToGather(hour)) return
  const name = nameOf(since)
  if (debts.length > 0) {
    const gathered: Gathered = { at: Date.now(), debts: [...debts], tries: 0 }
    await kv.create(gatheredKey(name), gathered)
  }
  const isMade = debts.length > 0 || (await readGathered(name)) !== null
  await changeHour((now) =>
    now.gatheringSince === since
      ? { ...now, gatheringSince: null, gathered: [...now.gathered, ...(isMade ? [name] : [])] }
      : null,
  )
}

/** Sends a gathered mail where it is due, and notes what became of it for all that it covers. */
export async function deliverGathered(
  name: string,
  settings: NotifySettings,
  isTime: () => boolean,
): Promise<void> {
  const found = await kv.get(gatheredKey(name))
  // As above.
  const standing = (found?.value ?? null) as Gathered | null
  const isToSend = found && standing && !isOver(standing)
  const gathered = isToSend ? await tryOnce(name, standing, found.etag, settings) : standing
  if (gathered && !isOver(gathered)) return
  if (gathered && !(await noteAll(gathered, settings, isTime))) return
  await changeHour((hour) => ({ ...hour, gathered: hour.gathered.filter((one) => one !== name) }))
  await kv.remove(gatheredKey(name))
}

/** The gathered mail as it is after a try, where one is due and nobody else makes it. */
async function tryOnce(
  name: string,
  standing: Gathered,
  etag: string,
  settings: NotifySettings,
): Promise<Gathered> {
  const { at, tries, taken, ...rest } = standing
  if (!isDue(at, tries) || isTaken(taken)) return standing
  // What is not there now is covered no longer: it may be completed, or released, later.
  const debts = await aliveOf(standing.debts)
  const mine = { ...rest, at, tries, debts }
  if (!(await kv.replace(gatheredKey(name), { ...mine, taken: take() }, etag))) return standing
  const outcome = await send(name, debts, settings)
  const told = outcome.ok ? { toldAt: new Date(Date.now()).toISOString() } : { why: outcome.why }
  const gathered = { ...mine, tries: tries + 1, ...told }
  await kv.put(gatheredKey(name), gathered)
  return gathered
}

async function send(
  name: string,
  debts: readonly Debt[],
  settings: NotifySettings,
): Promise<Outcome> {
  const read = await pMap(debts.slice(0, MOST_NAMED), noticeOfDebt)
  const named = read.filter((one) => one !== null)
  const [first] = named
  // All of them were removed in the last moment.
  if (!first) return { ok: true }
  const mail =
    debts.length === 1
      ? await recordMail(first)
      : await listMail(`gathered-${name}`, named, debts.length)
  return through('mail', settings, () => sendMail(settings.mail, mail))
}

/** Those that can be told of, the oldest first: by keys alone as far as that goes, as they may be many. */
async function aliveOf(debts: readonly Debt[]): Promise<Debt[]> {
  const byName = Map.groupBy(debts, ({ name }) => name)
  const found = await pMap([...byName], async ([name, some]) => {
    const ids = some.map(({ id }) => id).sort()
    const span = { from: ids[0] ?? '', to: `${ids.at(-1) ?? ''}~` }
    const keys = [recordKey(name, ''), goneKey(name, ''), stateKey(name, '')]
    const [there, gone, touched] = await Promise.all(
      keys.map(async (root) => new Set((await entriesIn(root, span)).map(({ key }) => idOf(key)))),
    )
    const present = some.filter(({ id }) => there?.has(id) && !gone?.has(id))
    // Only of what the studio has touched it must be read whether it is held now.
    const isShown = await pMap(
      present,
      async (debt) => !touched?.has(debt.id) || (await noticeOfDebt(debt)) !== null,
      { concurrency: AT_ONCE },
    )
    return present.filter((_, place) => isShown[place])
  })
  return found.flat().sort((one, other) => (one.id < other.id ? 1 : -1))
}

async function noticeOfDebt(debt: Debt): Promise<Notice | null> {
  const collection = collectionOfDebt(debt)
  const row = collection && rowOf(await look(collection, debt.id))
  return row && !isHidden(row) ? noticeOf(collection, row.submission) : null
}

/** False where there was not time for all. */
async function noteAll(
  { debts, toldAt, tries, why }: Gathered,
  { wanted }: NotifySettings,
  isTime: () => boolean,
): Promise<boolean> {
  const noted = await pMap(
    debts,
    async (debt) => {
      if (!isTime()) return false
      const mail = {
        tries,
        ...(toldAt !== undefined && { toldAt }),
        ...(why !== undefined && { why }),
      }
      const change = (owed: Owed) => (isOver(owed.mail) ? owed : { ...owed, mail })
      const owed = await changeOwed(debt, change)
      if (owed) await settle(debt, owed, wanted)
      return true
    },
    { concurrency: AT_ONCE },
  )
  return noted.every(Boolean)
}
