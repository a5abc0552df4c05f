type Updated = typeof import('./updated.ts')

/** What a page says if it is older than the site, in the code of the site's present build. */
export const updated = () =>
  // A browser may remember that an address failed.
  import(/* @vite-ignore */ `/updated.js?${Date.now()}`) as Promise<Updated>

/** Rejects after ten seconds: an answer that never comes must not silence the page. */
export const inTime = <T>(work: Promise<T>): Promise<T> =>
  Promise.race([work, new Promise<never>((_, reject) => setTimeout(reject, 10_000))])

/** Lets that code say something. Resolves to false if it has said nothing, or if nobody answers. */
export const say = (it: (code: Updated) => boolean | Promise<boolean>): Promise<boolean> =>
  inTime(updated().then(it)).catch(() => false)

/** Says so if the page is older than the site. `asked` was pressed in vain. */
export const sayIfUpdated = (asked?: Element | null): Promise<boolean> =>
  say((code) => code.sayIfUpdated(asked))
