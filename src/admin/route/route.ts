import { atom, onMount } from 'nanostores'
import { useStore } from '../parts/use-store.ts'
import type { Walk } from './walk.ts'

/** What the dashboard shows. The URL holds it, so links and Back work. */
export type DashboardRoute = Partial<Record<(typeof QUERY_KEYS)[number], string | undefined>> & {
  /** Words that are searched for. The URL would hand them to logs. */
  search?: string | undefined
  /** Where each page before this one started. */
  previousCursors?: readonly string[] | undefined
  /** The record was opened from the list, so closing it goes back in the browser's history. */
  cameFromList?: boolean | undefined
  /** Set for a record that was opened from the overview. */
  walk?: Walk | undefined
}

/** The part of a route that the URL keeps. The browser's history keeps all of it. */
const QUERY_KEYS = [
  /** A form's name; without one, the overview. */
  'tab',
  /** The slug of a waitlist's project. */
  'project',
  /** A column, with a minus in front for the reverse order. */
  'sort',
  /** Set while the held submissions are listed. */
  'held',
  'status',
  'limit',
  /** The cursor of the shown page, from the page before it. */
  'after',
  /** The id of the open record; “first” or “last” until the page is read. */
  'record',
  /** Set while all records of the open record's sender are shown; in the log, whose acts are. */
  'person',
] as const

/** The dashboard's route; it follows the URL while it has a listener. */
export const $route = atom<DashboardRoute>({})

function readRoute(): DashboardRoute {
  // Only goTo and replaceRoute write there.
  const kept = (history.state ?? {}) as DashboardRoute
  const query = new URLSearchParams(location.search)
  const search = kept.search ?? (query.get('search') || undefined)
  const route: DashboardRoute = { ...kept, search }
  for (const key of QUERY_KEYS) route[key] = query.get(key) || undefined
  // A link may have brought the search; it stays in the history's state.
  if (query.has('search')) history.replaceState(route, '', addressOf(route))
  return route
}

onMount($route, () => {
  const follow = () => {
    isAddressOld = false
    $route.set(readRoute())
  }
  follow()
  addEventListener('popstate', follow)
  return () => removeEventListener('popstate', follow)
})

/** The route in a component; the built page shows the overview. */
export const useRoute = () => useStore($route)

/** The name in the open record, for the document's title; empty without one. */
export const $openName = atom('')

/** Goes to another route; Back undoes it. Keys that the route does not name are dropped. */
export function goTo(route: DashboardRoute) {
  writeAddress()
  // The same address adds no step to the history.
  const now = readRoute()
  if (addressOf(route) === addressOf(now) && route.search === now.search) return
  // Nothing scrolls below an open record, so Back must not scroll either.
  history.scrollRestoration = route.record ? 'manual' : 'auto'
  history.pushState(route, '', addressOf(route))
  $route.set(route)
}

/** The search field takes the focus, at once or with the list that is shown next. */
export const $isSearchWanted = atom(false)

/** Opens a list with its search field. */
export function searchFrom(list: DashboardRoute) {
  $isSearchWanted.set(true)
  goTo(list)
}

/**
 * Replaces the route; Back leads to the one before it. After a few quick writes the address follows
 * with a delay: Safari throws at the 101st write within half a minute.
 */
export function replaceRoute(route: DashboardRoute) {
  $route.set(route)
  isAddressOld = true
  if (writes < MOST_WRITES) writeAddress()
}

const MOST_WRITES = 10
const REST_MS = 400
/** Writes since the last rest. */
let writes = 0
let resting = 0
/** The route is ahead of the address. */
let isAddressOld = false

/** Brings the address up to date. It runs before each new step of the history. */
export function writeAddress() {
  if (!isAddressOld) return
  isAddressOld = false
  history.replaceState($route.get(), '', addressOf($route.get()))
  writes++
  clearTimeout(resting)
  resting = window.setTimeout(() => {
    if (isAddressOld) writeAddress()
    else writes = 0
  }, REST_MS)
}

export function addressOf(route: DashboardRoute): string {
  const query = new URLSearchParams(
    QUERY_KEYS.flatMap((key) => (route[key] ? [[key, route[key]]] : [])),
  )
  return query.size > 0 ? `?${query}` : location.pathname
}
