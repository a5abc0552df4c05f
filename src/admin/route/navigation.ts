import {
  $route,
  addressOf,
  goTo,
  replaceRoute,
  replaceRouteSoon,
  writeAddress,
  type DashboardRoute,
} from './route.ts'

/** The shown list from its newest record on: what was asked for, without page and record. */
const listRoute = ({
  tab,
  project,
  search,
  sort,
  held,
  status,
  limit,
}: DashboardRoute): DashboardRoute => ({
  tab,
  project,
  search,
  sort,
  held,
  status,
  limit,
})

/** The shown page of the list, without the record. */
const pageRoute = (route: DashboardRoute): DashboardRoute => ({
  ...listRoute(route),
  after: route.after,
  previousCursors: route.previousCursors,
})

/** The addresses of records on the shown page, for links: a long list asks for hundreds. */
export function recordAddresses(route: DashboardRoute): (id: string) => string {
  const first = addressOf({ ...pageRoute(route), record: '-' }).slice(0, -1)
  return (id) => first + encodeURIComponent(id)
}

/** Opens the record of this id above its list; Back closes it. */
export const openRecord = (id: string) =>
  goTo({ ...pageRoute($route.get()), record: id, cameFromList: true })

/** Shows this record instead of the open one: Back still leads to the list. */
export const switchRecord = (id: string) => replaceRouteSoon({ ...$route.get(), record: id })

/** Shows all that the sender of the open record has sent: Back still leads to the list. */
export const openPerson = () => replaceRoute({ ...$route.get(), person: 'yes' })

/** Leads back to the record. */
export const closePerson = () => replaceRoute({ ...$route.get(), person: undefined })

/** Closes the open record: the list is shown as it was. */
export function closeRecord() {
  const route = $route.get()
  if (!route.cameFromList) {
    replaceRoute(pageRoute(route))
    return
  }
  writeAddress()
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
  goTo({
    ...listRoute($route.get()),
    sort: undefined,
    status: undefined,
    held: isHeld ? 'yes' : undefined,
  })

/** Lists the records of one status, or all of them. */
export const showStatus = (status: string | undefined) =>
  goTo({ ...listRoute($route.get()), held: undefined, status })

/** Lists everything, the newest first: where what has just come stands. */
export function showArrivals() {
  const { tab, project, limit } = $route.get()
  goTo({ tab, project, limit })
}

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

/** The page that starts after this cursor. */
function nextPage(after: string): DashboardRoute {
  const route = $route.get()
  const cursors = previousCursorsOf(route)
  const previousCursors = cursors && [...cursors, route.after ?? '']
  return { ...listRoute(route), after, previousCursors }
}

/** The page before the shown one. */
function previousPage(): DashboardRoute {
  const route = $route.get()
  const cursors = previousCursorsOf(route) ?? []
  const after = cursors.at(-1) || undefined
  return { ...listRoute(route), after, previousCursors: cursors.slice(0, -1) }
}

/** Goes to the page that starts after this cursor. */
export const showNext = (after: string) => goTo(nextPage(after))

/** Goes to the page before the shown one. */
export const showPrevious = () => goTo(previousPage())

const withRecord = (page: DashboardRoute, record: 'first' | 'last') =>
  replaceRoute({ ...page, record })

/** Reads on with the first record of the next page: Back leads to the list. */
export const readNextPage = (after: string) => withRecord(nextPage(after), 'first')

/** Reads on backwards, with the last record of the page before. */
export const readPreviousPage = () => withRecord(previousPage(), 'last')

/** Rows of a page that can be chosen; the first is the usual number. */
export const PAGE_SIZES = [50, 25, 100, 200] as const

/** The number of rows that the URL asks for. */
export const pageSize = (limit: string | undefined): number =>
  PAGE_SIZES.find((size) => String(size) === limit) ?? PAGE_SIZES[0]
