import { contact } from '#forms/contact.ts'
import { forms } from '#forms/index.ts'
import type { Calls } from './calls.ts'
import { sum, times, type Use } from './credits.ts'
import { sendOne } from './submissions.ts'

const MINUTES_A_DAY = 24 * 60
const ADDRESS = '198.51.100.7'
/** `rateLimit` of forms.ts: beyond it Netlify answers without a function. */
const SENT_A_MINUTE = 300
/** Of each form in ten minutes: as many as FLOOD_LIMIT, and three times as many held ones. */
const WINDOW = { minutes: 10, stored: 80 }
/** `rateLimit` of admin-session.ts, and the refused tries of one address in a quarter of an hour. */
const TRIED_A_MINUTE = 120
const TRIES = { minutes: 15, checked: 10 }
/** Of the many refused calls that are all alike, so many are made. */
const SAMPLE = 20

/**
 * A day in which one address sends every form, each time with a solved bot check, and tries
 * passwords, both at the most that Netlify lets through. It runs the first window of one form and of
 * the sign-in, and a sample of what is refused in it.
 */
export async function floodDay(calls: Calls): Promise<Use> {
  calls.take()
  const [stored, unstored] = await eachOf(calls, WINDOW.stored, () =>
    sendOne(calls, contact, ADDRESS),
  )
  const body = { email: 'nobody@example.com', password: 'nothing' }
  const [checked, unchecked] = await eachOf(calls, TRIES.checked, () =>
    calls.send('/api/admin/login', { method: 'POST', body, address: ADDRESS }),
  )
  const allStored = WINDOW.stored * forms.length
  const window = [
    times(stored, allStored),
    times(unstored, SENT_A_MINUTE * WINDOW.minutes - allStored),
  ]
  const tries = [
    times(checked, TRIES.checked),
    times(unchecked, TRIED_A_MINUTE * TRIES.minutes - TRIES.checked),
  ]
  return sum([
    times(sum(window), MINUTES_A_DAY / WINDOW.minutes),
    times(sum(tries), MINUTES_A_DAY / TRIES.minutes),
  ])
}

/** What one of the first calls uses, and one of those that are refused after them. */
async function eachOf(calls: Calls, first: number, act: () => Promise<Response>) {
  for (let i = 0; i < first; i++) await act()
  const admitted = times(calls.take(), 1 / first)
  for (let i = 0; i < SAMPLE; i++) {
    const { status } = await act()
    if (status < 429) throw new Error(`A call beyond the limit was answered ${status}.`)
  }
  return [admitted, times(calls.take(), 1 / SAMPLE)] as const
}
