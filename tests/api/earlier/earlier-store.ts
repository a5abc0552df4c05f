import { readFileSync } from 'node:fs'
import { forms } from '#forms/index.ts'
import * as kv from '#server/storage/kv.ts'
import { useEmptyStore } from '../filled-store.ts'
import { send } from '../studio.ts'

/**
 * A small store as the code of 23 November 2026 left it: claims that name no collection and no
 * attempt, an outbox of `owed/`, `told/`, `gathered/` and `mails`, and rows of that time. That code
 * wrote each value itself, for invented people: Ada has sent every form; Bob's message has a note;
 * Carol's records were deleted, and Heidi's in the moment in which the process died; Mallory's came with
 * signals, as did Dave's, which was released; Erin's is held by hand; Frank's mail was given up; Ivan
 * and 21 guests are owed; Grace's application broke off between its file and its record.
 */

type Sent = { sent: string; id: string; form: string; answers: Record<string, unknown> }
type Entry = { etag: number; key: string; json?: unknown; base64?: string }

const lines = readFileSync(new URL('earlier-store.ndjson', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as { at: string } | Sent | Entry)

/** When the store was left. */
export const LEFT_AT = Date.parse(lines.flatMap((line) => ('at' in line ? [line.at] : [])).join())
export const GUESTS = 21

const attempts = lines.flatMap((line) => ('sent' in line ? [line] : []))
const entries = lines.flatMap((line) => ('key' in line ? [line] : []))

/** What somebody sent to a collection. */
export function sentBy(who: string, to = 'contact-submissions'): Sent {
  const found = attempts.find(({ sent }) => sent === `${who}:${to}`)
  if (!found) throw new Error(`${who} has sent nothing to ${to}.`)
  return found
}

/** The id under which it stands. */
export const idOf = (who: string, to?: string) => sentBy(who, to).id

/** The browser sends the same attempt once more. */
export async function sendAgain({ sent, form, answers }: Sent): Promise<Response> {
  const asked = forms.find(({ name }) => name === form)
  if (!asked) throw new Error(`There is no form "${form}".`)
  return send(asked, answers, sent)
}

/**
 * Puts all of it into a store of the test's own. Rows name the etags of states; a local store numbers
 * its writes, so that each value gets its etag again.
 */
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
