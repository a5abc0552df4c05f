import type { MouseEvent } from 'react'

/** The browser opens it in a tab or window of its own: that is no step here. */
export const opensElsewhere = (event: MouseEvent) =>
  event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
