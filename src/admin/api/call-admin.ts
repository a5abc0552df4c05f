import { atom } from 'nanostores'
import type { SessionAnswer } from '#api/admin-contract.ts'
import { call, type CallOptions } from '../../api/call.ts'
import { remember } from './remember.ts'
import { refusalIn, statusOf } from './failure.ts'
import { fetchNoting } from './new-version.ts'

// Each function here throws what `call` throws: ApiError, or what fetch throws.

export type News = 'signed in' | 'signed out' | 'removed'

export const newsOfSession = () => new BroadcastChannel('admin-session')

/**
 * Tells all tabs, this one too. A posted message arrives even after the channel is closed. The
 * sign-in page reads the last news (src/pages/admin/login.astro).
 */
export function tellTabs(news: News) {
  remember('admin-news', news)
  const channel = newsOfSession()
  channel.postMessage(news)
  channel.close()
}

let refreshing: Promise<SessionAnswer> | undefined

/** Renews the session; simultaneous callers share one request. */
export const refresh = (): Promise<SessionAnswer> =>
  (refreshing ??= callAdminQuietly<SessionAnswer>('refresh', {}).finally(() => {
    refreshing = undefined
  }))

/** Every answer has one of these (src/api/admin-contract.ts); what a proxy answers hardly ever has. */
const KEY = /^(ok|id|items|weeks|channels|member|sent|erased|challenge)$/

/** A store that was never tested has no result. */
const isAnswer = (path: string, answer: unknown): boolean =>
  answer ? Object.keys(answer).some((key) => KEY.test(key)) : path === 'self-test'

/** Calls the admin API without renewing the session, as the dashboard does on its own. */
export async function callAdminQuietly<T>(
  path: string,
  options: CallOptions = { method: 'GET' },
): Promise<T> {
  const asked = call(`/api/admin/${path}`, { fetch: fetchNoting, ...options })
  const answer = await asked.catch((error: unknown) => {
    if (refusalIn(error).removed) tellTabs('removed')
    throw error
  })
  if (!isAnswer(path, answer)) throw new TypeError(path)
  // The functions hold their answers to the contract (src/api/admin-contract.ts).
  return answer as T
}

/** A request waits for a new sign-in; true lets it go on. */
export const $asksAgain = atom<((isSignedIn: boolean) => void) | undefined>()

/** Asks the person to sign in again. The shell shows the question. */
function signInAgain(): Promise<boolean> {
  // Of two requests that wait, the later one asks for both.
  const before = $asksAgain.get()
  return new Promise((resolve) => {
    $asksAgain.set((isSignedIn) => {
      $asksAgain.set(undefined)
      before?.(isSignedIn)
      resolve(isSignedIn)
    })
  })
}

/**
 * Calls the admin API. A stale session (401) is refreshed once, and where the server wants a younger
 * sign-in (403) the person is asked to sign in; then the call is made again.
 */
export async function callAdmin<T>(
  path: string,
  method: NonNullable<CallOptions['method']>,
  options: CallOptions = {},
): Promise<T> {
  const sendOnce = () => callAdminQuietly<T>(path, { ...options, method })
  const send = () =>
    sendOnce().catch(async (error: unknown) => {
      const wantsAgain = statusOf(error) === 403 && refusalIn(error).again
      if (!wantsAgain || !(await signInAgain())) throw error
      return sendOnce()
    })
  return send().catch(async (error: unknown) => {
    if (statusOf(error) !== 401) throw error
    await refresh()
    return send()
  })
}
