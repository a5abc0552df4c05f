import { ask } from './ask.ts'

/** Where the studio is told of a submission. */
export type Channel = 'mail' | 'webhook'

/** What became of telling of one record, through one channel. Times are ISO 8601. */
export type Telling =
  | { toldAt: string }
  | { owedSince: string; tries: number; mostTries: number; why: string | null }
  | { failedAt: string; why: string }

/** By channel; nothing of one that is not set. */
export type Told = Partial<Record<Channel, Telling>>

/** How notifications fare. */
export type Notifications = {
  channels: {
    channel: Channel
    isSet: boolean
    /** What is to be set otherwise, in sentences. */
    wrong: string[]
    deliveredAt: string | null
    failedAt: string | null
    why: string | null
  }[]
  owed: number
  failed: {
    total: number
    items: { id: string; reference: string; why: Partial<Record<Channel, string>> }[]
  }
  /** When a resume was last not kept for want of room, within a day, and the day's limit. */
  files: { limitMib: number; refusedAt: string | null }
}

/** What came of a test. */
export type TestOutcome = Partial<
  Record<Channel, { ok: true; note?: string } | { ok: false; why: string }>
>

/** A test waits for every channel. */
const TEST_MS = 15_000

export const readNotifications = async (): Promise<Notifications> =>
  // The functions of this repository answer.
  (await ask('notifications', 'GET')) as Notifications

/** Sends a test through every channel. */
export const testNotifications = async (): Promise<TestOutcome> =>
  // As above.
  ((await ask('notifications/test', 'POST', { timeOutMs: TEST_MS })) as { channels: TestOutcome })
    .channels

/** Sends again what was given up: all of it, or one record. */
export const sendAgain = async (
  record: { collection: string; projectSlug?: string; id: string } | Record<string, never>,
): Promise<{ sent: number; left: number }> =>
  // As above.
  (await ask('notifications/send-again', 'POST', { body: record })) as {
    sent: number
    left: number
  }
