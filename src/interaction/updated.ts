/**
 * What a page says if it is older than the site: its files may be gone after a deploy. The page
 * loads this from `/updated.js`, an address that every build has (ask-updated.ts), so the page and
 * this code may be of two builds. They agree on `data-build`, the names of the functions below, and
 * the class names of the notice (src/styles/parts/page-notices.css).
 */
import { updated as words } from 'words:words'

const ANSWER_MS = 8_000

/** Says so if the site has another build than this page; returns whether it has. */
export async function sayIfUpdated(asked?: Element | null): Promise<boolean> {
  const signal = AbortSignal.timeout(ANSWER_MS)
  const { id } = (await (await fetch('/build.json', { signal })).json()) as { id?: unknown }
  if (typeof id !== 'string' || id === document.documentElement.dataset['build']) return false
  sayUpdated(asked)
  return true
}

/** Shows the sentence, with a button that reloads. `asked` is the button of what should be open then. */
export function sayUpdated(asked?: Element | null): void {
  document.querySelector('.updated')?.remove()
  const forms = [...document.querySelectorAll<HTMLFormElement>('form[data-draft]')]
  const notice = element('p', 'updated', forms.every(mayKeep) ? words.notice : words.unkept)
  const reload = element('button', 'button small', words.reload)
  notice.role = 'alert'
  reload.onclick = () => {
    const form = document.querySelector<HTMLFormElement>('[data-form-page] form')
    if (form) {
      toItsPage(form)
      return
    }
    history.replaceState({ asked: asked?.closest(OPENERS)?.textContent }, '')
    location.reload()
  }
  notice.append(' ', reload)
  // Outside an open dialog nothing can be pressed.
  const place = document.querySelector('dialog:modal') ?? document.body
  place.append(notice)
}

/** Whether a draft of what is typed can be kept: storage may be forbidden or full. */
function mayKeep(form: HTMLFormElement): boolean {
  const { draft = '' } = form.dataset
  try {
    const own = sessionStorage.getItem(draft)
    keep(form)
    // The form's own draft leaves out what the page filled in.
    if (own === null) sessionStorage.removeItem(draft)
    else sessionStorage.setItem(draft, own)
    return true
  } catch {
    return false
  }
}

function keep(form: HTMLFormElement): void {
  const typed = [...new FormData(form)].filter(([, value]) => typeof value === 'string')
  const { draft = '' } = form.dataset
  sessionStorage.setItem(draft, JSON.stringify({ began: Date.now(), page: '', typed }))
}

/** The answer to a form that was not stored can't be reloaded: its page takes over what is typed. */
function toItsPage(form: HTMLFormElement): void {
  try {
    keep(form)
  } catch {
    // The notice has asked to copy it.
  }
  location.href = form.closest<HTMLElement>('[data-form-page]')?.dataset['formPage'] ?? '/'
}

/** After the reload: opens what was asked for, if this build still has it. */
function open(asked: string): void {
  history.replaceState(null, '')
  const opener = [...document.querySelectorAll<HTMLElement>(OPENERS)].find(
    ({ textContent }) => textContent === asked,
  )
  opener?.focus()
  opener?.click()
}

/** Buttons that open a menu or a dialog, or filter. Their texts are their names. */
const OPENERS = '[aria-expanded],[aria-haspopup],[aria-pressed]'

// The reloaded page loads this code at once (touched.ts).
const { asked } = (history.state ?? {}) as { asked?: string }
if (asked) open(asked)

function element<T extends 'p' | 'button'>(tag: T, className: string, textContent: string) {
  return Object.assign(document.createElement(tag), { className, textContent })
}
