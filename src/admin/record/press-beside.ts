import type { MouseEvent } from 'react'
import { switchRecord } from '../route/navigation.ts'

/** Here the list is beside the record (beside.css). */
const LIST_BESIDE = '(min-width: 80rem)'

/** The rows and lines, the tabs, the filters and the search, the way home and Logout. */
const BESIDE =
  'tbody:not([inert]) tr[data-id], .next-due a, [role=tab], .chip, .search input, .account-bar :is(a, button)'

/** Which of them is at this point of the window, also below the backdrop of a dialog. */
const besideAt = (x: number, y: number): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>(BESIDE)].find((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect()
    return left <= x && x < right && top <= y && y < bottom
  })

type Act = () => void

/**
 * A wide screen shows the list beside an open record: what a press there does. Undefined where
 * nothing is. `leave` asks about the record's note first.
 */
export function pressBeside(
  { clientX, clientY, ctrlKey, metaKey }: MouseEvent,
  leave: (go: Act) => Act | undefined,
  search: Act,
): Act | undefined {
  const pressed = matchMedia(LIST_BESIDE).matches ? besideAt(clientX, clientY) : undefined
  if (!pressed) return undefined
  const link = pressed.matches('a') ? pressed : pressed.querySelector('a')
  if (link instanceof HTMLAnchorElement && (ctrlKey || metaKey))
    return () => open(link.href, '_blank', 'noopener')
  const id = pressed.matches('tr') && pressed.dataset['id']
  if (id) return leave(() => switchRecord(id))
  if (pressed instanceof HTMLInputElement) return leave(search)
  // It asks about notes itself.
  if (pressed.matches('.account-bar button')) return () => pressed.click()
  // It leads to another list, without this record, or to the record of a line.
  return leave(() => pressed.isConnected && pressed.click())
}
