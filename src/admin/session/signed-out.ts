import { atom, onMount } from 'nanostores'
import { dropAllDrafts } from './kept-notes.ts'

type News = 'signed in' | 'signed out'

const open = () => new BroadcastChannel('admin-session')

/** True after a sign-out in another tab, until the next sign-in. */
export const $isSignedOut = atom(false)

onMount($isSignedOut, () => {
  const channel = open()
  channel.onmessage = ({ data }: MessageEvent<News>) => {
    $isSignedOut.set(data === 'signed out')
    if (data === 'signed out') dropAllDrafts()
  }
  return () => channel.close()
})

/** Tells the other tabs. A posted message arrives even after the channel is closed. */
export function tellOtherTabs(news: News) {
  const channel = open()
  channel.postMessage(news)
  channel.close()
  if (news === 'signed in') $isSignedOut.set(false)
}

/** Leaves for the sign-in page. It never resolves, since the page is about to go. */
export function leaveForSignIn(): Promise<never> {
  tellOtherTabs('signed out')
  dropAllDrafts()
  location.replace('/admin/login')
  return new Promise(() => {})
}
