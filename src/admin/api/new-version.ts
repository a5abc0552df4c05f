import { atom } from 'nanostores'

/** Whether an answer came from another build than this page. */
export const $isNewVersion = atom(false)

/** Whether the page is about to be reloaded. Unsaved notes stay, so nothing is asked. */
export const $isReloading = atom(false)

const isOther = (build: string | null | undefined) =>
  Boolean(build) && build !== document.documentElement.dataset['build']

/** `fetch` that reads which build answers. */
export async function fetchNoting(path: string, init: RequestInit): Promise<Response> {
  const answer = await fetch(path, init)
  if (isOther(answer.headers.get('x-build'))) $isNewVersion.set(true)
  return answer
}

/** Its message says why code did not come, and what to do. */
export class NotLoaded extends Error {}

/** Waits for code that is loaded when it is used. Throws only NotLoaded. */
export const loaded = <T>(code: Promise<T>): Promise<T> =>
  code.catch(async (cause: unknown) => {
    // Without an answer the connection is to blame.
    const now = (await fetch('/build.json')
      .then((answer) => answer.json())
      .catch(() => null)) as { id?: string } | null
    const isOld = isOther(now?.id)
    if (isOld) $isNewVersion.set(true)
    const why = isOld
      ? 'This page is of an older version. Reload it.'
      : 'This part could not load. Check your connection and try again.'
    throw new NotLoaded(why, { cause })
  })

export function reload() {
  $isReloading.set(true)
  location.reload()
}
