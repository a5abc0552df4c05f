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

export const testNotifications = (): Promise<TestAnswer> =>
  ask('notifications/test', 'POST', { timeOutMs: TEST_MS })

/** Sends one failed notification again, or all of them. */
export const sendAgain = (record?: ListAddress & { id: string }): Promise<SendAgainAnswer> =>
  ask('notifications/send-again', 'POST', { body: record ?? {} })
