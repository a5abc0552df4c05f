import { atom } from 'nanostores'

/** Whether an answer came from another build than this page. */
export const $isNewVersion = atom(false)

/** Whether the page is about to be reloaded. Unsaved notes stay, so nothing is asked. */
export const $isReloading = atom(false)

/** `fetch` that reads which build answers. */
export async function fetchNoting(path: string, init: RequestInit): Promise<Response> {
  const answer = await fetch(path, init)
  const build = answer.headers.get('x-build')
  if (build && build !== document.documentElement.dataset['build']) $isNewVersion.set(true)
  return answer
}

export function reload() {
  $isReloading.set(true)
  location.reload()
}
