import type { ClientDirective } from 'astro'

/** Any of these means that the visitor wants the island. A page that opens under a pointer does not. */
const TOUCHES = ['pointermove', 'pointerdown', 'focusin', 'keydown', 'input', 'click', 'submit']

/**
 * `client:touched`, a directive of our own
 * (https://docs.astro.build/en/reference/directives-reference/#custom-client-directives):
 * nothing is requested or run before the visitor's first pointer, focus or key in the island. Links,
 * summaries and fields work natively all along; a press of a button or a submit that comes before the
 * code does is postponed, and done once when it is there.
 */
const touched: ClientDirective = (load, _options, island) => {
  const listening = new AbortController()
  const { signal } = listening
  let loading = false
  let postponed: Event | undefined

  const touch = (event: Event) => {
    // Whoever comes to life later may ask since when the visitor has been here.
    island.dataset['touchedAt'] ??= String(Date.now())
    if (needsCode(event)) {
      event.preventDefault()
      event.stopPropagation()
      // Only the last one counts: two impatient presses are one request.
      postponed = event
    }
    if (!loading) void wake()
  }

  const wake = async () => {
    loading = true
    delete island.dataset['failed']
    try {
      await (
        await load()
      )()
    } catch {
      // What was typed is still there, and the next touch tries again.
      loading = false
      postponed = undefined
      island.dataset['failed'] = ''
      return
    }
    listening.abort()
    if (postponed) replay(postponed)
  }

  for (const type of TOUCHES) island.addEventListener(type, touch, { capture: true, signal })
}

const needsCode = ({ type, target }: Event) =>
  type === 'submit' ||
  (type === 'click' && target instanceof Element && target.closest('button') !== null)

/** React hydrates at once for the event that needs it, so its handlers hear this one. */
function replay(event: Event) {
  const { target } = event
  if (event instanceof SubmitEvent && target instanceof HTMLFormElement) {
    target.requestSubmit(event.submitter)
    return
  }
  // An event's constructor makes events of its kind, but its type does not say so.
  const Kind = event.constructor as typeof Event
  target?.dispatchEvent(new Kind(event.type, event))
}

export default touched
