import { atom, onMount } from 'nanostores'

/** What the tabs of one browser tell each other. */
type News = 'signed in' | 'signed out'

const open = () => new BroadcastChannel('admin-session')

/** True once the session was ended in another tab of this browser, until somebody signs in again. */
export const $isSignedOut = atom(false)

onMount($isSignedOut, () => {
  const channel = open()
  channel.onmessage = ({ data }: MessageEvent<News>) => $isSignedOut.set(data === 'signed out')
  return () => channel.close()
})

/** Tells the other tabs; a message that is posted arrives though the channel is closed. */
export function tellOtherTabs(news: News) {
  const channel = open()
  channel.postMessage(news)
  channel.close()
  if (news === 'signed in') $isSignedOut.set(false)
}
