import { atom, onMount } from 'nanostores'
import { type News, newsOfSession, tellTabs } from '../api/call-admin.ts'
import { keptPages } from '../api/kept-pages.ts'
import { triggerRetry } from '../api/use-request.ts'
import { $outcome, $unseen } from '../parts/Notice.tsx'
import { workPlace } from '../parts/keep-focus.ts'
import { recall, remember } from '../api/remember.ts'

/** What the tab keeps, in its sessionStorage, over a sign-in or a reload. */
function keptAs<T>(key: string) {
  return {
    // Only `write` below writes there.
    read: () => JSON.parse(recall(key, 'sessionStorage') ?? '{}') as Partial<T>,
    write: (value?: T) => remember(key, value && JSON.stringify(value), 'sessionStorage'),
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
  route.write()
}

/** Unsaved text, the version of the note that it is based on, and what was `sent` of it before. */
type NoteDraft = { text: string; version: number; sent?: readonly string[] | undefined }
export type NoteDrafts = Partial<Record<string, NoteDraft>>

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

export const DRAFT_LOCK = 'admin-draft'

/** Each draft holds a lock while its tab is open: every tab of the browser can count locks. */
function lockDrafts() {
  const locks: ((done: undefined) => void)[] = []
  return $noteDrafts.subscribe((drafts) => {
    const { length } = Object.keys(drafts)
    while (locks.length > length) locks.pop()?.(undefined)
    while (locks.length < length) {
      const { promise, resolve } = Promise.withResolvers<undefined>()
      locks.push(resolve)
      void navigator.locks.request(DRAFT_LOCK, { mode: 'shared' }, () => promise)
    }
  })
}

/** After a logout nothing of the studio's stays in the tab. */
const dropAllDrafts = () => keep({})

/** Set after a sign-out in another tab, or a removal, until the next sign-in. */
export const $signedOut = atom<{ isRemoved: boolean; hadDrafts: boolean } | undefined>()

/** Since the session has ended: the sign-in is open above the page, or the user has put it off. */
export const $signIn = atom<'open' | 'put off' | undefined>()

/**
 * Opens the sign-in above the page. The banner goes after the sign-in, so the focus returns to the
 * work beside it.
 */
export function openSignIn(banner: HTMLElement | null) {
  const here = document.activeElement
  if (here === document.body || banner?.contains(here)) {
    const work =
      banner?.closest('.note-box')?.querySelector('textarea') ??
      (banner?.closest('dialog') ? workPlace() : document.getElementById('panel'))
    work?.focus()
  }
  $signIn.set('open')
}

/** The tab that signs out leaves, and says nothing of another tab. */
let isLeaving = false

onMount($signedOut, () => {
  const unlock = lockDrafts()
  const channel = newsOfSession()
  channel.onmessage = ({ data }: MessageEvent<News>) => {
    const isOut = data !== 'signed in'
    const wasOut = $signedOut.get()
    // Each refused request of a removed person says so.
    if (isLeaving || (isOut && wasOut)) return
    $signedOut.set(isOut ? { isRemoved: data === 'removed', hadDrafts: hasDrafts() } : undefined)
    $signIn.set(undefined)
    // Another person may sign in.
    keptPages.clear()
    $outcome.set(undefined)
    // What was under way may have failed since the sign-out.
    if (isOut || wasOut) $unseen.set([])
    if (isOut) dropAllDrafts()
    else triggerRetry()
  }
  return () => {
    unlock()
    channel.close()
  }
})

/** Leaves for the sign-in page. It never resolves, since the page is about to go. */
export function leaveForSignIn(): Promise<never> {
  isLeaving = true
  tellTabs('signed out')
  dropAllDrafts()
  location.replace('/admin/login')
  return new Promise(() => {})
}
