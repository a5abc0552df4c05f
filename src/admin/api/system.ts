import type * as Contract from '#api/admin-contract.ts'
import { ask } from './ask.ts'

/** A request's whole time on Netlify. */
const SELF_TEST_MS = 60_000

/** The last run of the self-test, or null before the first. */
export const readSelfTest = (): Promise<Contract.SelfTest | null> => ask('self-test', 'GET')

export const runSelfTest = (): Promise<Contract.SelfTest> =>
  ask('self-test', 'POST', { timeOutMs: SELF_TEST_MS })

/** The last weeks, all forms together, the oldest first. */
export const readWeeks = async (): Promise<Contract.Week[]> =>
  (await ask<Contract.WeeksAnswer>('weeks', 'GET')).weeks

/** A test waits for every channel. */
const TEST_MS = 15_000

export const readNotifications = (): Promise<Contract.NotificationsAnswer> =>
  ask('notifications', 'GET')

export const testNotifications = (): Promise<Contract.TestAnswer> =>
  ask('notifications/test', 'POST', { timeOutMs: TEST_MS })
