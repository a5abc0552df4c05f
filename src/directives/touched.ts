import type { ClientDirective } from 'astro'

import { prefetchInView } from './prefetch-in-view.ts'

/** Any of these means that the visitor wants the island. A page that opens under a pointer does not. */
const TOUCHES = ['pointermove', 'pointerdown', 'focusin', 'keydown', 'input']

/**
 * `client:touched`: nothing is requested or run before the visitor's first pointer, focus or key in
 * the island. Links, summaries and fields work natively all along; a press of a button or a submit
 * that comes before the code does is held back, and done once when it is there.
 */
const touched: ClientDirective = (load, _options, island) => {
  let loading = false
  let held: Event | undefined

  const wake = () => {
    if (loading) return
    loading = true
    island.removeAttribute('data-failed')
    void arrive(load, island).then((arrived) => {
      if (!arrived) {
        // What was typed is still there, and the next touch tries again.
        loading = false
        held = undefined
        island.setAttribute('data-failed', '')
        return
      }
      for (const touch of TOUCHES) island.removeEventListener(touch, wake)
      island.removeEventListener('click', hold, true)
      island.removeEventListener('submit', hold, true)
      if (held) replay(held)
    })
  }

  const hold = (event: Event) => {
    if (event.type === 'click' && !(event.target as Element).closest('button')) return
    event.preventDefault()
    event.stopPropagation()
    // Only the last one counts: two impatient presses are one wish.
    held = event
    wake()
  }

  for (const touch of TOUCHES) island.addEventListener(touch, wake, { passive: true })
  island.addEventListener('click', hold, true)
  island.addEventListener('submit', hold, true)
  prefetchInView(island)
}

/** Loads and hydrates; false if the code did not come. Astro tells that by an event alone. */
async function arrive(load: Parameters<ClientDirective>[0], island: HTMLElement) {
  const failures: Event[] = []
  const note = (event: Event) => {
    event.preventDefault()
    failures.push(event)
  }
  island.addEventListener('astro:hydration-error', note)
  const hydrate = await load()
  island.removeEventListener('astro:hydration-error', note)
  if (failures.length > 0) return false
  await hydrate()
  return true
}

/** React hydrates at once for the event that needs it, so its handlers hear this one. */
function replay(event: Event) {
  const { target } = event
  if (event instanceof SubmitEvent && target instanceof HTMLFormElement) {
    target.requestSubmit(event.submitter)
    return
  }
  const Kind = event.constructor as typeof Event
  target?.dispatchEvent(new Kind(event.type, event))
}

export default touched
