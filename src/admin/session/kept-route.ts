/**
 * The route that the user asked for before the sign-in. It is kept in the tab and not in the
 * address, because a search may hold an email address.
 */
const STORAGE_KEY = 'admin-route'

/** Keeps the current route for after the sign-in. */
export function keepRoute() {
  try {
    sessionStorage[STORAGE_KEY] = location.search
  } catch {
    // Storage may be forbidden: then the sign-in leads to the overview.
  }
}

/** The dashboard's address with the kept route; it forgets the route. */
export function keptAddress(): string {
  try {
    const search = String(sessionStorage[STORAGE_KEY] ?? '')
    sessionStorage.removeItem(STORAGE_KEY)
    return search.startsWith('?') ? `/admin${search}` : '/admin'
  } catch {
    return '/admin'
  }
}
