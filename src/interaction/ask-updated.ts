type Updated = typeof import('./updated.ts')

/** What a page says if it is older than the site, in the code of the site's present build. */
export const updated = () =>
  // A browser may remember that an address failed.
  import(/* @vite-ignore */ `/updated.js?${Date.now()}`) as Promise<Updated>

/** Rejects after ten seconds: an answer that never comes must not silence the page. */
export const inTime = <T>(work: Promise<T>): Promise<T> =>
  Promise.race([work, new Promise<never>((_, reject) => setTimeout(reject, 10_000))])

/**
 * Says so if the page is older than the site. Resolves to false if it isn't, or if nobody answers.
 * `asked` was pressed in vain.
 */
export const sayIfUpdated = (asked?: Element | null): Promise<boolean> =>
  inTime(updated().then(({ sayIfUpdated }) => sayIfUpdated(asked))).catch(() => false)
