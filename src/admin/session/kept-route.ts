/**
 * The route that the user asked for before the sign-in. It is kept in the tab and not in the
 * address, because a search may hold an email address.
 */
const STORAGE_KEY = 'admin-route'

type Kept = { address: string; state: unknown }

function readKept(): Partial<Kept> {
  try {
    // Only `keepRoute` writes there.
    return JSON.parse(String(sessionStorage[STORAGE_KEY] ?? '{}')) as Partial<Kept>
  } catch {
    // Storage may be forbidden: then the sign-in leads to the overview.
    return {}
  }
}

/** Keeps the current route for after the sign-in. */
export function keepRoute() {
  try {
    const kept: Kept = { address: location.search, state: history.state }
    sessionStorage[STORAGE_KEY] = JSON.stringify(kept)
  } catch {
    // The same.
  }
}

/** The dashboard's address with the kept route. */
export const keptAddress = (): string => `/admin${readKept().address ?? ''}`

/** Gives the history of the opened address what it held before the sign-in, and forgets it. */
export function restoreRoute() {
  const { address, state } = readKept()
  if (state && address === location.search) history.replaceState(state, '')
  try {
    sessionStorage.removeItem(STORAGE_KEY)
  } catch {
    // The same.
  }
}
