import type { MouseEvent } from 'react'

/** Whether the browser opens the link in another tab or window. */
export const opensElsewhere = (event: MouseEvent) =>
  event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
