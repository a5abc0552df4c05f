import type { ClientDirective } from 'astro'

import { sayIfUpdated, updated } from './ask-updated.ts'
import { filesAround } from './files-around.ts'

/** Events of a visitor who wants the island. A page that opens under a pointer fires none. */
const TOUCHES = ['pointermove', 'pointerdown', 'focusin', 'input', 'click', 'submit']

/**
 * `client:touched`, a directive of our own
 * (https://docs.astro.build/en/reference/directives-reference/#custom-client-directives): nothing
 * is requested or run before the visitor's first pointer, focus or key event in the island. Links,
 * summaries and fields work without it. If a button is pressed or a form is submitted before the
 * code arrives, that event is postponed and replayed once. So is a click on a link with
 * `aria-haspopup`, which leads to its page if the code can't load.
 */
const touched: ClientDirective = (load, _options, island) => {
  const listening = new AbortController()
  const { signal } = listening
  let loading = false
  let postponed: Event | undefined

  const touch = async (event: Event) => {
    // The form needs the moment when the visitor began.
    island.dataset['touchedAt'] ??= `${Date.now()}`
    if (needsCode(event)) {
      event.preventDefault()
      event.stopPropagation()
      // Only the last event counts, so that two presses are one request.
      postponed = event
    }
    if (loading) return
    loading = true
    delete island.dataset['failed']
    for (const file of filesAround(island)) void import(/* @vite-ignore */ file).catch(() => {})
    try {
      const hydrate = await load()
      await hydrate()
    } catch {
      // Astro's own `load` only logs a failure; ours throws. The island keeps `ssr` in both cases.
    }
    if (island.hasAttribute('ssr')) {
      // The typed text is still there, and the next touch tries again.
      const pressed = postponed && pressedIn(postponed)
      postponed = undefined
      if (pressed?.href) location.href = pressed.href
      else await sayFailed(island, pressed)
      loading = false
    } else {
      listening.abort()
      if (postponed) replay(postponed)
    }
  }

  for (const type of TOUCHES)
    island.addEventListener(type, (event) => void touch(event), { capture: true, signal })
}

/** Says why an island's code did not come: the page is too old, or the connection is bad. */
export async function sayFailed(island: HTMLElement, asked?: Element | null) {
  if (!(await sayIfUpdated(asked))) island.dataset['failed'] = ''
}

/**
 * The pressed button, or the link that opens something here: with Ctrl and the like the browser
 * opens it elsewhere. Events in an island have elements as targets.
 */
const pressedIn = (event: Event) =>
  (event.target as Element).closest<HTMLElement & { href?: string }>(
    opensElsewhere(event as MouseEvent) ? 'button' : 'button,a[aria-haspopup]',
  )

const opensElsewhere = (event: MouseEvent) => event.ctrlKey || event.metaKey || event.shiftKey

const needsCode = (event: Event) =>
  event.type === 'submit' || (event.type === 'click' && pressedIn(event) !== null)

/** React hydrates synchronously for such an event, so its handlers receive it. */
function replay(event: Event) {
  if (event.type === 'click') pressedIn(event)?.click()
  else (event.target as HTMLFormElement).requestSubmit((event as SubmitEvent).submitter)
}

// This page was reloaded because of an update, and something should be open again.
if ((history.state as { asked?: string } | null)?.asked) void updated()

export default touched
