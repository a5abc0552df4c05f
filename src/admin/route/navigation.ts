import { $route, goTo, replaceRoute, type DashboardRoute } from './route.ts'

/** The shown list from its newest record on: what was asked for, without page and record. */
const listRoute = ({
  tab,
  project,
  search,
  sort,
  held,
  limit,
}: DashboardRoute): DashboardRoute => ({
  tab,
  project,
  search,
  sort,
  held,
  limit,
})

/** The shown page of the list, without the record. */
const pageRoute = (route: DashboardRoute): DashboardRoute => ({
  ...listRoute(route),
  after: route.after,
  previousCursors: route.previousCursors,
})

/** Opens the record of this id above its list; Back closes it. */
export const openRecord = (id: string) =>
  goTo({ ...pageRoute($route.get()), record: id, cameFromList: true })

/** Shows this record instead of the open one: Back still leads to the list. */
export const switchRecord = (id: string) => replaceRoute({ ...$route.get(), record: id })

/** Closes the open record: the list is shown as it was. */
export function closeRecord() {
  const route = $route.get()
  if (!route.cameFromList) {
    replaceRoute(pageRoute(route))
    return
  }
  // At once: the browser goes back a moment later, and closing twice must not go back twice.
  $route.set(pageRoute(route))
  history.back()
}

/** Lists what holds this text. All keys of a search are one step: Back leads to before it. */
export const searchFor = (search: string) =>
  replaceRoute({ ...listRoute($route.get()), search: search || undefined })

/** Lists by a column, in reverse with a minus in front; by default the newest come first. */
export const sortBy = (sort: string | undefined) => goTo({ ...listRoute($route.get()), sort })

/** Lists the held submissions, or the others. */
export const showHeld = (isHeld: boolean) =>
  goTo({ ...listRoute($route.get()), sort: undefined, held: isHeld ? 'yes' : undefined })

/** Lists with so many rows a page; undefined for the usual number. */
export const resizePage = (limit: number | undefined) =>
  goTo({ ...listRoute($route.get()), limit: limit?.toString() })

/**
 * Where each page before the shown one started, the first one at ''. Undefined where a link led into
 * the middle: nobody knows how many pages come before.
 */
export const previousCursorsOf = ({ after, previousCursors }: DashboardRoute) =>
  after ? previousCursors : []

/** Goes to the first page of the list. */
export const showNewest = () => goTo(listRoute($route.get()))

/** Goes to the page that starts after this cursor. */
export function showNext(after: string) {
  const route = $route.get()
  const cursors = previousCursorsOf(route)
  const previousCursors = cursors && [...cursors, route.after ?? '']
  goTo({ ...listRoute(route), after, previousCursors })
}

/** Goes to the page before the shown one. */
export function showPrevious() {
  const route = $route.get()
  const cursors = previousCursorsOf(route) ?? []
  const after = cursors.at(-1) || undefined
  goTo({ ...listRoute(route), after, previousCursors: cursors.slice(0, -1) })
}
