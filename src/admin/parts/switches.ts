import { storedSwitch } from './stored-switch.ts'

/** Whether single keys act: voice control types letters that nobody means as keys (WCAG 2.1.4). */
export const singleKeys = storedSwitch('admin-keys', true)

/** Whether rows stand close, a line each. */
export const denseRows = storedSwitch('admin-dense', false)
