import type {
  ListAddress,
  NotificationsAnswer,
  SendAgainAnswer,
  TestAnswer,
} from '#api/admin-contract.ts'
import { ask } from './ask.ts'

/** A test waits for every channel. */
const TEST_MS = 15_000

export const readNotifications = (): Promise<NotificationsAnswer> => ask('notifications', 'GET')

/** Sends a test through every channel. */
export const testNotifications = (): Promise<TestAnswer> =>
  ask('notifications/test', 'POST', { timeOutMs: TEST_MS })

/** Sends again what was given up: all of it, or one record. */
export const sendAgain = (record?: ListAddress & { id: string }): Promise<SendAgainAnswer> =>
  ask('notifications/send-again', 'POST', { body: record ?? {} })
