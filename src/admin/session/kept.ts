import { atom, onMount } from 'nanostores'
import { type News, newsOfSession, tellTabs } from '../api/ask.ts'
import { keptPages } from '../api/kept-pages.ts'
import { triggerRetry } from '../api/use-request.ts'
import { $outcome, $unseen } from '../parts/Notice.tsx'

/** What the tab keeps, in its sessionStorage, over a sign-in or a reload. */
function keptAs<T>(key: string) {
  return {
    read(): Partial<T> {
      try {
        // Only `write` below writes there.
        return JSON.parse(String(sessionStorage[key] ?? '{}')) as Partial<T>
      } catch {
        // Storage may be forbidden; then nothing outlives the page.
        return {}
      }
    },
    write(value: T | undefined) {
      try {
        if (value) sessionStorage[key] = JSON.stringify(value)
        else sessionStorage.removeItem(key)
      } catch {
        // The same.
      }
    },
  }
}

/**
 * The route that the user asked for before the sign-in, and whether the session is known to be over:
 * if not, the sign-in page says so (src/pages/admin/login.astro). It is kept in the tab and not in
 * the address, because a search may hold an email address.
 */
const route = keptAs<{ address: string; state: unknown; isOver: boolean }>('admin-route')

export const keepRoute = (isOver: boolean) =>
  route.write({ address: location.search, state: history.state, isOver })

export const keptAddress = (): string => `/admin${route.read().address ?? ''}`

/** Gives the history of the opened address what it held before the sign-in, and forgets it. */
export function restoreRoute() {
  const { address, state } = route.read()
  if (state && address === location.search) history.replaceState(state, '')
  route.write(undefined)
}

/** Unsaved text, and the version of the note that it is based on. */
type NoteDraft = { text: string; version: number }
type NoteDrafts = Partial<Record<string, NoteDraft>>

const notes = keptAs<NoteDrafts>('admin-notes')

/** By the record's id. A draft outlives the open record, a reload, and a new sign-in. */
export const $noteDrafts = atom<NoteDrafts>(notes.read())

function keep(drafts: NoteDrafts) {
  $noteDrafts.set(drafts)
  notes.write(Object.keys(drafts).length > 0 ? drafts : undefined)
}

export const keepDraft = (id: string, draft: NoteDraft) =>
  keep({ ...$noteDrafts.get(), [id]: draft })

export function dropDraft(id: string) {
  const { [id]: dropped, ...others } = $noteDrafts.get()
  if (dropped) keep(others)
}

export const hasDrafts = () => Object.keys($noteDrafts.get()).length > 0

/** After a logout nothing of the studio's stays in the tab. */
const dropAllDrafts = () => keep({})

/** Set after a sign-out in another tab, or a removal, until the next sign-in. */
export const $signedOut = atom<{ isRemoved: boolean; hadDrafts: boolean } | undefined>()

/** Since the session has ended: the sign-in is open above the page, or the user has put it off. */
export const $signIn = atom<'open' | 'put off' | undefined>()

/** The tab that signs out leaves, and says nothing of another tab. */
let isLeaving = false

onMount($signedOut, () => {
  const channel = newsOfSession()
  channel.onmessage = ({ data }: MessageEvent<News>) => {
    const isOut = data !== 'signed in'
    // Each refused request of a removed person says so.
    if (isLeaving || (isOut && $signedOut.get())) return
    $signedOut.set(isOut ? { isRemoved: data === 'removed', hadDrafts: hasDrafts() } : undefined)
    $signIn.set(undefined)
    // Another person may sign in.
    keptPages.clear()
    $outcome.set(undefined)
    if (isOut) {
      $unseen.set([])
      dropAllDrafts()
    } else triggerRetry()
  }
  return () => channel.close()
})

/** Leaves for the sign-in page. It never resolves, since the page is about to go. */
export function leaveForSignIn(): Promise<never> {
  isLeaving = true
  tellTabs('signed out')
  dropAllDrafts()
  location.replace('/admin/login')
  return new Promise(() => {})
}
