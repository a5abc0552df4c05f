import type { ClientDirective } from 'astro'

/** Any of these means that the visitor wants the island. A page that opens under a pointer does not. */
const TOUCHES = ['pointermove', 'pointerdown', 'focusin', 'input', 'click', 'submit']

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

  const touch = async (event: Event) => {
    // Whoever comes to life later may ask since when the visitor has been here.
    island.dataset['touchedAt'] ??= `${Date.now()}`
    if (needsCode(event)) {
      event.preventDefault()
      event.stopPropagation()
      // Only the last one counts: two impatient presses are one request.
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
      // Astro's own `load` only reports a failure; ours throws. Either way the island keeps `ssr`.
    }
    if (island.hasAttribute('ssr')) {
      // What was typed is still there, and the next touch tries again.
      loading = false
      postponed = undefined
      island.dataset['failed'] = ''
    } else {
      listening.abort()
      if (postponed) replay(postponed)
    }
  }

  for (const type of TOUCHES)
    island.addEventListener(type, (event) => void touch(event), { capture: true, signal })
}

/** All files of the island's code (files-of.ts): nothing waits for a file that names the next one. */
export const filesAround = (island: Element) =>
  island.closest<HTMLElement>('[data-files]')?.dataset['files']?.split(' ') ?? []

/** What is pressed in an island is an element: its button, if it is in one. */
const buttonOf = ({ target }: Event) => (target as Element).closest('button')

const needsCode = (event: Event) =>
  event.type === 'submit' || (event.type === 'click' && buttonOf(event) !== null)

/** React hydrates at once for the event that needs it, so its handlers hear this one. */
function replay(event: Event) {
  if (event.type === 'click') buttonOf(event)?.click()
  else (event.target as HTMLFormElement).requestSubmit((event as SubmitEvent).submitter)
}

export default touched
