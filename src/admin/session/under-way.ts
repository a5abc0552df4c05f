/** Actions on records that were pressed and not answered yet: nobody leaves before they are done. */
const running = new Set<Promise<unknown>>()
/** How many have failed so far. */
export let failures = 0

/** The browser asks before it closes or reloads the page. */
const askFirst = (event: BeforeUnloadEvent) => event.preventDefault()

export function keepTrack(one: Promise<unknown>) {
  running.add(one)
  addEventListener('beforeunload', askFirst)
  const done = () => {
    running.delete(one)
    if (running.size === 0) letGo()
  }
  one.then(done, done)
}

/** Asks no more: the page is about to go. */
export const letGo = () => removeEventListener('beforeunload', askFirst)

export const noteFailure = () => failures++

/** Waits for all of it; false if more has failed than `before`, which the page says. */
export async function settled(before = failures): Promise<boolean> {
  while (running.size > 0) await Promise.allSettled(running)
  return failures === before
}
