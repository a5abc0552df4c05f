import { readFileSync } from 'node:fs'
import { forms } from '#forms/index.ts'
import * as kv from '#server/storage/kv.ts'
import { useEmptyStore } from '../filled-store.ts'
import { send } from '../studio.ts'

/**
 * A small store as the code of 23 November 2026 left it. Its claims name no collection and no
 * attempt, its outbox has the keys `owed/`, `told/`, `gathered/` and `mails`, and its rows have the
 * old format. The old code wrote each value, for invented people. Ada has sent every form. Bob's
 * message has a note. Carol's records were deleted. The process died while it deleted Heidi's
 * record. The messages of Mallory and Dave had signals, and Dave's was released. Erin's message is
 * held by hand. Frank's mail was given up. The messages of Ivan and 21 guests are pending. Grace's
 * application has a file and no record.
 */

type Sent = { sent: string; id: string; form: string; answers: Record<string, unknown> }
type Entry = { etag: number; key: string; json?: unknown; base64?: string }

const lines = readFileSync(new URL('earlier-store.ndjson', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as { at: string } | Sent | Entry)

/** The time of the last write to the store. */
export const LEFT_AT = Date.parse(lines.flatMap((line) => ('at' in line ? [line.at] : [])).join())
export const GUESTS = 21

const attempts = lines.flatMap((line) => ('sent' in line ? [line] : []))
const entries = lines.flatMap((line) => ('key' in line ? [line] : []))

/** The attempt of this person for this collection. */
export function sentBy(who: string, to = 'contact-submissions'): Sent {
  const found = attempts.find(({ sent }) => sent === `${who}:${to}`)
  if (!found) throw new Error(`${who} has sent nothing to ${to}.`)
  return found
}

export const idOf = (who: string, to?: string) => sentBy(who, to).id

export async function sendAgain({ sent, form, answers }: Sent): Promise<Response> {
  const asked = forms.find(({ name }) => name === form)
  if (!asked) throw new Error(`There is no form "${form}".`)
  return send(asked, answers, sent)
}

/** Puts all values into the test's store. Each gets its old etag, because rows name etags. */
export async function useEarlierStore(): Promise<void> {
  await useEmptyStore()
  const left = entries.values()
  let entry = left.next().value
  for (let etag = 1; entry; etag++) {
    const isTurn = etag === entry.etag
    const { key, json, base64 } = isTurn ? entry : { key: 'nothing' }
    const bytes = base64 ? Buffer.from(base64, 'base64') : Buffer.from(JSON.stringify(json ?? null))
    await kv.putFile(key, new Uint8Array(bytes).buffer)
    if (isTurn) entry = left.next().value
  }
  await kv.remove('nothing')
}
