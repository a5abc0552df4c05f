import { mintAttemptKey } from '#forms/attempt.ts'
import { HONEYPOT } from '#forms/judging/check.ts'

/**
 * One attempt to send a form. A retry of the same answers (as JSON) keeps its key, so it can't be
 * stored twice. `began`, the time of the first touch, is in milliseconds since 1970.
 */
export type Attempt = { key: string; began: number; answers: string }

export const beginAttempt = (began: number, answers = ''): Attempt => ({
  key: mintAttemptKey(began),
  began,
  answers,
})

/**
 * The attempt for these answers: the last one if it sent them, or has sent nothing yet. Other answers
 * are a new submission, which keeps the start time of the old one.
 */
export const attemptWith = (answers: string, last: Attempt): Attempt =>
  last.answers === answers || last.answers === ''
    ? { ...last, answers }
    : beginAttempt(last.began, answers)

/**
 * The draft survives a reload, in this tab and for a day after the last key. It includes the attempt,
 * so that sending again after a lost answer stores nothing twice. The form names its draft in
 * `data-draft`: src/interaction/early-draft.ts saves one there before this code arrives. Two pages
 * may share a draft; `page` is the address of the last change.
 */
type Draft = {
  began: number | string
  /** The last change, in milliseconds since 1970. */
  at?: number
  page?: string
  /** In JSON a chosen file is an empty object. */
  typed: [name: string, value: FormDataEntryValue][]
  attempt?: Attempt
}

const DAY_MS = 24 * 60 * 60 * 1_000

const keyOf = ({ dataset }: HTMLFormElement) => dataset['draft'] ?? ''

/** The page's address. Its query may choose an option of a select. */
const address = () => location.pathname + location.search

/** Saves the form's values and its attempt, without files and the honeypot's field. */
export function saveDraft(element: HTMLFormElement, attempt: Attempt): void {
  const draft: Draft = {
    began: attempt.began,
    at: Date.now(),
    page: address(),
    typed: [...new FormData(element)].filter(([name]) => isTyped(element, name)),
    attempt,
  }
  // Storage may be missing or full; then there is no draft.
  try {
    sessionStorage.setItem(keyOf(element), JSON.stringify(draft))
  } catch {}
}

/** Leaves out the honeypot's field and values that the page filled in. */
function isTyped(element: HTMLFormElement, name: string): boolean {
  // A select and checkboxes that share a name have no default value.
  const { type, value, defaultValue } = element.elements.namedItem(name) as HTMLInputElement
  return name !== HONEYPOT && (type === 'checkbox' || value !== defaultValue)
}

export function dropDraft(element: HTMLFormElement): void {
  try {
    sessionStorage.removeItem(keyOf(element))
  } catch {}
}

/** When the visitor first touched the form, in milliseconds since 1970. */
const touchedAt = (element: HTMLElement) =>
  Number(element.closest<HTMLElement>('[data-touched-at]')?.dataset['touchedAt']) || Date.now()

/** Restores a draft into the untouched inputs. Returns its attempt, or a new one. */
export function restoreDraft(element: HTMLFormElement): Attempt {
  const draft = readDraft(element)
  if (!draft) return beginAttempt(touchedAt(element))
  for (const name of new Set(draft.typed.map(([name]) => name))) {
    const values = draft.typed.flatMap(([other, value]) => (other === name ? [value] : []))
    const inputs = element.querySelectorAll<Input>(`[name=${CSS.escape(name)}]`)
    for (const input of inputs) fill(input, values as string[], draft.page === address())
  }
  const attempt = draft.attempt ?? beginAttempt(Number(draft.began))
  // Text typed before this code arrived belongs to the draft too.
  saveDraft(element, attempt)
  return attempt
}

function readDraft(element: HTMLFormElement): Draft | undefined {
  try {
    // Only saveDraft and keepEarlyDraft write there.
    const draft = JSON.parse(sessionStorage.getItem(keyOf(element)) ?? '') as Draft
    if (Date.now() - Number(draft.at ?? draft.began) < DAY_MS) return draft
    dropDraft(element)
  } catch {}
  return undefined
}

/** Only these have names. */
type Input = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

function fill(input: Input, values: string[], isOfThisPage: boolean): void {
  if (input instanceof HTMLSelectElement) {
    // The option that the page chose, as the page of a role does. A choice on another page yields.
    const chosen = input.querySelector<HTMLOptionElement>('[selected]')
    const first = chosen?.index ?? 0
    if (input.selectedIndex === first && (!chosen || isOfThisPage)) input.value = values[0] ?? ''
    if (input.selectedIndex < 0) input.selectedIndex = first
  } else if (input.type === 'checkbox') {
    ;(input as HTMLInputElement).checked ||= values.includes(input.value)
  } else if (input.type === 'file') {
    // Its island says that it has to be chosen again. Some browsers choose it themselves.
    if (!input.value) input.dispatchEvent(new Event('invalid'))
    return
  } else if (input.value === input.defaultValue) {
    // An empty value in a draft was cleared by hand; untouched inputs are not in it.
    const [value = ''] = values
    // What the address fills in comes before what was cleared at another one.
    if (value || isOfThisPage) input.value = value
  }
  // Listeners to the input's value must notice.
  input.dispatchEvent(new Event('change', { bubbles: true }))
}
