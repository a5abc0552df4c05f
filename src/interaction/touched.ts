import type { ClientDirective } from 'astro'

import { inTime, sayIfUpdated, updated } from './ask-updated.ts'
import { filesAround } from './files-around.ts'

type Pressed = HTMLButtonElement & { href?: string }

/** Events of a visitor who wants the island. A page that opens under a pointer fires none. */
const TOUCHES = ['pointermove', 'pointerdown', 'focusin', 'input', 'click']

/**
 * `client:touched`, a directive of our own
 * (https://docs.astro.build/en/reference/directives-reference/#custom-client-directives): nothing
 * is requested or run before the visitor's first pointer, focus or key event in the island. Links,
 * summaries and fields work without it. Buttons that are pressed before the code arrives, also by
 * Enter in a field, are postponed and replayed in order. So is a click on a link with
 * `aria-haspopup`, which leads to its page if the code can't load. If the code does not come for the
 * second press of a form's button either, the browser sends the form by itself.
 */
const touched: ClientDirective = (load, _options, island) => {
  let loading = false
  let postponed: Pressed[] = []
  let inVain: Pressed | undefined

  const touch = async (event: Event) => {
    // React has taken over.
    if (!island.hasAttribute('ssr')) return
    // The form needs the moment when the visitor began.
    island.dataset['touchedAt'] ??= `${Date.now()}`
    const pressed = event.type === 'click' && pressedIn(event as MouseEvent)
    if (pressed) {
      event.preventDefault()
      event.stopPropagation()
      // Two presses of a button are one request.
      if (postponed.at(-1) !== pressed) postponed.push(pressed)
    }
    if (loading) return
    loading = true
    for (const file of filesAround(island)) void import(/* @vite-ignore */ file).catch(() => {})
    try {
      const hydrate = await inTime(load())
      await hydrate()
    } catch {
      // Astro's own `load` only logs a failure; ours throws. The island keeps `ssr` in both cases.
    }
    if (island.hasAttribute('ssr')) {
      // The typed text is still there, and the next touch tries again.
      const pressed = postponed.at(-1)
      if (pressed?.href) location.href = pressed.href
      // Offline, the browser's own page of an error would replace the form.
      else if (pressed?.type === 'submit' && pressed === inVain && navigator.onLine)
        pressed.form?.submit()
      else await sayFailed(island, pressed)
      // The notice answers a press meanwhile, too: a later touch must not send it.
      inVain = postponed.at(-1) ?? inVain
      postponed = []
      loading = false
    } else {
      // React hydrates synchronously for a click, so its handlers receive it.
      for (const pressed of postponed) {
        pressed.click()
        // React draws what it changed before the next one.
        await Promise.resolve()
      }
    }
  }

  for (const type of TOUCHES) island.addEventListener(type, (event) => void touch(event), true)
}

/**
 * Says why an island's code did not come: the page is too old, or the connection is bad. The role
 * shows the notice and has it read out. Its place stays from then on: a button that moves under the
 * finger would not be pressed.
 */
export async function sayFailed(island: HTMLElement, asked?: Element | null) {
  if (await sayIfUpdated(asked)) return
  const notice = island.querySelector('.load-failed')
  notice?.setAttribute('role', 'alert')
  // Put in again, so that a second failure is read out, too.
  notice?.replaceWith(notice)
}

/**
 * The pressed button, or the link that opens something here: with Ctrl and the like the browser
 * opens it elsewhere. Events in an island have elements as targets.
 */
const pressedIn = (event: MouseEvent) =>
  (event.target as Element).closest<Pressed>(
    event.ctrlKey || event.metaKey || event.shiftKey ? 'button' : 'button,a[aria-haspopup]',
  )

// This page was reloaded because of an update, and something should be open again.
if ((history.state as { asked?: string } | null)?.asked) void updated()

export default touched
