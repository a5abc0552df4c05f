import { beginAttempt, touchedAt, type Attempt } from './attempt.ts'

/**
 * What was typed survives a reload, in this tab and for a day. The attempt is kept with it, so that
 * sending again after a lost answer stores nothing twice. The form names its draft in `data-draft`:
 * src/interaction/early-draft.ts keeps one there before this code arrives.
 */
type Draft = { began: number | string; typed: [name: string, value: unknown][]; attempt?: Attempt }

const DAY_MS = 24 * 60 * 60 * 1_000

const keyOf = ({ dataset }: HTMLFormElement) => dataset['draft'] ?? ''

/** Keeps what stands in the form, and its attempt; the honeypot's field and files stay out. */
export function saveDraft(element: HTMLFormElement, attempt: Attempt): void {
  const draft: Draft = {
    began: attempt.began,
    typed: [...new FormData(element)].filter(([name, value]) => isTyped(element, name, value)),
    attempt,
  }
  // A browser without storage, or with a full one, goes without.
  try {
    sessionStorage.setItem(keyOf(element), JSON.stringify(draft))
  } catch {}
}

/** The honeypot's field is nobody's, and what the page filled in is the page's. */
function isTyped(element: HTMLFormElement, name: string, value: unknown): boolean {
  // Of a list of choices, and of boxes with one name, there is no default value.
  const { type, defaultValue } = element.elements.namedItem(name) as HTMLInputElement
  return name !== 'website' && (type === 'checkbox' || value !== defaultValue)
}

/** Forgets the draft: it was sent. */
export function dropDraft(element: HTMLFormElement): void {
  try {
    sessionStorage.removeItem(keyOf(element))
  } catch {}
}

/**
 * Puts a draft back into what is still untouched, and returns the attempt that goes on; without one,
 * a new attempt.
 */
export function restoreDraft(element: HTMLFormElement): Attempt {
  const draft = readDraft(element)
  if (!draft) return beginAttempt(touchedAt(element))
  for (const name of new Set(draft.typed.map(([name]) => name))) {
    const values = draft.typed.flatMap(([other, value]) => (other === name ? [value] : []))
    const inputs = element.querySelectorAll(`[name="${CSS.escape(name)}"]`)
    for (const input of inputs) fill(input, values.filter(isText))
  }
  const attempt = draft.attempt ?? beginAttempt(Number(draft.began))
  // What was typed before this code arrived belongs to it too.
  saveDraft(element, attempt)
  return attempt
}

// A file is no text, and stays behind.
const isText = (value: unknown) => typeof value === 'string'

function readDraft(element: HTMLFormElement): Draft | undefined {
  try {
    // Only saveDraft and the hydration directive write there.
    const draft = JSON.parse(sessionStorage.getItem(keyOf(element)) ?? '') as Draft
    if (Date.now() - Number(draft.began) < DAY_MS) return draft
    dropDraft(element)
  } catch {}
  return undefined
}

function fill(input: Element, values: string[]): void {
  if (input instanceof HTMLSelectElement) {
    if (input.selectedIndex === 0) input.value = values[0] ?? ''
    if (input.selectedIndex < 0) input.selectedIndex = 0
  } else if (input instanceof HTMLInputElement && input.type === 'checkbox') {
    input.checked ||= values.includes(input.value)
  } else if (input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement) {
    // What is empty in a draft was cleared by hand; what nobody touched is not in it.
    if (input.value === input.defaultValue) input.value = values[0] ?? input.value
  }
  // Whatever follows an input's value hears of it.
  input.dispatchEvent(new Event('change', { bubbles: true }))
}
