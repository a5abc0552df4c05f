import { useSyncExternalStore } from 'react'
import { atom } from 'nanostores'

/** Where in the dashboard the admin is. All of it is in the URL, so links and Back work. */
export type Place = {
  /** A tab's name; without one, the overview. */
  tab?: string
  /** The id that the shown page starts after. */
  after?: string
  /** The id of the open record. */
  record?: string
}

const KEYS = ['tab', 'after', 'record'] as const satisfies (keyof Place)[]

const $place = atom<Place>({})

function readUrl(): Place {
  const query = new URLSearchParams(location.search)
  return Object.fromEntries(KEYS.flatMap((key) => (query.get(key) ? [[key, query.get(key)]] : [])))
}

/** Follows the browser's Back and Forward while somebody looks. */
function listen(onChange: () => void) {
  const follow = () => {
    $place.set(readUrl())
  }
  follow()
  const stop = $place.listen(onChange)
  addEventListener('popstate', follow)
  return () => {
    stop()
    removeEventListener('popstate', follow)
  }
}

const nowhere: Place = {}
export const usePlace = () =>
  useSyncExternalStore(
    listen,
    () => $place.get(),
    () => nowhere,
  )

/** Goes somewhere else; what is not named is left behind. */
export function goTo(place: Place) {
  history.pushState(null, '', addressOf(place))
  $place.set(place)
}

/** The address of a place, for links. */
export function addressOf(place: Place): string {
  const query = new URLSearchParams(KEYS.flatMap((key) => (place[key] ? [[key, place[key]]] : [])))
  return query.size > 0 ? `?${query}` : location.pathname
}
