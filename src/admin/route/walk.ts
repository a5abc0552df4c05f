import type { WantedRow } from '../parts/use-keys.ts'
import type { DashboardRoute } from './route.ts'

/**
 * The way through the records that the overview lists as due next, whatever their form. It begins
 * there, and ends when a record is opened from a list.
 */
export const walk = {
  routes: [] as readonly DashboardRoute[],
  /** The line of the overview that gets the focus when it is shown again. */
  line: {} as WantedRow,
}
