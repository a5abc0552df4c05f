import type { Context } from '@netlify/functions'
import adminNotifications from '#functions/admin-notifications.ts'
import { origin } from '../studio.ts'

/** Calls the notifications' function as the dashboard does, and waits for its later work. */
export async function askNotifications(
  action: string,
  headers: Record<string, string>,
  body?: object,
) {
  const later: Promise<unknown>[] = []
  const request = new Request(`${origin}/api/admin/notifications${action && `/${action}`}`, {
    method: action ? 'POST' : 'GET',
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  // The handler reads only these fields.
  const context = {
    ip: '203.0.113.7',
    params: action ? { action } : {},
    url: new URL(request.url),
    deploy: { context: 'dev' },
    waitUntil: (work: Promise<unknown>) => void later.push(work),
  } as unknown as Context
  const answer = await adminNotifications(request, context)
  await Promise.all(later)
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}
