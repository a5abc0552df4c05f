import {
  $route,
  addressOf,
  goTo,
  replaceRoute,
  writeAddress,
  type DashboardRoute,
} from './route.ts'
import { noteLine, type Walk } from './walk.ts'

/** The shown page of the list, without the record. */
export const pageRoute = ({ record, person, cameFromList, walk, ...page }: DashboardRoute) => page

/** The shown list without page and record: its first page. */
const listRoute = ({ after, previousCursors, ...route }: DashboardRoute) => pageRoute(route)

/** Makes the addresses of records on the shown page; a long list needs hundreds. */
export function recordAddresses(route: DashboardRoute): (id: string) => string {
  const first = addressOf({ ...pageRoute(route), record: '-' }).slice(0, -1)
  return (id) => first + encodeURIComponent(id)
}

/** Opens the record of this id above its list; Back closes it. */
export function openRecord(id: string) {
  besideReleased = undefined
  goTo({ ...pageRoute($route.get()), record: id, cameFromList: true })
}

/** Replaces the open record; Back still leads to the list. */
export function switchRecord(id: string) {
  besideReleased = undefined
  replaceRoute({ ...$route.get(), record: id, person: undefined })
}

type Listed = readonly { id: string }[]

/** The next one of these rows that has not `left`, and the one before, seen from this record. */
export function beside(record: string | undefined, rows: Listed, left: Listed) {
  const at = rows.findIndex(({ id }) => id === record)
  const stays = ({ id }: Listed[number]) => left.every((one) => one.id !== id)
  return { at, next: rows.slice(at + 1).find(stays), previous: rows.slice(0, at).findLast(stays) }
}

/** A way on; undefined where there is none. */
export type Go = (() => void) | undefined

/** The ways on from the record that was released last, to the held ones beside it. */
let besideReleased: { record: string; next: Go; previous: Go } | undefined

/**
 * Keeps a released record open, now in its list; the next one is still the next of the `held` ones
 * that have not `left`.
 */
export function showReleased(record: string, held: Listed, left: Listed) {
  const route = $route.get()
  const { at, next, previous } = beside(record, held, left)
  const go = (one: Listed[number] | undefined): Go =>
    one && (() => replaceRoute({ ...route, record: one.id }))
  besideReleased = at < 0 ? undefined : { record, next: go(next), previous: go(previous) }
  const { tab, project, cameFromList } = route
  replaceRoute({ tab, project, record, cameFromList })
}

/** These ways, while that record is open in its list. */
export const onFromReleased = ({ record, held }: DashboardRoute) =>
  besideReleased?.record === record && !held ? besideReleased : undefined

/** Shows all records of the open record's sender, or the record again; Back leads to the list. */
export const showPerson = (isShown: boolean) =>
  replaceRoute({ ...$route.get(), person: isShown ? 'yes' : undefined })

/** Closes the open record: the list is shown as it was. */
export function closeRecord() {
  const route = $route.get()
  if (!route.cameFromList) {
    replaceRoute(pageRoute(route))
    return
  }
  writeAddress()
  // The browser goes back a moment later; until then a second call must not go back again.
  $route.set(route.walk ? {} : pageRoute(route))
  history.back()
}

/** The route to a record that is due next; closing it leads back to the overview. */
export const walkTo = (walk: Walk, step: Walk[number]): DashboardRoute => ({
  ...step,
  status: 'waiting',
  cameFromList: true,
  walk,
})

/** Opens a record of the overview; Back leads to the overview. */
export function startWalk(walk: Walk, step: Walk[number]) {
  noteLine(walk, step.record)
  const go = $route.get().walk ? replaceRoute : goTo
  go(walkTo(walk, step))
}

function stepTo(walk: Walk, at: number) {
  const step = walk[at]
  if (!step) return undefined
  return () => {
    noteLine(walk, step.record)
    replaceRoute(walkTo(walk, step))
  }
}

const placeOnWalk = ({ walk = [], record }: DashboardRoute) =>
  walk.findIndex((step) => step.record === record)

/** The ways on from a record that was opened from the overview. */
export function onWalk(route: DashboardRoute) {
  const { walk = [] } = route
  const at = placeOnWalk(route)
  if (at < 0) return undefined
  return {
    position: `${at + 1} of ${walk.length} due next`,
    next: stepTo(walk, at + 1),
    previous: stepTo(walk, at - 1),
  }
}

/** Takes the open record off the walk, and opens its neighbour; false for a record of a list. */
export function leaveWalk(): boolean {
  const route = $route.get()
  const at = placeOnWalk(route)
  if (at < 0) return false
  const left = (route.walk ?? []).toSpliced(at, 1)
  const go = stepTo(left, at) ?? stepTo(left, at - 1) ?? closeRecord
  go()
  return true
}

/** Searches for this text. All keys of a search are one step of the history. */
export const searchFor = (search: string) =>
  replaceRoute({ ...listRoute($route.get()), search: search || undefined })

/** Shows the first page of the list, with other records or in another order. */
export const showList = (change: Pick<DashboardRoute, 'sort' | 'held' | 'status' | 'limit'> = {}) =>
  goTo({ ...listRoute($route.get()), ...change })

/** Lists everything, the newest first, so that new arrivals show. */
export function showArrivals() {
  const { tab, project, limit } = $route.get()
  goTo({ tab, project, limit })
}

/**
 * The cursors of the pages before the shown one; the first page has ''. Undefined if a link led
 * into the middle, where the number of pages before is unknown.
 */
export const previousCursorsOf = ({ after, previousCursors }: DashboardRoute) =>
  after ? previousCursors : []

function nextPage(after: string): DashboardRoute {
  const route = $route.get()
  const cursors = previousCursorsOf(route)
  const previousCursors = cursors && [...cursors, route.after ?? '']
  return { ...listRoute(route), after, previousCursors }
}

function previousPage(): DashboardRoute {
  const route = $route.get()
  const cursors = previousCursorsOf(route) ?? []
  const after = cursors.at(-1) || undefined
  return { ...listRoute(route), after, previousCursors: cursors.slice(0, -1) }
}

export const showNext = (after: string) => goTo(nextPage(after))

export const showPrevious = () => goTo(previousPage())

/** Opens the first record of the next page; Back leads to the list. */
export const readNextPage = (after: string) => replaceRoute({ ...nextPage(after), record: 'first' })

export const readPreviousPage = () => replaceRoute({ ...previousPage(), record: 'last' })

/** Opens the next record that has not `left`, or else the next page, or else the record before. */
export function openBeside(rows: Listed, left: Listed, nextPage: string | null | undefined) {
  const { next, previous } = beside($route.get().record, rows, left)
  if (next) switchRecord(next.id)
  else if (nextPage) readNextPage(nextPage)
  else if (previous) switchRecord(previous.id)
  else closeRecord()
}

/** The page sizes to choose from; the first is the default. */
export const PAGE_SIZES = [50, 25, 100, 200] as const

export const pageSize = (limit: string | undefined): number =>
  PAGE_SIZES.find((size) => String(size) === limit) ?? PAGE_SIZES[0]
