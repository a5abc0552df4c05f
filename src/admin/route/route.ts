import { atom, onMount } from 'nanostores'
import { useStore } from '../parts/use-store.ts'

/** Where in the dashboard the admin is. All of it is in the URL, so links and Back work. */
export type Place = Partial<Record<(typeof KEYS)[number], string | undefined>> & {
  /** What the pages before this one started after; kept in the browser's history, not in the URL. */
  trail?: readonly string[] | undefined
  /** Closing the record is going back: the list lies right before it in the history. */
  isOver?: boolean | undefined
}

const KEYS = [
  /** A form's name; without one, the overview. */
  'tab',
  /** The slug of a waitlist's project. */
  'project',
  /** What a sender's name or e-mail address holds. */
  'search',
  /** A column, with a minus in front for the reverse order. */
  'sort',
  /** There for the submissions that are held back. */
  'held',
  /** Rows of a page. */
  'limit',
  /** Where the shown page starts: the cursor that the page before it gave. */
  'after',
  /** The id of the open record. */
  'record',
] as const

export const $place = atom<Place>({})

function readUrl(): Place {
  const query = new URLSearchParams(location.search)
  const named = KEYS.flatMap((key) => {
    const value = query.get(key)
    return value ? [[key, value] as const] : []
  })
  // Only goTo writes there.
  const { trail, isOver } = (history.state ?? {}) as Place
  return { ...(Object.fromEntries(named) as Place), trail, isOver }
}

/** Follows the browser's Back and Forward while somebody looks. */
onMount($place, () => {
  const follow = () => $place.set(readUrl())
  follow()
  addEventListener('popstate', follow)
  return () => removeEventListener('popstate', follow)
})

const nowhere: Place = {}
export const usePlace = () => useStore($place, nowhere)

/** Goes somewhere else; what is not named is left behind. */
export function goTo(place: Place) {
  // Going to where one is leaves no step that Back would stumble over.
  if (addressOf(place) === addressOf(readUrl())) return
  history.pushState(marksOf(place), '', addressOf(place))
  $place.set(place)
}

/** Goes somewhere else without a step that Back would return to. */
export function slipTo(place: Place) {
  history.replaceState(marksOf(place), '', addressOf(place))
  $place.set(place)
}

const marksOf = ({ trail, isOver }: Place) => ({ trail, isOver })

/** The address of a place, for links. */
export function addressOf(place: Place): string {
  const query = new URLSearchParams(KEYS.flatMap((key) => (place[key] ? [[key, place[key]]] : [])))
  return query.size > 0 ? `?${query}` : location.pathname
}
