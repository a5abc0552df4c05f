import { atom, onMount } from 'nanostores'
import { useStore } from '../parts/use-store.ts'

/** Where in the dashboard the admin is. All of it is in the URL, so links and Back work. */
export type DashboardRoute = Partial<Record<(typeof QUERY_KEYS)[number], string | undefined>> & {
  /** Where each page before this one started; kept in the browser's history, not in the URL. */
  previousCursors?: readonly string[] | undefined
  /** The list is the step before in the browser's history: closing the record is going back. */
  cameFromList?: boolean | undefined
}

/** What the history keeps of a route beside its address. */
type HistoryState = Pick<DashboardRoute, 'previousCursors' | 'cameFromList'>

/** What the URL says of a route. */
const QUERY_KEYS = [
  /** A form's name; without one, the overview. */
  'tab',
  /** The slug of a waitlist's project. */
  'project',
  /** Words that are searched for, in every text. */
  'search',
  /** A column, with a minus in front for the reverse order. */
  'sort',
  /** There for the submissions that are held back. */
  'held',
  /** New, waiting, overdue or answered ones alone. */
  'status',
  /** Rows of a page. */
  'limit',
  /** Where the shown page starts: the cursor that the page before it gave. */
  'after',
  /** The id of the open record; “first” or “last” where the page is not read yet. */
  'record',
  /** There while all records of the person who sent the open one are shown. */
  'person',
] as const

/** The dashboard's route; it follows the URL while somebody listens. */
export const $route = atom<DashboardRoute>({})

function readRoute(): DashboardRoute {
  // Only goTo and replaceRoute write there.
  const { previousCursors, cameFromList } = (history.state ?? {}) as HistoryState
  const route: DashboardRoute = { previousCursors, cameFromList }
  const query = new URLSearchParams(location.search)
  for (const key of QUERY_KEYS) route[key] = query.get(key) || undefined
  return route
}

/** Follows the browser's Back and Forward while somebody looks. */
onMount($route, () => {
  const follow = () => {
    isAddressOld = false
    $route.set(readRoute())
  }
  follow()
  addEventListener('popstate', follow)
  return () => removeEventListener('popstate', follow)
})

const overviewRoute: DashboardRoute = {}

/** The route, as state of a component; the built page stands at the overview. */
export const useRoute = () => useStore($route, overviewRoute)

/** Goes to another route, as a step that Back undoes. What the route does not name is left behind. */
export function goTo(route: DashboardRoute) {
  writeAddress()
  // Going to where one is leaves no step that Back would stumble over.
  if (addressOf(route) === addressOf(readRoute())) return
  history.pushState(historyStateOf(route), '', addressOf(route))
  $route.set(route)
}

/** Puts a route in the place of this one: Back leads to what was before both. */
export function replaceRoute(route: DashboardRoute) {
  $route.set(route)
  isAddressOld = true
  writeAddress()
}

/**
 * The same for whoever may do it many times a second: after a few the address follows now and then.
 * Browsers count these writes; Safari throws at the 101st within half a minute.
 */
export function replaceRouteSoon(route: DashboardRoute) {
  $route.set(route)
  isAddressOld = true
  if (writes < MOST_WRITES) writeAddress()
}

/** So many follow each other at once; later ones wait. */
const MOST_WRITES = 10
const REST_MS = 400
/** Writes since the address has rested. */
let writes = 0
let resting: ReturnType<typeof setTimeout> | undefined
/** The route is ahead of the address. */
let isAddressOld = false

/** Lets the address say where one is; whatever makes a step of the history begins with that. */
export function writeAddress() {
  if (!isAddressOld) return
  isAddressOld = false
  history.replaceState(historyStateOf($route.get()), '', addressOf($route.get()))
  writes++
  clearTimeout(resting)
  resting = setTimeout(rest, REST_MS)
}

function rest() {
  if (isAddressOld) writeAddress()
  else writes = 0
}

const historyStateOf = ({ previousCursors, cameFromList }: DashboardRoute): HistoryState => ({
  previousCursors,
  cameFromList,
})

/** A route's address, for links. */
export function addressOf(route: DashboardRoute): string {
  const query = new URLSearchParams(
    QUERY_KEYS.flatMap((key) => (route[key] ? [[key, route[key]]] : [])),
  )
  return query.size > 0 ? `?${query}` : location.pathname
}
