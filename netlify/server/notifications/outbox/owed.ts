import { randomUUID } from 'node:crypto'
import { change } from '#server/storage/change.ts'
import * as kv from '#server/storage/kv.ts'
import type { Channel } from '../settings.ts'

/**
 * What the studio is owed: a note that a submission has come, kept from before the visitor's answer
 * until every channel has told of it. It holds no answers; its key says which record it stands for.
 *
 *     owed/<name>/<id>      not told yet by every channel
 *     told/<name>/<id>      what became of it, by channel (told.ts)
 *     failed/<name>/<id>    one of these channels was given up
 */

/** Whoever has taken something for longer than this has died: no try takes half as long. */
export const TAKEN_MS = 2 * 60_000

/** Who has taken it, and when. */
export type Taken = { by: string; at: number }

/** What one channel did so far. */
export type Progress = {
  tries: number
  toldAt?: string
  /** Why the last try failed, in words. */
  why?: string
  taken?: Taken
}

/** Since when it is owed, in milliseconds since 1970. */
export type Owed = { at: number } & Partial<Record<Channel, Progress>>

/** The record that is owed for. */
export type Debt = { name: string; id: string }

export const owedKey = ({ name, id }: Debt) => `owed/${name}/${id}`

/** The debt that a key of any of the three kinds stands for. */
export function debtAt(key: string): Debt {
  const [, name = '', id = ''] = key.split('/')
  return { name, id }
}

/** Takes something for a try. */
export const take = (): Taken => ({ by: randomUUID(), at: Date.now() })

/** Whether somebody who may still live has it. A clock that went back makes nobody wait for it. */
export const isTaken = (taken: Taken | undefined): boolean =>
  taken !== undefined && Math.abs(Date.now() - taken.at) < TAKEN_MS

/** What is owed, or null. */
export async function readOwed(debt: Debt): Promise<Owed | null> {
  const found = await kv.get(owedKey(debt))
  return found && owedIn(found.value)
}

/** Changes what is owed by compare-and-set; null where nothing is, or `to` wants no change. */
export const changeOwed = (debt: Debt, to: (owed: Owed) => Owed | null): Promise<Owed | null> =>
  change(owedKey(debt), (value) => (value === undefined ? null : to(owedIn(value))))

/** A damaged entry is owed from the beginning. */
function owedIn(value: unknown): Owed {
  const { at, mail, webhook } = (value ?? {}) as Partial<Owed>
  return { at: Number(at) || 0, ...(mail && { mail }), ...(webhook && { webhook }) }
}
