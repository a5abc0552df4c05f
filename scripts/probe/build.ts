import { Stop } from '../site/command.ts'
import { fetchFrom, textOf, type Check } from './check.ts'

/** A browser would miss the file for a year, even if a later deploy brings it back. */
export const missingFileCheck = (site: string): Check => ({
  what: 'Nobody keeps a missing file’s answer',
  async run() {
    const { status, headers } = await fetchFrom(site, `/_astro/no-such-file-${Date.now()}.js`)
    if (status !== 404) throw new Stop(`It is ${status}.`)
    if (!headers.get('cache-control')?.includes('no-store')) throw new Stop('It lacks no-store.')
    return undefined
  },
})

export const oneBuildCheck = (site: string): Check => ({
  what: 'Pages and functions are of one build',
  async run() {
    const { id } = JSON.parse(await textOf(site, '/build.json')) as { id?: string }
    const page = /data-build="([^"]*)"/.exec(await textOf(site, '/'))?.[1]
    const answered = (await fetchFrom(site, '/api/no-such-address')).headers.get('x-build')
    if (!id || page !== id || answered !== id)
      throw new Stop(`/build.json names ${id}, the home page ${page}, an answer ${answered}.`)
    return id
  },
})
