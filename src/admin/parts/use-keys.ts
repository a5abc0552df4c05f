import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { workPlace } from './keep-focus.ts'
import { singleKeys } from './switches.ts'

type Keys = Readonly<Record<string, (() => void) | undefined>>

/**
 * Single keys. They do nothing while the user types, and act only while exactly `below` dialogs are
 * open.
 */
export function useKeys(keys: Keys, below = 0) {
  useWindowEvent('keydown', (event) => {
    const act = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined
    if (!act || !singleKeys.$isOn.get() || isMeantOtherwise(event)) return
    // A key that is held down moves on, and does nothing else.
    if (event.repeat && event.key !== 'j' && event.key !== 'k') return
    if (document.querySelectorAll('dialog[open]').length !== below) return
    event.preventDefault()
    act()
  })
}

type EventOf<T extends keyof WindowEventMap> = (event: WindowEventMap[T]) => void

export function useWindowEvent<T extends keyof WindowEventMap>(type: T, act: EventOf<T>) {
  const actNow = useEffectEvent(act)
  // What is in sight has its keys.
  useLayoutEffect(() => {
    const listener: EventOf<T> = (event) => actNow(event)
    addEventListener(type, listener)
    return () => removeEventListener(type, listener)
  }, [type])
}

const isMeantOtherwise = (event: KeyboardEvent) =>
  event.defaultPrevented ||
  event.isComposing ||
  event.ctrlKey ||
  event.metaKey ||
  event.altKey ||
  takesText(event.target)

const takesText = (target: EventTarget | null) =>
  target instanceof Element && target.matches('input:not([type=checkbox]), textarea, select')

/** A row by its record's id, or by its place among the rows. */
export type WantedRow = { id?: string | undefined; at?: number }

const idOf = (element: Element | null) => element?.closest<HTMLElement>('[data-id]')?.dataset['id']

export const focusedId = () => idOf(document.activeElement)

/** A second press at once must not meet the record that took the place of the first one. */
const REST_MS = 400

/** False for a moment after what is shown has changed to this. */
export function useRested(shown: string): boolean {
  const [rested, setRested] = useState(shown)
  useEffect(() => {
    const timer = setTimeout(() => setRested(shown), REST_MS)
    return () => clearTimeout(timer)
  }, [shown])
  return rested === shown
}

/** Two presses that are meant are further apart than a slip of the finger. */
const SLIP_MS = 120

/** The row that last took the focus without a key of its own, and until when it rests. */
let tookOver: { id: string | undefined; until: number } | undefined

const restFor = (id: string | undefined, ms: number) => {
  tookOver = { id, until: performance.now() + ms }
}

/** An act of the focused row, which rests if it has just taken over. */
export const unlessJustMoved = (act: () => void) => () => {
  const rests = tookOver && performance.now() < tookOver.until
  if (!rests || focusedId() !== tookOver?.id) act()
}

const linksOf = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)]

/** Moves the focus on from a row that will leave, so that the next press means the next row. */
export function goOn(selector: string) {
  moveFocus(selector, 1)
  restFor(focusedId(), SLIP_MS)
}

/**
 * Focuses the row of this id, and scrolls only if it is out of sight. If there is none, focuses the
 * row that is now in its place, unless something else of the page has the focus.
 */
export function focusRow(selector: string, { id, at = -1 }: WantedRow) {
  const links = linksOf(selector)
  const found = id && links.find((link) => idOf(link) === id)
  const { activeElement: now, body } = document
  const isLost = now === body || now === workPlace()
  const link = found || (isLost ? links[Math.min(at, links.length - 1)] : undefined)
  if (link && !found) restFor(idOf(link), REST_MS)
  link?.focus({ preventScroll: true })
  link?.scrollIntoView({ block: 'nearest' })
}

/** Moves the focus to the link of the next row, or of the previous one; from outside to the first. */
function moveFocus(selector: string, by: 1 | -1) {
  const links = linksOf(selector)
  const at = links.findIndex((link) => link.closest('tr, li')?.contains(document.activeElement))
  links[at < 0 ? 0 : Math.min(Math.max(at + by, 0), links.length - 1)]?.focus()
}

/** j and k move between these links. */
export const linkKeys = (selector: string) => ({
  j: () => moveFocus(selector, 1),
  k: () => moveFocus(selector, -1),
})
