/** Whether the address of the page names this answer. */
export const isNamed = (id: string) => location.hash === `#${id}`

/** Names the open answer in the address, or none. No step of the history, and nothing scrolls. */
export function nameInAddress(id = '') {
  const url = new URL(location.href)
  url.hash = id
  history.replaceState(history.state, '', url)
}

/** The address of one answer, for others. */
export const addressOf = (id: string) => `${location.origin}${location.pathname}#${id}`
