import { expect } from 'vitest'
import type { StatusCounts } from '#api/admin-contract.ts'
import { askRecords, askWaitlist, ownPage, sendMessage, signIn } from './studio.ts'

/** Reads and changes submissions by real requests of the admin. */

export type State = {
  seenAt: string | null
  answeredAt: string | null
  dueAt: string | null
  note?: string | null
  hasNote?: boolean
  version: number
}
export type InboxRecord = { id: string; createdAt: string; email: string; state?: State }
export type InboxPage = {
  items: InboxRecord[]
  total: number
  next: string | null
  counts: StatusCounts
}

/** Sends a request below /api/admin/, including waitlists. */
export async function asAdmin(path: string, method = 'GET', body?: unknown): Promise<Response> {
  const headers = { ...(await signIn()), ...ownPage }
  const asked = { method, headers, ...(body !== undefined && { body }) }
  return path.startsWith('waitlist/')
    ? askWaitlist(path.replace('waitlist/', ''), asked)
    : askRecords(path, asked)
}

/** Like `asAdmin`, but a status other than 200 fails the test. */
export async function answerTo<T>(path: string, method = 'GET', body?: unknown): Promise<T> {
  const answer = await asAdmin(path, method, body)
  expect(answer.status, `${method} ${path}: ${await answer.clone().text()}`).toBe(200)
  return (await answer.json()) as T
}

export const pageOf = (path: string) => answerTo<InboxPage>(path)
export const change = (path: string, body: unknown) => answerTo<InboxRecord>(path, 'PATCH', body)

/** Sends a message; returns its path below /api/admin/. */
export async function newMessage(answers: Record<string, unknown> = {}): Promise<string> {
  const { id } = (await (await sendMessage(answers)).json()) as { id: string }
  return `contact-submissions/${id}`
}
