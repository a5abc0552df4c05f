import { $place, goTo, slipTo, type Place } from './route.ts'

/** The list that is shown: what was asked for, without page and record. */
export const listOf = ({ tab, project, search, sort, held, limit }: Place): Place => ({
  tab,
  project,
  search,
  sort,
  held,
  limit,
})

/** The shown page of it. */
const pageOf = (place: Place): Place => ({
  ...listOf(place),
  after: place.after,
  trail: place.trail,
})

export const openRecord = (id: string) =>
  goTo({ ...pageOf($place.get()), record: id, isOver: true })

/** Another record takes the open one's place: Back still leads to the list. */
export const stepTo = (id: string) => slipTo({ ...$place.get(), record: id })

export function closeRecord() {
  const place = $place.get()
  if (!place.isOver) {
    slipTo(pageOf(place))
    return
  }
  // At once: the browser goes back a moment later, and closing twice must not go back twice.
  $place.set(pageOf(place))
  history.back()
}

/** Each key of a search changes the same place: Back leads to before it. */
export const searchFor = (search: string) =>
  slipTo({ ...listOf($place.get()), search: search || undefined })

export const sortBy = (sort: string | undefined) => goTo({ ...listOf($place.get()), sort })

export const showHeld = (isHeld: boolean) =>
  goTo({ ...listOf($place.get()), sort: undefined, held: isHeld ? 'yes' : undefined })

export const resizePage = (limit: number | undefined) =>
  goTo({ ...listOf($place.get()), limit: limit?.toString() })

/** Pages that a link leads into the middle of have no trail: what came before them is not known. */
export const trailOf = ({ after, trail }: Place) => (after ? trail : [])

export const showNewest = () => goTo(listOf($place.get()))

export function showNext(after: string) {
  const place = $place.get()
  const trail = trailOf(place)
  goTo({ ...listOf(place), after, trail: trail && [...trail, place.after ?? ''] })
}

export function showPrevious() {
  const place = $place.get()
  const trail = trailOf(place) ?? []
  goTo({ ...listOf(place), after: trail.at(-1) || undefined, trail: trail.slice(0, -1) })
}
