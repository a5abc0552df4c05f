/**
 * Where in the dashboard somebody wanted to go before they had to sign in. It is kept in the tab and
 * not in the sign-in's address: a search may hold somebody's e-mail address.
 */
const STORAGE_KEY = 'admin-route'

/** Keeps the route of this moment for after the sign-in. */
export function keepRoute() {
  try {
    sessionStorage[STORAGE_KEY] = location.search
  } catch {
    // Storage may be forbidden: then the sign-in leads to the overview.
  }
}

/** The dashboard's address with the kept route, which is forgotten. */
export function keptAddress(): string {
  try {
    const search = String(sessionStorage[STORAGE_KEY] ?? '')
    sessionStorage.removeItem(STORAGE_KEY)
    return search.startsWith('?') ? `/admin${search}` : '/admin'
  } catch {
    return '/admin'
  }
}
